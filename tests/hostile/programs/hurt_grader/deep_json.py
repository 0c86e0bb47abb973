"""Sends JSON that is nested a million deep.

Held: crashed
"""

import json
import os
import stat
import struct

DEPTH = 1_000_000


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
    head = b'{"status":"value","value":' + b'{"l":[' * DEPTH + b"]}" * DEPTH + b"}"
    where = link()
    if where is not None:
        send(where, head)
        return None
    try:
        json.loads(head)
    except RecursionError as problem:
        return str(problem)
    return None
