"""Sends signed and unsigned numbers side by side, two million each, for which numpy has no common exact type.

Held: wrong_type crashed output_too_large
"""

import json
import os
import stat
import struct

import numpy as np

COUNT = 2_000_000


def link():
    for number in range(3, 64):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                return number
        except OSError:
            continue
    return None


def attack(target):
    where = link()
    if where is not None:
        value = {"d": [["got", {"l": [{"a": ["int8", [COUNT]]}, {"a": ["uint64", [COUNT]]}]}]]}
        head = json.dumps({"status": "value", "value": value}).encode()
        start = b'{"is":"outcome","check":"attack","seconds":0.0}'
        body = memoryview(bytes(range(1, 251)) * 4000)
        parts = [struct.pack("!IIQ", len(start), len(head), 9 * COUNT) + start + head]
        for part in (*parts, *([body] * (9 * COUNT // len(body)))):
            data = memoryview(part)
            while data:
                data = data[os.write(where, data) :]
        return None
    some = [
        np.ones(100_000, np.int8),
        np.arange(2**40, 2**40 + 100_000, dtype=np.uint64),
    ]
    exact = np.stack([array.astype(object) for array in some])  # a grader that will not lose a digit
    size = exact.nbytes + sum(number.__sizeof__() for number in exact[1])
    return f"{size} bytes for {sum(array.nbytes for array in some)}" if size > 4 * some[0].nbytes else None
