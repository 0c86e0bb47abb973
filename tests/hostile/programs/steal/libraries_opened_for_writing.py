"""Opens files of Python, numpy and the grader so that they could be changed for the submissions that follow. Changes none.

Held: passed
"""

import os
import sysconfig

import numpy


def attack(target):
    found = []
    files = [numpy.__file__, os.__file__, target["package"] + "/checks.py", target["package"] + "/worker/child.py"]
    for path in files:
        for flags in (os.O_RDWR, os.O_WRONLY | os.O_APPEND):
            try:
                os.close(os.open(path, flags))
                found.append(path)
            except OSError:
                continue
        try:
            os.rename(path, path)
            found.append(path)
        except OSError:
            continue
    for folder in {sysconfig.get_paths()["purelib"], target["package"], os.path.dirname(numpy.__file__)}:
        try:  # a file without a name: gone when closed
            os.close(os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o600))
            found.append(folder)
        except OSError:
            continue
    return found or None
