"""Looks for what the submission before put into modules that live in the server's memory. Unprotected both share a process.

It also leaves its own mark when it is loaded, and finds it if the hidden checks' or the next child has the same memory.

Held: passed
"""

import builtins
import json
import sys

import numpy

FOUND = [
    name
    for name in ("numpy", "json", "builtins", "sys", "grader.checks")
    if hasattr(sys.modules.get(name), "left_behind")
]
for module in (numpy, json, builtins, sys, sys.modules.get("grader.checks")):
    if module is not None and hasattr(module, "mark_of_modules"):
        FOUND.append(module.__name__)
    if module is not None:
        module.mark_of_modules = module.left_behind_by_us = True


def attack(target):
    if "course" in target:
        import runpy

        return runpy.run_path(__file__)["FOUND"]  # loaded once more, as the next submission would be
    return FOUND or None
