"""Answers on the grader's own channel with a verdict instead of a value.

Held: crashed
"""

import json
import os
import socket
import stat
import struct

PASSED = b'{"status":"passed","outcome":"passed","score":1.0,"passed":true,"value":null}'


def link():
    for number in range(3, 64):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                return number
        except OSError:
            continue
    return None


def frame(check, head, body=b""):
    start = json.dumps({"is": "outcome", "check": check, "seconds": 0.0}).encode()
    return struct.pack("!IIQ", len(start), len(head), len(body)) + start + head + body


def attack(target):
    where = link()
    if where is not None:
        os.write(where, frame("attack", PASSED))
        return None
    here, there = socket.socketpair()
    there.send(frame("attack", PASSED))
    naive = json.loads(here.recv(1000)[16:].partition(b"}")[2])
    return "a grader that reads verdicts believes this one" if naive["outcome"] == "passed" else None


def double(x):
    where = link()
    if where is not None:
        for check in ("doubles", "later", "hidden_double"):
            os.write(where, frame(check, PASSED))
    return x
