"""Writes into the folders that Python imports from: the next one to import would run it.

Held: passed
"""

import os
import sysconfig

import numpy


def attack(target):
    written = []
    for folder in (
        sysconfig.get_path("purelib"),
        os.path.dirname(numpy.__file__),
        target["package"],
        sysconfig.get_path("stdlib"),
    ):
        path = os.path.join(folder, f"hostile-{os.getpid()}.txt")  # a name that nothing imports
        try:
            with open(path, "w") as file:
                file.write("x")
            os.unlink(path)
        except OSError:
            continue
        written.append(folder)
    return written or None
