"""Searches another process's memory for its secret through /proc/<pid>/mem.

Held: passed
"""

import os


def search(pid, needle):
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as memory:
        for line in maps:
            if "[heap]" not in line and "[stack]" not in line:
                continue
            start, end = (int(part, 16) for part in line.split()[0].split("-"))
            data = os.pread(memory.fileno(), end - start, start)
            at = data.find(needle)
            if at >= 0:
                return data[at : at + 40]
    return None


def attack(target):
    pids = [target["pid"]] if "course" in target else [target["pid"], target["grader_pid"], os.getppid(), 1]
    for pid in pids:
        try:
            found = search(pid, b"the answer")
        except OSError:
            continue
        if found:
            return found
    return None
