"""Sends a frame one byte at a time: each byte shows that it is alive.

Held: timed_out
"""

import json
import os
import socket
import stat
import struct
import threading
import time


def link():
    for number in range(3, 64):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                return number
        except OSError:
            continue
    return None


def drip(write, seconds):
    head = b'{"status":"value","value":null}'
    start = json.dumps({"is": "outcome", "check": "attack", "seconds": 0.0}).encode()
    data = struct.pack("!IIQ", len(start), len(head), 0) + start + head
    for at in range(len(data)):
        write(data[at : at + 1])
        time.sleep(seconds / len(data))


def attack(target):
    where = link()
    if where is not None:
        drip(lambda byte: os.write(where, byte), 30)
        return None
    here, there = socket.socketpair()
    here.settimeout(1.0)  # a reader whose patience begins anew with each byte
    threading.Thread(target=drip, args=(there.send, 3), daemon=True).start()
    began, got = time.monotonic(), b""
    while not got.endswith(b"null}"):
        got += here.recv(1)
    took = time.monotonic() - began
    return f"{took:.1f} s with a limit of one" if took > 2 else None
