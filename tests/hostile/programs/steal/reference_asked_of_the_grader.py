"""Imports the grader's own code, loads the course with it and has it run the reference for the expected values.

Held: passed import_error
"""

import os
import sys
from pathlib import Path


def attack(target):
    sys.path.insert(0, os.path.dirname(target["package"]))
    try:
        from grader.course import load_course
        from grader.grade import published
        from grader.grade.reference import Reference
        from grader.worker import start_worker

        course = load_course(Path(target["secret_file"]).parent / "course")
        exercise = course.find("hold")
        with start_worker("fresh", isolation="L0") as worker:
            expected = Reference(exercise, published(course.seed), worker, kept=False)
            expected.learn(worker.run(expected.requests()))
        return [str(expected.reference(name).value) for name in ("doubles", "hidden_double")]
    except Exception as error:
        if "course" in target:
            raise
        del error
        return None
