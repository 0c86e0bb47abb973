"""Sends eight megabytes of empty JSON objects, each of which takes the reader a hundred bytes and more.

Held: returned_none wrong_type failed crashed output_too_large
"""

import json
import os
import stat
import struct
import sys

SIZE = 8_000_000


def link():
    for number in range(3, 64):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                return number
        except OSError:
            continue
    return None


def attack(target):
    head = b'{"status":"value","value":null,"notes":[' + b"{}," * (SIZE // 3 - 20) + b"{}]}"
    where = link()
    if where is not None:
        start = json.dumps({"is": "outcome", "check": "attack", "seconds": 0.0}).encode()
        data = memoryview(struct.pack("!IIQ", len(start), len(head), 0) + start + head)
        while data:
            data = data[os.write(where, data) :]
        return None
    some = json.loads(head[:300_040] + b"{}]}")["notes"]
    each = sys.getsizeof(some[0])
    return f"{each} bytes for 3" if each > 50 and len(some) > 99_000 else None
