"""Returns a list nested a hundred thousand deep, and one that contains itself.

Held: output_too_large crashed
"""

import json


def attack(target):
    deep = []
    for _ in range(100_000):
        deep = [deep, (), {}]
    loop = []
    loop.append(loop)
    if "course" not in target:
        return [loop, deep]
    try:
        json.dumps(deep)
    except RecursionError as problem:
        return f"a grader that writes JSON fell over: {problem}"


def double(x):
    loop = {}
    loop["again"] = (loop, loop)
    return loop
