"""Leaves a process behind, in a session of its own, that goes on working.

Held: exception
"""

import os
import time


def attack(target):
    sign = f"{target['folder']}/sign-of-life"
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(0.3)
            with open(sign, "w") as file:
                file.write("still here")
        os._exit(0)
    os.wait()
    time.sleep(0.8)
    with open(sign) as file:
        found = file.read()
    os.unlink(sign)
    return found
