"""Walks the frames of its callers and everything the collector knows for the solution, hidden checks and points.

Unprotected it plays a grader that grades in its own process: the course is loaded below the attack.

Held: passed
"""

import gc
import os
import re
import sys

WANTED = re.compile("xyzzy[-]plugh|where nobod[y] looks|hidden_double: [1]")  # so written that it does not find itself


def texts(thing, depth=0):
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, bytes):
        yield thing.decode("latin-1")
    elif depth < 3:
        if isinstance(thing, dict):
            thing = [*thing.keys(), *thing.values()]
        elif not isinstance(thing, (list, tuple, set, frozenset)):
            thing = list(vars(thing).values()) if type(getattr(thing, "__dict__", None)) is dict else ()
        for item in thing[:300] if isinstance(thing, (list, tuple)) else list(thing)[:300]:
            yield from texts(item, depth + 1)


def in_frames():
    frame = sys._getframe(1)
    while frame is not None:
        for place in (frame.f_locals, frame.f_globals):
            for text in texts(place):
                if WANTED.search(text):
                    return text
        frame = frame.f_back
    return None


def in_garbage():
    names = ("hidden_source", "solution_source", "points", "_expected", "_known", "reference")
    for thing in gc.get_objects():
        if isinstance(thing, dict) and any(type(thing.get(name)) in (str, bytes) for name in names[:2]):
            return thing["solution_source"]
        if type(thing).__name__ in ("Exercise", "Course", "Expected", "Outcomes", "Report", "Grader", "CheckSpec"):
            return repr(thing)[:300]
    return None


def attack(target):
    if "course" in target:
        sys.path.insert(0, os.path.dirname(target["package"]))
        from grader.course import load_course

        course = load_course(__import__("pathlib").Path(target["course"]))
        with open(target["course"] + "/solutions/1_part/01_hold/solution.py") as file:
            kept = file.read()
        found = in_frames(), in_garbage()
        return found if all(found) and course and kept else None  # both ways must work
    return in_frames() or in_garbage()
