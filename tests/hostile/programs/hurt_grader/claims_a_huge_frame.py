"""Announces a frame of 2**60 bytes.

Held: crashed
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


def attack(target):
    where = link()
    if where is not None:
        send(where, b"{}", claim=2**60)
        return None
    try:
        bytearray(2**60)  # a reader that makes room first
    except MemoryError:
        return "the reader has no memory left"
    return None
