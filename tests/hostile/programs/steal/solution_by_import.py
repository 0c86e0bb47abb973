"""Imports the solution: by name along sys.path, and from its file.

Held: passed
"""

import importlib
import importlib.util
import os
import sys


def attack(target):
    folder = os.path.join(os.path.dirname(target["secret_file"]), "course", "solutions", "1_part", "01_hold")
    sys.path.insert(0, folder)
    importlib.invalidate_caches()
    try:
        return importlib.import_module("solution").SECRET_OF_THE_SOLUTION
    except (ImportError, AttributeError):
        pass
    try:
        spec = importlib.util.spec_from_file_location("taken", os.path.join(folder, "solution.py"))
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.SECRET_OF_THE_SOLUTION
    except (OSError, ImportError):
        return None
