"""From a save to its result on the screen of `grader watch`, over running the same checks in this process.

A real terminal and the course as its authors have it: hidden checks run, too. Medians of saves that alternate between a
right and a wrong answer, with the longest of them. Exits with 1 if a promise is not kept. `--rounds N` (default 20).
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import ModuleType

import numpy as np
import pexpect

from grader.course import Course, Exercise, load_course

ROOT = Path(__file__).parents[1]
GRADER = str(Path(sys.executable).with_name("grader"))
PROMISES = {"softmax": 150.0, "layer_norm": 300.0}  # milliseconds: one needs numpy, the other torch
TWICE = """

_right = {name}


def {name}(*arguments, **named):
    return 2 * _right(*arguments, **named)
"""
PAUSE = 0.4  # nobody saves twice in less


def in_process(exercise: Exercise, source: str) -> float:
    """Seconds for loading the source and calling every check, with no grader around it."""
    import torch

    torch.set_default_dtype(torch.float64)
    spaces = [_space(text) for text in (exercise.checks_source, exercise.hidden_source or "")]
    checks = [value for space in spaces for value in space.values() if hasattr(value, "__check__")]
    assert len(checks) == len(exercise.checks) + len(exercise.hidden_checks)
    began = time.perf_counter()
    implementation = ModuleType("submission")
    exec(compile(source, "submission.py", "exec"), implementation.__dict__)
    for number, check in enumerate(checks):
        check(implementation, np.random.RandomState(number))
    return time.perf_counter() - began


def _space(source: str) -> dict[str, object]:
    space: dict[str, object] = {}
    exec(compile(source, "checks.py", "exec"), space)
    return space


class Watched:
    """`grader watch` on a terminal that shows the whole page, in a workspace of its own."""

    def __init__(self, exercise: Exercise, folder: Path) -> None:
        self._exercise = exercise
        self._count = 0
        environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "NO_COLOR": "1", "TERM": "xterm"}
        workspace = folder / exercise.slug
        init = [GRADER, "init", str(workspace), "--course", str(ROOT)]
        subprocess.run(init, env=environment, check=True, capture_output=True)
        self._file = workspace / exercise.part.folder / exercise.path.name / f"{exercise.slug}.py"
        arguments = ["watch", exercise.slug, "--course", str(ROOT)]
        self._terminal = pexpect.spawn(
            GRADER, arguments, cwd=workspace, env=environment, dimensions=(70, 100), timeout=120, encoding="utf-8"
        )
        self._terminal.expect(r"\d+ of \d+ checks passed")

    def save(self, source: str, passes: bool) -> float:
        """Seconds until the screen tells how many checks passed."""
        time.sleep(PAUSE)
        self._count += 1
        self._drain()
        told = r"(?<!\d)(\d+) of \1 checks passed" if passes else r"(?<!\d)(\d+) of (?!\1 )\d+ checks passed"
        began = time.perf_counter()
        self._file.write_text(f"{source}\n# save {self._count}\n", encoding="utf-8")
        self._terminal.expect(told)
        return time.perf_counter() - began

    def _drain(self) -> None:
        while True:
            try:
                self._terminal.read_nonblocking(1 << 16, timeout=0)
            except pexpect.TIMEOUT:
                return

    def close(self) -> None:
        self._terminal.send("q")
        self._terminal.expect(pexpect.EOF)


def measure(course: Course, slug: str, rounds: int, folder: Path) -> tuple[list[float], list[float]]:
    """Milliseconds on the screen and in this process, by turns."""
    exercise = course.find(slug)
    right = exercise.solution_source
    wrong = right + TWICE.format(name=re.findall(r"^def (\w+)", right, re.MULTILINE)[0])  # values: the longest way
    screen, bare = [], []
    watched = Watched(exercise, folder)
    for number in range(rounds + 1):
        took = watched.save(right, True), watched.save(wrong, False), in_process(exercise, right)
        if number:  # the first round fills caches
            screen += [took[0] * 1000, took[1] * 1000]
            bare.append(took[2] * 1000)
    watched.close()
    return screen, bare


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    rounds, kept = parser.parse_args().rounds, True
    course = load_course(ROOT)
    with tempfile.TemporaryDirectory() as name:
        for slug, most in PROMISES.items():
            screen, bare = measure(course, slug, rounds, Path(name))
            median, base = statistics.median(screen), statistics.median(bare)
            kept = kept and median <= most
            print(f"{slug:12} save to screen {median:4.0f} ms, longest {max(screen):4.0f} ms", end="; ")
            print(f"in this process {base:.1f} ms: {median / base:.0f} times", end="; ")
            print(f"promised {most:g} ms: {'kept' if median <= most else 'NOT KEPT'}")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
