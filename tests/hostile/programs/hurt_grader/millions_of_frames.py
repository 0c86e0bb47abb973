"""Sends frames as fast as it can, each of them whole and small.

Held: passed crashed wrong_type
"""

import os
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
    start, head = b'{"is":"outcome","check":"attack","seconds":0.0}', b'{"status":"value","value":{"d":[["got",null]]}}'
    block = (struct.pack("!IIQ", len(start), len(head), 0) + start + head) * 500
    where = link()
    if where is not None:
        while True:
            os.write(where, block)
    here, there = socket.socketpair()
    there.setblocking(False)
    taken, until = [], time.monotonic() + 0.5
    while time.monotonic() < until:
        try:
            there.send(block)
        except BlockingIOError:
            taken.append(here.recv(1 << 20))  # a reader that keeps whatever comes
        if sum(map(len, taken)) > 50_000_000:
            break
    return f"{sum(map(len, taken))} bytes kept" if sum(map(len, taken)) > 10_000_000 else None
