"""How long a class takes: many submissions of numpy exercises, and some of torch exercises, beside a bare loop.

    python bench/batch.py [STUDENTS] [--beside FOLDER]

A class of 1,000 is promised in 60 s on two cores beyond imports, and a second run with nothing changed in 3 s. Both
are told as measured, and as a ratio to running the same checks in one process, with no isolation and no judging: the
ratio travels between machines, seconds do not. `--beside` grades the same classes with another checkout, too, turn
by turn in the same run.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
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

from grader.course import Course, Exercise, load_course

ROOT = Path(__file__).parents[1]
EXERCISES = 5
TORCH = ("multi_head", "layer_norm", "encoder")
WRONG_EVERY = 4  # every fourth solution makes a known mistake; the others are right, in all the ways that we know
PROMISED, PROMISED_AGAIN = 60.0, 3.0  # seconds for 1,000 students of numpy exercises
PROMISED_RATIO = 2.5  # to the bare loop, numpy exercises
ROUNDS = 2  # with --beside, in which each side has its turn


def main() -> int:
    asked = argparse.ArgumentParser()
    asked.add_argument("students", nargs="?", type=int, default=1000)
    asked.add_argument("--beside", type=Path, help="another checkout of this project, to be measured in turn")
    given = asked.parse_args()
    course = load_course(ROOT)
    kept = [
        row("numpy", numpy_exercises(course, EXERCISES), given.students, given.beside, promised=True),
        row("torch", [course.find(slug) for slug in TORCH], max(10, given.students // 5), given.beside, promised=False),
    ]
    return int(not all(kept))


def row(name: str, chosen: list[Exercise], students: int, beside: Path | None, promised: bool) -> bool:
    """Measures one class, prints what came out, and tells whether promises are kept."""
    sides = {"here": ROOT, **({"beside": beside.resolve()} if beside else {})}
    firsts: dict[str, list[float]] = {side: [] for side in sides}
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder) / "class"
        make_class(work, chosen, students)
        for number in range(ROUNDS if beside else 1):
            for side, checkout in sides.items():
                out = Path(folder) / f"{side}{number}"
                first, phases = timed(checkout, work, out)
                firsts[side].append(first)
                if side == "here":
                    told, again = phases, timed(checkout, work, out)[0]
    first, bare = min(firsts["here"]), bare_loop(chosen) * students
    jobs, scale = students * len(chosen), 1000 / students
    print(f"{name}: {students} students, {jobs} solutions of {', '.join(exercise.slug for exercise in chosen)}")
    pace = f"{first / students:.3f} s a submission, {1000 * first / jobs:.1f} ms a solution"
    print(f"first run   {first:7.1f} s   {pace}, {first / bare:.2f} × the bare loop")
    print("            " + ", ".join(f"{phase} {seconds:.1f} s" for phase, seconds in told.items()))
    print(f"again       {again:7.1f} s   nothing changed")
    print(f"bare loop   {bare:7.1f} s   the same checks in one process, no isolation, no judging")
    if beside:
        other = min(firsts["beside"])
        print(f"beside      {other:7.1f} s   {other / bare:.2f} × the bare loop; here is {other / first:.2f} × as fast")
    if not promised:
        return True
    print(f"of 1,000    {first * scale:7.1f} s   promised {PROMISED:g}")
    print(f"again       {again * scale:7.1f} s   promised {PROMISED_AGAIN:g}")
    print(f"ratio       {first / bare:7.2f}     promised {PROMISED_RATIO:g}", end="\n\n")
    return first * scale <= PROMISED and again * scale <= PROMISED_AGAIN and first / bare <= PROMISED_RATIO


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
    """The reference, and the variants; of a numpy exercise those that are written with numpy or plain Python."""
    variants = (path.read_text("utf-8") for path in exercise.accepted)
    return [exercise.solution_source, *(source for source in variants if exercise.needs_torch or "torch" not in source)]


def timed(checkout: Path, work: Path, out: Path) -> tuple[float, dict[str, float]]:
    """A class, graded by the grader and the course of a checkout: seconds of the whole command, and by phase."""
    code = "from grader.cli import main; main()"
    command = [sys.executable, "-c", code, "batch", str(work), "--out", str(out), "--course", str(checkout), "--json"]
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    began = time.perf_counter()
    done = subprocess.run(command, env=environment, cwd=work.parent, stdout=subprocess.PIPE, check=True)
    return time.perf_counter() - began, json.loads(done.stdout)["seconds"]


def bare_loop(exercises: list[Exercise], students: int = 20) -> float:
    """Seconds for one student's checks, called in this process: the mean of a few students of the class."""
    if any(exercise.needs_torch for exercise in exercises):
        import torch

        torch.set_num_threads(1)  # as children have it
    calls = [call for number in range(students) for call in _calls(exercises, number)]
    began = time.perf_counter()
    for number, (call, solution) in enumerate(calls):
        with suppress(Exception):  # a mistake may raise
            call(solution, np.random.RandomState(number))
    return (time.perf_counter() - began) / students


def _calls(exercises: list[Exercise], number: int) -> Iterator[tuple[Callable[..., Any], ModuleType]]:
    """The checks of one student, each with the solution that it is called on."""
    for at, exercise in enumerate(exercises):
        sys.modules["provided"] = provided = ModuleType("provided")
        exec(exercise.provided_source or "", provided.__dict__)
        solution = ModuleType("solution")
        exec(_source(exercise, number + at), solution.__dict__)
        sources = (exercise.checks_source, exercise.checks), (exercise.hidden_source or "", exercise.hidden_checks)
        for source, specs in sources:
            space: dict[str, Any] = {}
            exec(source, space)
            yield from ((space[spec.id], solution) for spec in specs if not (spec.takes_given or spec.raises))


if __name__ == "__main__":
    sys.exit(main())
