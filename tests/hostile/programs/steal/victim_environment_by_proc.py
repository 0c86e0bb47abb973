"""Reads command line and environment of the grader, its server and others in /proc.

Held: passed
"""

import os


def attack(target):
    found = []
    for pid in (target["pid"], target["grader_pid"], os.getppid(), "self", 1):
        if "course" in target and pid != target["pid"]:
            continue
        for name in ("environ", "cmdline", "status", "auxv", "comm", "task", "stack", "syscall"):
            try:
                path = f"/proc/{pid}/{name}"
                if name == "task":
                    found.append(os.listdir(path))
                    continue
                with open(path, "rb") as file:
                    found.append(file.read(4096))
            except OSError:
                continue
    return found or None
