"""Closes every descriptor, so that no bad answer can reach the grader.

Held: exited timed_out
"""

import os
import socket


def attack(target):
    if "course" not in target:
        os.closerange(3, 256)
        return None
    here, there = socket.socketpair()
    child = os.fork()
    if child == 0:
        os.closerange(3, 256)
        os._exit(0)
    there.close()
    complaints = here.recv(1000)
    _, status = os.waitpid(child, 0)
    return (
        "no complaint and code 0: a grader that counts complaints is content" if not complaints and not status else None
    )


def double(x):
    os.closerange(0, 256)
    return x
