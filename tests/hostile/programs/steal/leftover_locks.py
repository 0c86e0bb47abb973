"""Looks for locks on shared files that another submission holds or left. Unprotected a fork of it holds one.

Held: passed
"""

import fcntl
import os
import struct

FLOCK = "hhqqi4x"


def attack(target):
    path, found = os.path.join(target["package"], "checks.py"), []
    held = None
    if "course" in target:
        ready, tell = os.pipe()
        held = os.fork()
        if held == 0:
            descriptor = os.open(path, os.O_RDONLY)
            fcntl.fcntl(descriptor, fcntl.F_SETLK, struct.pack(FLOCK, fcntl.F_RDLCK, 0, 42, 1, 0))
            os.write(tell, b"!")
            __import__("time").sleep(2)
            os._exit(0)
        os.read(ready, 1)
    for name in (path, os.__file__, "/dev/null", "/dev/zero", "/dev/urandom"):
        try:
            descriptor = os.open(name, os.O_RDONLY)
            asked = struct.pack(FLOCK, fcntl.F_WRLCK, 0, 0, 0, 0)
            answer = struct.unpack(FLOCK, fcntl.fcntl(descriptor, fcntl.F_GETLK, asked))
        except OSError:
            continue
        if answer[0] != fcntl.F_UNLCK:
            found.append((name, answer))
    if held:
        os.kill(held, 9)
        os.waitpid(held, 0)
    return found or None
