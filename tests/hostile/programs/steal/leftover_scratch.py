"""Looks for files of the submission before: in the scratch folder, beside it, and in folders for temporary files.

Unprotected a fork of it leaves one.

Held: passed
"""

import os
import tempfile


def attack(target):
    if "course" in target:
        pid = os.fork()
        if pid == 0:
            with open(os.path.join(target["folder"], "left_behind.txt"), "w") as file:
                file.write("left by the submission before")
            os._exit(0)
        os.waitpid(pid, 0)
    found = []
    places = {
        ".",
        "..",
        "../..",
        "/box",
        "/tmp",
        "/var/tmp",
        "/dev/shm",
        "/run",
        tempfile.gettempdir(),
        target["folder"],
    }
    for place in places:
        try:
            with open(os.path.join(place, "left_behind.txt")) as file:
                found.append(file.read())
            os.unlink(os.path.join(place, "left_behind.txt"))
        except OSError:
            pass
        try:
            found += [name for name in os.listdir(place) if name.startswith("grader-") and "course" not in target]
        except OSError:
            continue
    return found or None
