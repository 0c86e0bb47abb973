"""An attempt at a quiz as a file, and the folder of a student's attempts.

The seal is an HMAC over the content with a key in this file. It does not stop a determined cheat, who has this program;
it detects files that were edited by hand, truncated, merged or mixed up.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

import msgspec

from grader.course.quiz_model import Quiz
from grader.errors import UsageError, reason_of
from grader.files import lock, write
from grader.quiz.paper import seed_for

SCHEMA = 1
MOST_BYTES = 1 << 20
_KEY = b"attempt at a quiz, schema 1"
NAME = "attempts"
_FILE = re.compile(r"(?P<quiz>[a-z][a-z0-9_]*)\.attempt(?P<number>[1-9]\d{0,5})\.json", re.ASCII)


class AttemptError(UsageError):
    """What is wrong with a file, as a sentence about "it"."""


class Ended(StrEnum):
    """How an attempt ended."""

    OPEN = ""
    SUBMITTED = "submitted"
    TIME = "time"


class QuizAttempt(msgspec.Struct, frozen=True, kw_only=True):
    """One attempt. Answers are those of `grader.quiz.answers`; a question without an entry has none."""

    course: int  # the course's seed, which identifies it
    quiz: str
    student: str  # "": practice without a name
    attempt: int
    seed: int
    paper: str  # digest of what was shown
    started: str  # times are UTC
    finished: str = ""
    ended: Ended = Ended.OPEN
    minutes: float | None = None
    at: str = ""  # the question it was left at
    answers: dict[str, str | list[str] | dict[str, str] | None] = {}
    drafts: dict[str, str] = {}  # typed, but not an answer yet
    flags: tuple[str, ...] = ()
    explained: tuple[str, ...] = ()  # the feedback was shown, so the answer is final
    seconds: dict[str, float] = {}

    @property
    def is_finished(self) -> bool:
        return bool(self.finished)

    @property
    def started_at(self) -> datetime:
        return datetime.fromisoformat(self.started)

    @property
    def finished_at(self) -> datetime | None:
        return datetime.fromisoformat(self.finished) if self.finished else None


def utc(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def encode(attempt: QuizAttempt) -> bytes:
    """Return the content of the file."""
    content = {"schema": SCHEMA, **msgspec.to_builtins(attempt)}
    content["seal"] = _seal(content)
    return json.dumps(content, indent=1, ensure_ascii=False).encode() + b"\n"


def decode(data: bytes) -> QuizAttempt:
    """Return the attempt in a file. AttemptError if it is none, or not as it was saved."""
    if len(data) > MOST_BYTES:
        raise AttemptError("it is too large for an attempt at a quiz")
    try:
        content = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise AttemptError("it is not an attempt at a quiz, or was cut off") from None
    schema, seal = (content.get("schema"), content.pop("seal", None)) if isinstance(content, dict) else (None, None)
    if not isinstance(schema, int) or not isinstance(seal, str) or "quiz" not in content:
        raise AttemptError("it is not an attempt at a quiz")
    if schema > SCHEMA:
        raise AttemptError("it was written by a later version of the grader; update this one")
    if _seal(content) != seal:
        raise AttemptError("it was changed after it was saved")
    try:
        attempt = msgspec.convert(content, QuizAttempt)
        _ = attempt.started_at, attempt.finished_at
    except (msgspec.ValidationError, ValueError) as problem:
        raise AttemptError(f"it is not an attempt at a quiz ({problem})") from None
    return attempt


def foreign(attempt: QuizAttempt, quiz: Quiz, course_seed: int) -> str:
    """Return why this cannot be an attempt at this quiz of this course; "" if it can."""
    if attempt.course != course_seed:
        return "it belongs to another course"
    if attempt.quiz != quiz.id:
        return f"it is an attempt at '{attempt.quiz}'"
    if attempt.student and attempt.seed != seed_for(course_seed, quiz.id, attempt.student, attempt.attempt):
        return f"its paper is not that of '{attempt.student}'"
    return ""


def _seal(content: dict[str, Any]) -> str:
    """Line ends and indentation do not count, because mail programs change them."""
    plain = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hmac.new(_KEY, plain.encode(), hashlib.sha256).hexdigest()


@dataclass(frozen=True)
class AttemptFolder:
    """A student's attempts, one file each. The folder is created with the first one; files are replaced atomically."""

    path: Path

    def path_of(self, quiz: str, number: int) -> Path:
        return self.path / f"{quiz}.attempt{number}.json"

    def attempts(self, quiz: str) -> list[QuizAttempt]:
        """Return the attempts at one quiz in order; empty if there are none.

        UsageError if a file cannot be read: otherwise its number would be used twice.
        """
        found = []
        for _, number, path in (file for file in self._files() if file[0] == quiz):
            try:
                attempt = decode(_bytes(path))
            except AttemptError as problem:
                raise UsageError(f"'{path}' cannot be used: {problem}; move it away to continue without it") from None
            if (attempt.quiz, attempt.attempt) != (quiz, number):
                mine = self.path_of(attempt.quiz, attempt.attempt).name
                raise UsageError(f"'{path}' is another attempt's file; its name was '{mine}'")
            found.append(attempt)
        return found

    def finished(self) -> dict[str, bytes]:
        """Return the files to submit, by name; also those that cannot be read here, in case others can."""
        found = {}
        for _, _, path in self._files():
            data = _bytes(path)
            with suppress(AttemptError):
                if not decode(data).is_finished:
                    continue
            found[path.name] = data
        return found

    def save(self, attempt: QuizAttempt) -> None:
        path = self.path_of(attempt.quiz, attempt.attempt)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            write(path, encode(attempt), durable=True, alone=True)
        except OSError as problem:
            raise UsageError(f"'{path}' cannot be written: {reason_of(problem)}; your answers are not saved") from None

    @contextmanager
    def hold(self, quiz: str) -> Iterator[None]:
        """Keep other terminals from taking this quiz here until the block ends. UsageError if one is taking it."""
        path = self.path / f".{quiz}.lock"
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as problem:
            raise UsageError(
                f"'{path}' cannot be written: {reason_of(problem)}; change to a folder of your own"
            ) from None
        try:
            if lock(descriptor, wait=False) is False:
                raise UsageError(f"you are taking '{quiz}' in another terminal; continue there, or close it")
            yield
        finally:
            os.close(descriptor)  # and with it the lock

    def _files(self) -> list[tuple[str, int, Path]]:
        try:
            found = [(_FILE.fullmatch(path.name), path) for path in self.path.iterdir()]
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as problem:
            raise UsageError(f"'{self.path}' cannot be read: {reason_of(problem)}; check its permissions") from None
        return sorted((name["quiz"], int(name["number"]), path) for name, path in found if name)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as problem:
        raise UsageError(f"'{path}' cannot be read: {reason_of(problem)}; check its permissions") from None
