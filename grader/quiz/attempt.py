"""An attempt at a quiz, and the folder that a student's attempts lie in."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

import msgspec

from grader.course.quiz_model import Quiz
from grader.errors import UsageError, reason_of
from grader.files import lock, write
from grader.quiz.paper import seed_for

# The seal is an HMAC over the content with a key that stands here. It stops no determined cheat, who has this
# program; it tells files that were edited by hand, cut off, merged or mixed up.


SCHEMA = 1
MOST_BYTES = 1 << 20
_KEY = b"attempt at a quiz, schema 1"


class AttemptError(UsageError):
    """Says what is wrong with a file, as a sentence about "it"."""


class Ended(StrEnum):
    """How an attempt came to its end."""

    OPEN = ""
    SUBMITTED = "submitted"
    TIME = "time"


class QuizAttempt(msgspec.Struct, frozen=True, kw_only=True):
    """One attempt. Answers are those of `grader.quiz.answers`; a question without an entry has none."""

    course: int  # the course's seed: it tells courses apart
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
    drafts: dict[str, str] = {}  # typed, and not to be read as an answer
    flags: tuple[str, ...] = ()
    explained: tuple[str, ...] = ()  # the feedback was shown; from then on the answer stands
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
    """The file."""
    content = {"schema": SCHEMA, **msgspec.to_builtins(attempt)}
    content["seal"] = _seal(content)
    return json.dumps(content, indent=1, ensure_ascii=False).encode() + b"\n"


def decode(data: bytes) -> QuizAttempt:
    """AttemptError if it is none, or not as it was saved."""
    if len(data) > MOST_BYTES:
        raise AttemptError("it is too large for an attempt at a quiz")
    try:
        content = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise AttemptError("it is no attempt at a quiz, or was cut off") from None
    schema, seal = (content.get("schema"), content.pop("seal", None)) if isinstance(content, dict) else (None, None)
    if not isinstance(schema, int) or not isinstance(seal, str) or "quiz" not in content:
        raise AttemptError("it is no attempt at a quiz")
    if schema > SCHEMA:
        raise AttemptError("it was written by a later version of the grader; update this one")
    if _seal(content) != seal:
        raise AttemptError("it was changed after it was saved")
    try:
        attempt = msgspec.convert(content, QuizAttempt)
        _ = attempt.started_at, attempt.finished_at
    except (msgspec.ValidationError, ValueError) as problem:
        raise AttemptError(f"it is no attempt at a quiz ({problem})") from None
    return attempt


def foreign(attempt: QuizAttempt, quiz: Quiz, course_seed: int) -> str:
    """Why it cannot be an attempt at this quiz of this course; "" if it can."""
    if attempt.course != course_seed:
        return "it belongs to another course"
    if attempt.quiz != quiz.id:
        return f"it is an attempt at '{attempt.quiz}'"
    if attempt.student and attempt.seed != seed_for(course_seed, quiz.id, attempt.student, attempt.attempt):
        return f"its paper is not that of '{attempt.student}'"
    return ""


def _seal(content: dict[str, Any]) -> str:
    """Line ends and indents do not count: mail programs change them."""
    plain = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hmac.new(_KEY, plain.encode(), hashlib.sha256).hexdigest()


NAME = "attempts"
_FILE = re.compile(r"(?P<quiz>[a-z][a-z0-9_]*)\.attempt(?P<number>[1-9]\d{0,5})\.json", re.ASCII)


class AttemptFolder:
    """A student's attempts, one file each. It is made when the first one is saved; a file is replaced whole, so that a
    crash leaves the one before or after."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def path_of(self, quiz: str, number: int) -> Path:
        return self.path / f"{quiz}.attempt{number}.json"

    def attempts(self, quiz: str) -> list[QuizAttempt]:
        """Of one quiz, the first one first. UsageError if a file cannot be understood: numbers would be given twice."""
        return [self._read(path, quiz, number) for name, number, path in self._files() if name == quiz]

    def finished(self) -> dict[str, bytes]:
        """The files to hand in, by name; those that cannot be understood as well: somebody may."""
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
        """Until the block ends, no other terminal can take this quiz here."""
        path = self.path / f".{quiz}.lock"
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as problem:
            raise UsageError(f"'{path}' cannot be written: {reason_of(problem)}; go to a folder of yours") from None
        try:
            if lock(descriptor, wait=False) is False:
                raise UsageError(f"you are taking '{quiz}' in another terminal; go on there, or close it")
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

    def _read(self, path: Path, quiz: str, number: int) -> QuizAttempt:
        try:
            attempt = decode(_bytes(path))
        except AttemptError as problem:
            raise UsageError(f"'{path}' cannot be used: {problem}; move it away to go on without it") from None
        if (attempt.quiz, attempt.attempt) != (quiz, number):
            mine = self.path_of(attempt.quiz, attempt.attempt).name
            raise UsageError(f"'{path}' is another attempt's file; its name was '{mine}'")
        return attempt


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as problem:
        raise UsageError(f"'{path}' cannot be read: {reason_of(problem)}; check its permissions") from None
