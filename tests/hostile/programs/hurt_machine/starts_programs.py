"""Starts other programs: by a shell, by subprocess, by posix_spawn, from its own folder.

Held: passed
"""

import os
import subprocess


def attack(target):
    ways = {
        "shell": lambda: os.system("exit 0") == 0,
        "subprocess": lambda: subprocess.run(["/bin/true"], check=False, timeout=1).returncode == 0,
        "vfork": lambda: subprocess.run(["/bin/true"], check=False, close_fds=False).returncode == 0,
        "spawn": lambda: os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)[1] == 0,
        "own": _own,
    }
    return [name for name, way in ways.items() if _works(way)] or None


def _own():
    with open("own", "w") as file:
        file.write("#!/bin/sh\nexit 0\n")
    try:
        os.chmod("own", 0o755)
        return subprocess.run(["./own"], check=False).returncode == 0
    finally:
        os.unlink("own")


def _works(way):
    try:
        return way()
    except (OSError, subprocess.SubprocessError):
        return False
