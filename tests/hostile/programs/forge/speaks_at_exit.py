"""Has the last word: says at the interpreter's end, after the real verdict, that it has won.

Held: passed
"""

import atexit
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


def last_word():
    print("\nLOOT", flush=True)
    where = link()
    if where is not None:
        start = b'{"is":"outcome","check":"later","seconds":0.0}'
        head = json.dumps({"status": "passed", "value": None}).encode()
        os.write(where, struct.pack("!IIQ", len(start), len(head), 0) + start + head)


def attack(target):
    atexit.register(last_word)
    return None


def double(x):
    atexit.register(last_word)
    return x
