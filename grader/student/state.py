"""What a student has done, in one file of the workspace: attempts, results, hints, days.

Changes are made under a lock and the file is replaced whole, so that two commands at once lose nothing and a crash
leaves the state before or after, never half of one. Times are UTC and nothing names a machine: the file may travel.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from grader.errors import UsageError, reason_of
from grader.files import lock, write
from grader.quiz.cards import Card
from grader.results import CheckResult, ExerciseResult, Outcome

SCHEMA = 1
_COURSE = re.compile(rb'"course"\s*:\s*("(?:[^"\\]|\\.)*")')
_MOST_DAYS = 4000


class ExerciseState(msgspec.Struct, frozen=True, omit_defaults=True):
    """One exercise, as far as the student has come."""

    attempts: int = 0  # versions that were checked
    hints: int = 0  # how many of the exercise's own have been shown
    told: str = ""  # the mistake that a hint was last about
    score: float = 0.0  # of the last attempt
    best: float = 0.0
    max_score: float = 0.0  # with what hidden checks will add
    outstanding: float = 0.0  # of these, what hidden checks will add
    first: str = ""  # times of the first and the last attempt
    last: str = ""
    source: str = ""  # digest of what was checked last
    passed: str = ""  # when all checks passed for the first time
    passed_source: str = ""  # digest of what passed last
    failed: tuple[str, ...] = ()  # checks that failed in the last attempt
    mistake: str = ""  # the misconception named in the last attempt
    diagnosis: str = ""  # that mistake in words, and what to do
    advice: str = ""
    where: tuple[str, ...] = ()  # the checks that it explains
    mistakes: dict[str, int] = {}  # all that were ever named, and how often they were met


class StudentState(msgspec.Struct, frozen=True):
    """The whole file."""

    schema: int = SCHEMA
    course: str = ""  # where the course is, from here; empty: around the workspace, or the bundled one
    days: tuple[str, ...] = ()  # on which something was checked
    exercises: dict[str, ExerciseState] = {}
    student: str = ""  # who works here, as the course knows them; asked before the first graded quiz
    cards: dict[str, Card] = {}  # "quiz/question" → when it comes back

    def record(self, slug: str) -> ExerciseState:
        return self.exercises.get(slug, ExerciseState())

    def with_record(self, slug: str, record: ExerciseState) -> StudentState:
        return msgspec.structs.replace(self, exercises={**self.exercises, slug: record})

    def streak(self, today: date) -> int:
        """Days in a row with work, up to today; a day that has only begun breaks nothing."""
        days = set(self.days)
        day = today if today.isoformat() in days else today - timedelta(days=1)
        count = 0
        while day.isoformat() in days:
            count, day = count + 1, day - timedelta(days=1)
        return count


def attempted(state: StudentState, result: ExerciseResult, source: str, now: datetime) -> StudentState:
    """The state after a check of the whole exercise. What the grader itself failed at is no attempt, nor is a look at
    what nobody has touched.

    `source`: digest of what was checked. `now`: in the student's time zone, since days are theirs.
    """
    if result.faulty or not is_attempt(result):
        return state
    before = state.record(result.exercise)
    time = now.astimezone(UTC).isoformat(timespec="seconds")
    record = msgspec.structs.replace(
        before,
        attempts=before.attempts + (source != before.source),
        score=result.score,
        best=max(before.best, result.score),
        max_score=result.max_score + result.outstanding,
        outstanding=result.outstanding,
        first=before.first or time,
        last=time,
        source=source,
        passed=before.passed or (time if result.passed else ""),
        passed_source=source if result.passed else before.passed_source,
        failed=tuple(check.id for check in result.checks if not check.passed),
        **_mistake(before, result.checks),
    )
    days = sorted({*state.days, now.date().isoformat()})[-_MOST_DAYS:]
    return msgspec.structs.replace(state.with_record(result.exercise, record), days=tuple(days))


def is_attempt(result: ExerciseResult) -> bool:
    """Has the student written anything that was checked?"""
    return any(check.outcome is not Outcome.NOT_ATTEMPTED for check in result.checks if not check.hidden)


def _mistake(before: ExerciseState, checks: Sequence[CheckResult]) -> dict[str, Any]:
    """The fields about the mistake. One that stays while the student works on it is met once."""
    named = {check.misconception: check for check in reversed(checks) if check.misconception}
    first = next((check for check in checks if check.misconception), None)
    met = [name for name in named if name != before.mistake]
    return {
        "mistake": first.misconception if first else "",
        "diagnosis": (first.diagnosis or "") if first else "",
        "advice": (first.advice or "") if first else "",
        "where": tuple(check.id for check in checks if first and check.misconception == first.misconception),
        "mistakes": {**before.mistakes, **{name: before.mistakes.get(name, 0) + 1 for name in met}},
    }


def hinted(state: StudentState, slug: str, count: int) -> StudentState:
    """The state after the first `count` hints have been shown."""
    record = state.record(slug)
    return state.with_record(slug, msgspec.structs.replace(record, hints=max(record.hints, count)))


class StateFile:
    """The file. `read` never waits; `change` waits for other commands that change it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> StudentState:
        """One that is missing or cannot be understood counts as a new one; `change` keeps a copy of it."""
        return self._decoded() or self._fresh()

    def change(self, step: Callable[[StudentState], StudentState]) -> StudentState:
        with _locked(self._path) as alone:
            before = self._decoded()
            if before is None:
                self._set_aside()
            after = step(before or self._fresh())
            self._write(after, alone)
        return after

    def repair(self) -> Path | None:
        """Where a file that could not be understood is kept now, after a new one was begun; None if all is well."""
        if self._decoded() is not None:
            return None
        with _locked(self._path) as alone:
            if self._decoded() is not None:  # another command was faster
                return None
            aside = self._set_aside()
            self._write(self._fresh(), alone)
        return aside

    def _fresh(self) -> StudentState:
        """A new beginning. Where the course is can be read even from a damaged file; without that, another course
        would take its place."""
        try:
            found = _COURSE.search(self._path.read_bytes())
            return StudentState(course=msgspec.json.decode(found[1], type=str)) if found else StudentState()
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return StudentState()

    def _decoded(self) -> StudentState | None:
        """None for a damaged file. UsageError for one of a later version: that must not be overwritten."""
        try:
            data = self._path.read_bytes()
            if not data.strip():
                return StudentState()
            if msgspec.json.decode(data, type=_Version).schema > SCHEMA:
                raise UsageError(f"'{self._path}' was written by a later version of the grader; update this one")
            return msgspec.json.decode(data, type=StudentState)
        except FileNotFoundError:
            return StudentState()
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None
        except OSError as problem:
            raise UsageError(f"'{self._path}' cannot be read: {reason_of(problem)}; check its permissions") from None

    def _set_aside(self) -> Path:
        """Damaged, but the student's: a copy is kept. The file itself stays until it is replaced: it marks the
        workspace."""
        number = 1
        while True:
            aside = self._path.with_name(f"{self._path.name}.damaged{number}")
            try:
                with aside.open("xb") as file:
                    file.write(self._path.read_bytes())
            except FileExistsError:
                number += 1
                continue
            except OSError as problem:
                raise _not_saved(self._path, problem) from None
            return aside

    def _write(self, state: StudentState, alone: bool) -> None:
        """`alone`: nobody else writes now, so one name serves, and what a killed command left is written over."""
        text = msgspec.json.format(msgspec.json.encode(state), indent=1) + b"\n"
        try:
            write(self._path, text, durable=True, alone=alone)
        except OSError as problem:
            raise _not_saved(self._path, problem) from None


class _Version(msgspec.Struct):
    """Read first: a later version may give other fields other types."""

    schema: int = SCHEMA


@contextmanager
def _locked(path: Path) -> Iterator[bool]:
    """Until the block ends, other processes wait here. False where a file system has no locks: nobody waits."""
    try:
        descriptor = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as problem:
        raise _not_saved(path, problem) from None
    try:
        yield lock(descriptor) is True
    finally:
        os.close(descriptor)  # and with it the lock


def _not_saved(path: Path, problem: OSError) -> UsageError:
    return UsageError(f"'{path}' cannot be written: {reason_of(problem)}; progress is not saved")
