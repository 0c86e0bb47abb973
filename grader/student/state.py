"""What a student has done, in one file of the workspace: attempts, results, hints, days.

Changes are made under a lock and the file is replaced as a whole, so two commands at once lose nothing and a crash
leaves the state before or after, never half of one. Times are UTC and nothing depends on the machine: the file can be
moved to another one.
"""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Annotated

import msgspec

from grader.errors import UsageError, reason_of
from grader.files import in_words, lock, write
from grader.results import ExerciseResult, Outcome

SCHEMA = 1
_COURSE = re.compile(rb'"course"\s*:\s*("(?:[^"\\]|\\.)*")')
_MOST_DAYS = 4000


Time = Annotated[datetime, msgspec.Meta(tz=True)]


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question to review: the state of FSRS, with times in UTC."""

    due: Time
    last: Time | None = None  # when it was last asked
    state: int = 1  # FSRS's: 1 learning, 2 review, 3 relearning
    step: int | None = 0
    stability: float | None = None
    difficulty: float | None = None
    asked: int = 0  # how often
    met: int = 0  # how often its misconceptions were met in exercises when they last made it due


class ExerciseState(msgspec.Struct, frozen=True, omit_defaults=True):
    """A student's progress in one exercise."""

    attempts: int = 0  # different versions that were checked
    hints: int = 0  # how many hints were shown, without those of `function_hints`
    function_hints: dict[str, int] = {}  # how many were shown that are about one function
    score: float = 0.0  # of the last attempt
    best: float = 0.0
    max_score: float = 0.0  # hidden checks included
    outstanding: float = 0.0  # the part of it that hidden checks decide
    first: str = ""  # time of the first attempt
    last: str = ""  # time of the last attempt
    source: str = ""  # digest of what was checked last
    passed: str = ""  # when all checks passed for the first time
    passed_source: str = ""  # digest of what passed last
    gave_up: str = ""  # when the solution was shown before all checks passed
    failed: tuple[str, ...] = ()  # checks that failed in the last attempt
    first_failed: str = ""  # the check to look at first
    mistake: str = ""  # the misconception named in the last attempt
    mistakes: dict[str, int] = {}  # all that were ever named, and how often


class StudentState(msgspec.Struct, frozen=True):
    """The whole file."""

    schema: int = SCHEMA
    course: str = ""  # path of the course from here; empty: a parent folder, or the bundled course
    days: tuple[str, ...] = ()  # on which something was checked
    exercises: dict[str, ExerciseState] = {}
    student: str = ""  # the student's id; asked before the first graded quiz
    cards: dict[str, Card] = {}  # "quiz/question" → when it is due for review

    def record(self, slug: str) -> ExerciseState:
        return self.exercises.get(slug, ExerciseState())

    def with_record(self, slug: str, record: ExerciseState) -> StudentState:
        return msgspec.structs.replace(self, exercises={**self.exercises, slug: record})

    def streak(self, today: date) -> int:
        """Days in a row with work, up to today; a streak that lasted until yesterday still counts."""
        days = set(self.days)
        day = today if today.isoformat() in days else today - timedelta(days=1)
        count = 0
        while day.isoformat() in days:
            count, day = count + 1, day - timedelta(days=1)
        return count


def attempted(state: StudentState, result: ExerciseResult, source: str, now: datetime) -> StudentState:
    """The state after a check of the whole exercise. It stays as it is if the grader itself failed, or if the student
    has not written anything yet.

    `source`: digest of what was checked. `now`: in the student's time zone, since days are theirs.
    """
    if result.faulty or not is_attempt(result):
        return state
    before = state.record(result.exercise)
    time = now.astimezone(UTC).isoformat(timespec="seconds")
    mistakes = list(dict.fromkeys(check.misconception for check in result.checks if check.misconception))
    # A mistake that stays while the student works on it is counted once.
    counts = {name: before.mistakes.get(name, 0) + 1 for name in mistakes if name != before.mistake}
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
        first_failed=result.first_failure.id if result.first_failure else "",
        mistake=mistakes[0] if mistakes else "",
        mistakes=before.mistakes | counts,
    )
    days = sorted({*state.days, now.date().isoformat()})[-_MOST_DAYS:]
    return msgspec.structs.replace(state.with_record(result.exercise, record), days=tuple(days))


def is_attempt(result: ExerciseResult) -> bool:
    """Whether the student has written anything that was checked."""
    return any(check.outcome is not Outcome.NOT_ATTEMPTED for check in result.checks if not check.hidden)


def hinted(state: StudentState, slug: str, count: int, function: str = "") -> StudentState:
    """The state after the first `count` hints of an exercise were shown, or those about one function."""
    record = state.record(slug)
    if not function:
        return state.with_record(slug, msgspec.structs.replace(record, hints=max(record.hints, count)))
    shown = record.function_hints | {function: max(record.function_hints.get(function, 0), count)}
    return state.with_record(slug, msgspec.structs.replace(record, function_hints=shown))


def gave_up(state: StudentState, slug: str, now: datetime) -> StudentState:
    """The state after the solution was shown before all checks passed."""
    time = now.astimezone(UTC).isoformat(timespec="seconds")
    return state.with_record(slug, msgspec.structs.replace(state.record(slug), gave_up=time))


class StateFile:
    """The file. `read` never waits; `change` waits for other commands that change it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> StudentState:
        """The state; a new one if the file is missing or damaged. UsageError if it cannot be read, or was written by a
        later version."""
        return self._decoded() or self._fresh()

    def change(self, step: Callable[[StudentState], StudentState]) -> StudentState:
        """Apply `step` and return the new state. A damaged file is copied first. UsageError if it cannot be saved."""
        return self._replace(step)[0]

    def repair(self) -> Path | None:
        """Start a new file if this one is damaged, and return the path of its copy; None if it is not damaged."""
        return self._replace(lambda state: state)[1] if self._decoded() is None else None

    def _replace(self, step: Callable[[StudentState], StudentState]) -> tuple[StudentState, Path | None]:
        """The new state, and where a damaged file was copied to."""
        copy = None
        with in_words(self._path, "progress is not saved"):
            descriptor = os.open(self._path.with_name(f"{self._path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o666)
            try:
                # If the file system has no locks, another command may write now: then each uses a name of its own.
                alone = lock(descriptor) is True
                before = self._decoded()
                if before is None:  # the file itself stays until it is replaced: it marks the workspace
                    copy = new_file(self._path, "damaged")
                    copy.write_bytes(self._path.read_bytes())
                after = step(before or self._fresh())
                text = msgspec.json.format(msgspec.json.encode(after), indent=1) + b"\n"
                write(self._path, text, durable=True, alone=alone)
            finally:
                os.close(descriptor)  # releases the lock
        return after, copy

    def _fresh(self) -> StudentState:
        """A new state that keeps the path of the course, which can be read even from a damaged file: without it,
        another course would be used."""
        try:
            found = _COURSE.search(self._path.read_bytes())
            return StudentState(course=msgspec.json.decode(found[1], type=str)) if found else StudentState()
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return StudentState()

    def _decoded(self) -> StudentState | None:
        """None for a damaged file. UsageError for one of a later version: it must not be overwritten."""
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


def new_file(path: Path, kind: str) -> Path:
    """Create an empty file beside `path` under the next free name, "masking.py.backup1", so that nobody else can take
    it."""
    for number in itertools.count(1):
        found = path.with_name(f"{path.name}.{kind}{number}")
        with suppress(FileExistsError), found.open("xb"):
            break
    return found


class _Version(msgspec.Struct):
    """Read first: a later version may give other fields other types."""

    schema: int = SCHEMA
