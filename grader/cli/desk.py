"""Grades for a person at a terminal: opens workers when needed, and shows how far a slow check is."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from grader.cli.common import style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.course import Course, Exercise
    from grader.grade import Grader
    from grader.results import ExerciseResult
    from grader.submission import Submission
    from grader.worker import Worker


class Desk:
    """One course, one isolation, one device; as many exercises as wanted."""

    def __init__(self, ahead: Worker | None, isolation: str, device: str) -> None:
        from grader.worker import start_worker

        self._worker = ahead or start_worker(isolation=isolation)  # ends with this process: nobody waits for it
        self._isolation = isolation
        self._device = device
        self._graders: dict[str, Grader] = {}

    def grade(
        self, course: Course, exercise: Exercise, file: Submission, only: Sequence[str] = (), quiet: bool = False
    ) -> ExerciseResult:
        """The result; `quiet`: nothing is shown while it is made."""
        grader = self._grader(course, exercise)
        Thread(target=import_module, args=("grader.compare",), daemon=True).start()  # numpy, while children work
        line = None if quiet else _Line.if_watched(exercise)
        try:
            return grader.grade(exercise, file, only=only, hear=line.hear if line else None)
        finally:
            if line:
                line.clear()

    def _grader(self, course: Course, exercise: Exercise) -> Grader:
        from grader.grade import Grader
        from grader.worker import start_worker
        from grader.worker.start import choose_device, needs_fresh

        where = choose_device(self._device if exercise.needs_device else "simulated")
        if where not in self._graders:
            worker = start_worker("fresh", isolation=self._isolation) if needs_fresh(where) else self._worker
            self._graders[where] = Grader(course, worker, device=where)
        return self._graders[where]


class _Line:
    """The last line of the terminal, while a check that prints its progress runs."""

    def __init__(self, exercise: Exercise) -> None:
        from grader.report.live import Live

        self._live = Live({spec.id: spec.title for spec in exercise.checks}, style(sys.stderr))
        self._shown = False

    @classmethod
    def if_watched(cls, exercise: Exercise) -> _Line | None:
        """Only where there is something to wait for, and somebody who waits."""
        watched = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        return cls(exercise) if watched and any(spec.slow for spec in exercise.checks) else None

    def hear(self, check: str, text: str) -> None:
        line = self._live.line(check, text)
        if line is not None:
            self._write(f"\r\x1b[2K{line}")
            self._shown = True

    def clear(self) -> None:
        if self._shown:
            self._write("\r\x1b[2K")

    def _write(self, text: str) -> None:
        import click

        click.echo(text, nl=False, err=True, color=True)


def save_drawings(result: ExerciseResult, file: Path) -> list[Path]:
    """Drawings of passed checks as SVG, beside the file that was checked; the paths written."""
    from grader.report.picture import to_svg

    drawn = [check for check in result.checks if check.passed and check.drawing is not None]
    saved = []
    for check in drawn:
        name = f"{file.stem}.svg" if len(drawn) == 1 else f"{file.stem}-{check.id}.svg"
        assert check.drawing is not None
        file.with_name(name).write_text(to_svg(check.drawing, check.drawing.title), encoding="utf-8")
        saved.append(file.with_name(name))
    return saved
