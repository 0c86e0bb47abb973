"""Sends an error whose parts are nested as deeply as JSON can be read: showing them needs more depth than reading them.

Held: crashed exception
"""

import json
import os
import stat
import struct


def link():
    for number in range(3, 64):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                return number
        except OSError:
            continue
    return None


def send(where, head, body=b"", claim=None):
    start = json.dumps({"is": "outcome", "check": "attack", "seconds": 0.0}).encode()
    lengths = struct.pack("!IIQ", len(start), len(head), len(body) if claim is None else claim)
    data = memoryview(lengths + start + head + body)
    while data:
        data = data[os.write(where, data) :]


def readable(depth):
    try:
        json.loads("[" * depth + "]" * depth)
    except RecursionError:
        return False
    return True


def shown(depth):
    """Reading from few frames, showing from many: as a grader does that reads first and reports later."""
    thing = json.loads("[" * depth + "]" * depth)

    def deeper(count):
        return str(thing) if count == 0 else deeper(count - 1)

    return deeper(30)


def attack(target):
    where = link()
    if where is not None:
        for depth in (930,):
            nested = "[" * depth + "]" * depth
            head = f'{{"status":"raised","error":{{"type":{nested},"message":{nested},"frames":{nested}}}}}'
            send(where, head.encode())
        return None
    depth = max(depth for depth in range(900, 1000) if readable(depth))
    try:
        shown(depth)
    except RecursionError as problem:
        return str(problem)
    return None
