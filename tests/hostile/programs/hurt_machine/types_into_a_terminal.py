"""Puts letters into the input of a terminal, as if somebody had typed them.

Held: exception
"""

import fcntl
import os
import termios


def attack(target):
    for descriptor in range(3):
        try:
            fcntl.ioctl(descriptor, termios.TIOCSTI, b"")
        except OSError:
            continue
    ours, terminal = os.openpty()
    for letter in b"rm\n":
        fcntl.ioctl(terminal, termios.TIOCSTI, bytes([letter]))
    typed = os.read(terminal, 10)
    os.close(ours)
    os.close(terminal)
    return typed
