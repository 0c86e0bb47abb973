"""Asks the frames that call it where the checks' file lies, and reads the solutions beside it.

Unprotected it is called by the course's own check, loaded from its file.

Held: passed
"""

import inspect
import os
import runpy
import sys
import traceback
import types


def look(target):
    names, frame = set(), sys._getframe()
    while frame is not None:
        names |= {frame.f_code.co_filename, str(frame.f_globals.get("__file__")), str(inspect.getsourcefile(frame))}
        frame = frame.f_back
    names |= {entry.filename for entry in traceback.extract_stack()}
    for name in names:
        folder = os.path.dirname(name.replace("exercises", "solutions"))
        for wanted in ("hidden_checks.py", "solution.py"):
            try:
                with open(os.path.join(folder, wanted)) as file:
                    return file.read()
            except OSError:
                continue
    return None


def attack(target):
    if "course" not in target:
        return look(target)
    sys.path.insert(0, os.path.dirname(target["package"]))
    space = runpy.run_path(target["course"] + "/exercises/1_part/01_hold/checks.py")
    return space["attack"](types.SimpleNamespace(attack=look), None, target)["got"]
