"""Slow checks: heard while they run, and kept as soon as they end, so that nobody waits twice for the same training."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from grader.course import CheckSpec, Exercise
from grader.errors import WireError
from grader.files import package_digest
from grader.grade.kept import VERSION, Outcomes, from_cache, key_of, to_cache
from grader.grade.plan import Setting, forbidden_by
from grader.submission import Submission
from grader.worker import Report

Hear = Callable[[str, str], object]  # a check, and what it has printed now

_OWN = "submission"  # the name under which outcomes of a submission are kept


class Slow:
    """Listens to a submission of one exercise. Of its slow checks those that ended earlier need not run again."""

    def __init__(
        self,
        exercise: Exercise,
        submission: Submission,
        setting: Setting,
        specs: Sequence[CheckSpec],
        kept: bool,
        hear: Hear | None,
    ) -> None:
        self._exercise = exercise
        self._submission = submission
        self._setting = setting
        self._titles = {spec.id: spec.title for spec in specs if kept and spec.slow and not spec.hidden}
        self._known: dict[str, Report] = {}
        self._hear = hear

    @property
    def listens(self) -> bool:
        return self._hear is not None or bool(self._titles)

    def known(self) -> dict[str, Report]:
        """The reports of slow checks that ended in an earlier run of the same code."""
        for check in self._titles:
            outcomes = from_cache(self._key(check))
            if outcomes is not None:
                self._known[check] = outcomes.reports[_OWN][check]
        return self._known

    def notes(self) -> tuple[str, ...]:
        return tuple(
            f"Not run again, for the code is the same as before: '{self._titles[check]}'." for check in self._known
        )

    def printed(self, check: str, text: bytes) -> None:
        if self._hear is not None:
            self._hear(check, text.decode("utf-8", "replace"))

    def finished(self, report: Report) -> None:
        """Only values are kept: on another day a timeout may not happen."""
        with suppress(WireError):
            if report.check in self._titles and report.status == "value":
                to_cache(self._key(report.check), Outcomes({_OWN: {report.check: report}}))

    def _key(self, check: str) -> str:
        exercise, mine = self._exercise, self._submission
        setting = self._setting if exercise.needs_device else replace(self._setting, device="")
        judges = exercise.judges_path
        files = [f"{name} {hashlib.sha256(content).hexdigest()}" for name, content in mine.files]
        parts = [_OWN, str(VERSION), sys.version, package_digest(), str(setting), exercise.slug, check]
        parts += [exercise.checks_source, exercise.provided_source or "", judges.read_text() if judges else ""]
        parts += [" ".join(forbidden_by(exercise))]
        return key_of([*parts, hashlib.sha256(mine.source).hexdigest(), mine.filename, *files])
