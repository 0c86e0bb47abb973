"""How long a class takes: many submissions of numpy exercises, beside a bare loop over the same checks.

    python bench/batch.py [STUDENTS]

A class of 1,000 is promised in 60 s on two cores beyond imports, and a second run with nothing changed in 3 s. Both
are told as measured, and as a ratio to running the same checks in this process, with no isolation and no judging: the
ratio travels between machines, seconds do not.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from grader import grade_batch
from grader.course import Course, Exercise, load_course

ROOT = Path(__file__).parents[1]
EXERCISES = 5
WRONG_EVERY = 4  # every fourth solution makes a known mistake; the others are right, in all the ways that we know
PROMISED, PROMISED_AGAIN = 60.0, 3.0  # seconds for 1,000 students


def main() -> int:
    students = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    course = load_course(ROOT)
    chosen = numpy_exercises(course, EXERCISES)
    with tempfile.TemporaryDirectory() as folder:
        work, out = Path(folder) / "class", Path(folder) / "out"
        make_class(work, chosen, students)
        first, phases = timed(course, work, out)
        again, _ = timed(course, work, out)
    bare = bare_loop(chosen) * students
    jobs = students * len(chosen)
    scale = 1000 / students
    print(f"{students} students, {jobs} solutions of {', '.join(exercise.slug for exercise in chosen)}")
    pace = f"{first / students:.3f} s a submission, {1000 * first / jobs:.1f} ms a solution"
    print(f"first run   {first:7.1f} s   {pace}, {first / bare:.1f} × the bare loop")
    print("            " + ", ".join(f"{name} {seconds:.1f} s" for name, seconds in phases.items()))
    print(f"again       {again:7.1f} s   nothing changed")
    print(f"bare loop   {bare:7.1f} s   the same checks in one process, no isolation, no judging")
    print(f"of 1,000    {first * scale:7.1f} s   promised {PROMISED:g}")
    print(f"again       {again * scale:7.1f} s   promised {PROMISED_AGAIN:g}")
    return int(first * scale > PROMISED or again * scale > PROMISED_AGAIN)


def numpy_exercises(course: Course, count: int) -> list[Exercise]:
    return [e for e in course.exercises if not (e.needs_torch or e.provided_source)][:count]


def make_class(folder: Path, exercises: list[Exercise], students: int) -> None:
    """A folder for each student. No two solutions are the same text, or the second would not be graded."""
    for number in range(students):
        own = folder / f"student{number:05}"
        own.mkdir(parents=True)
        for at, exercise in enumerate(exercises):
            (own / f"{exercise.slug}.py").write_text(f"{_source(exercise, number + at)}\n# {number}\n")


def _source(exercise: Exercise, number: int) -> str:
    mistakes, ways = exercise.misconceptions, _right_ways(exercise)
    if number % WRONG_EVERY:
        return ways[number // WRONG_EVERY % len(ways)]
    mistake = mistakes[number // WRONG_EVERY % len(mistakes)].source
    own = [line for line in mistake.splitlines() if not line.startswith("from solution import")]
    aliases = [
        f"{new} = {old}"
        for line in mistake.splitlines()
        if line.startswith("from solution import")
        for old, _, new in (
            part.strip().partition(" as ") for part in line.removeprefix("from solution import").split(",")
        )
        if new
    ]
    return "\n".join([exercise.solution_source, *aliases, *own])


@cache
def _right_ways(exercise: Exercise) -> list[str]:
    """The reference, and the variants that are written with numpy or plain Python."""
    variants = (path.read_text("utf-8") for path in exercise.accepted)
    return [exercise.solution_source, *(source for source in variants if "torch" not in source)]


def timed(course: Course, work: Path, out: Path) -> tuple[float, dict[str, float]]:
    began = time.perf_counter()
    summary = grade_batch(course, work, out)
    return time.perf_counter() - began, summary.seconds


def bare_loop(exercises: list[Exercise], students: int = 20) -> float:
    """Seconds for one student's checks, called in this process: the mean of a few students of the class."""
    calls = [call for number in range(students) for call in _calls(exercises, number)]
    began = time.perf_counter()
    for number, (call, solution) in enumerate(calls):
        with suppress(Exception):  # a mistake may raise
            call(solution, np.random.RandomState(number))
    return (time.perf_counter() - began) / students


def _calls(exercises: list[Exercise], number: int) -> Iterator[tuple[Callable[..., Any], ModuleType]]:
    """The checks of one student, each with the solution that it is called on."""
    for at, exercise in enumerate(exercises):
        solution = ModuleType("solution")
        exec(_source(exercise, number + at), solution.__dict__)
        sources = (exercise.checks_source, exercise.checks), (exercise.hidden_source or "", exercise.hidden_checks)
        for source, specs in sources:
            space: dict[str, Any] = {}
            exec(source, space)
            yield from ((space[spec.id], solution) for spec in specs if not (spec.takes_given or spec.raises))


if __name__ == "__main__":
    sys.exit(main())
