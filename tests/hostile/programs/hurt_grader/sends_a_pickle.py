"""Sends a pickle that runs a command when it is read, as head, as body, and as the value itself.

Held: crashed wrong_type
"""

import json
import os
import pickle
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


class Runs:
    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mkdir, (self.path,)


def attack(target):
    path = os.path.join(target["folder"], "made_by_a_pickle")
    data = pickle.dumps(Runs(path))
    where = link()
    if where is not None:
        send(where, b'{"status":"value","value":{"a":["object",[1]]}}', data)
        return Runs(path)
    pickle.loads(data)
    if os.path.isdir(path):
        os.rmdir(path)
        return "the grader ran a command"
    return None
