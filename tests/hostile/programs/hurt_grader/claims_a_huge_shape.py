"""Sends a head that claims an array of four petabytes, and no bytes.

Held: crashed
"""

import json
import os
import stat
import struct

import numpy as np

SHAPE = [2**39, 2**10]


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
        send(where, json.dumps({"status": "value", "value": {"a": ["float64", SHAPE]}}).encode())
        return None
    try:
        np.empty(SHAPE)  # a reader that makes room first
    except MemoryError as problem:
        return str(problem)
    return None
