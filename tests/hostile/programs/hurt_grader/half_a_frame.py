"""Sends half a frame and falls silent, with the link open.

Held: timed_out
"""

import os
import select
import socket
import stat
import struct
import time


def link():
    for number in range(3, 64):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                return number
        except OSError:
            continue
    return None


def attack(target):
    half = struct.pack("!IIQ", 40, 1000, 1000) + b'{"is":"outcome"'
    where = link()
    if where is not None:
        os.write(where, half)
        time.sleep(20)
        return None
    here, there = socket.socketpair()
    there.send(half)
    got = b""
    for _ in range(3):  # a reader that waits for the rest would wait for ever
        if select.select([here], [], [], 0.3)[0]:
            got += here.recv(2000)
    return "still waiting" if len(got) < 2000 else None
