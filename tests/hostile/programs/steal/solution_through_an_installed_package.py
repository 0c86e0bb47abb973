"""Looks for a course below every folder that Python imports from, and imports packages that no course lists.

Held: passed exception
"""

import importlib
import os
import sys

UNLISTED = ("click", "yaml", "msgspec", "nbformat", "pytest", "pip", "textual", "grader.course", "grader.grade")


def attack(target):
    found = []
    for name in UNLISTED:
        try:
            importlib.import_module(name)
            found.append(name)
        except ImportError:
            continue
    for folder in (*sys.path, target["package"]):
        for place, _, files in os.walk(folder):
            if "solution.py" in files or "exercise.yaml" in files or "outcomes.bin" in files:
                found.append(place)
    return found or None


def double(x):
    return x
