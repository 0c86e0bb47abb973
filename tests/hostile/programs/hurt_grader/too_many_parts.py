"""Returns a list of twenty million parts that are all one object, and a range that never ends.

Held: output_too_large out_of_memory
"""

import json


def attack(target):
    many = [None] * 5_000_000
    if "course" in target:
        written = len(json.dumps(many))
        return f"{written} bytes to read" if written > 20_000_000 else None
    return [many, many, many, many]


def double(x):
    return range(2**70) if len(x) == 7 else [[[x] * 1000] * 1000] * 1000
