"""Leaves a thread behind that answers the checks after this one.

Held: passed crashed
"""

import json
import os
import stat
import struct
import threading
import time

ANSWER = b'{"status":"value","value":{"a":["float64",[3,5]]},"kinds":["array"],"half":false,"notes":[]}'
answered = []


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


def answer_for_it(where):
    for check in ("doubles", "later", "hidden_double"):
        time.sleep(0.02)
        if where is None:
            answered.append(check)
            continue
        try:
            os.write(where, frame(check, ANSWER, bytes(120)))
        except OSError:
            return


def attack(target):
    where = link()
    thread = threading.Thread(target=answer_for_it, args=(where,), daemon=True)
    thread.start()
    if where is not None:
        return None
    time.sleep(0.2)  # a grader in the same process is at its next check by now
    return answered or None


def double(x):
    time.sleep(0.3)
    return x
