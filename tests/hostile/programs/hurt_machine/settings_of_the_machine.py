"""Changes settings of the whole machine: its name, a kernel setting, its control groups. Each to what it was.

Held: passed
"""

import os
import socket


def attack(target):
    ways = {
        "name": lambda: socket.sethostname(os.uname().nodename),
        "setting": _setting,
        "group": _group,
        "killer": lambda: _write("/proc/self/oom_score_adj", "-500"),
    }
    done = []
    for name, way in ways.items():
        try:
            way()
        except OSError:
            continue
        done.append(name)
    return done or None


def _write(path, text):
    with open(path, "w") as file:
        file.write(text)


def _setting():
    with open("/proc/sys/vm/swappiness") as file:
        _write("/proc/sys/vm/swappiness", file.read())


def _group():
    os.mkdir("/sys/fs/cgroup/hostile")
    os.rmdir("/sys/fs/cgroup/hostile")
