"""The file of one attempt at a quiz: what a student hands in, and what `quiz grade` reads.

The seal is an HMAC over the content with a key that stands here. It stops no determined cheat, who has this program; it
tells files that were edited by hand, cut off, merged or mixed up.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

import msgspec

from grader.course.quizmodel import Quiz
from grader.errors import UsageError
from grader.quiz.draw import seed_for

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


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
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


def encode(attempt: Attempt) -> bytes:
    """The file."""
    content = {"schema": SCHEMA, **msgspec.to_builtins(attempt)}
    content["seal"] = _seal(content)
    return json.dumps(content, indent=1, ensure_ascii=False).encode() + b"\n"


def decode(data: bytes) -> Attempt:
    """AttemptError if it is none, or not as it was saved."""
    content = _object(data)
    schema, seal = content.get("schema"), content.pop("seal", None)
    if not isinstance(schema, int) or not isinstance(seal, str) or "quiz" not in content:
        raise AttemptError("it is no attempt at a quiz")
    if schema > SCHEMA:
        raise AttemptError("it was written by a later version of the grader; update this one")
    if _seal(content) != seal:
        raise AttemptError("it was changed after it was saved")
    try:
        attempt = msgspec.convert(content, Attempt)
        _ = attempt.started_at, attempt.finished_at
    except (msgspec.ValidationError, ValueError) as problem:
        raise AttemptError(f"it is no attempt at a quiz ({problem})") from None
    return attempt


def foreign(attempt: Attempt, quiz: Quiz, course_seed: int) -> str:
    """Why it cannot be an attempt at this quiz of this course; "" if it can."""
    if attempt.course != course_seed:
        return "it belongs to another course"
    if attempt.quiz != quiz.id:
        return f"it is an attempt at '{attempt.quiz}'"
    if attempt.student and attempt.seed != seed_for(course_seed, quiz.id, attempt.student, attempt.attempt):
        return f"its paper is not that of '{attempt.student}'"
    return ""


def _object(data: bytes) -> dict[str, Any]:
    if len(data) > MOST_BYTES:
        raise AttemptError("it is too large for an attempt at a quiz")
    try:
        content = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise AttemptError("it is no attempt at a quiz, or was cut off") from None
    if not isinstance(content, dict):
        raise AttemptError("it is no attempt at a quiz")
    return content


def _seal(content: dict[str, Any]) -> str:
    """Line ends and indents do not count: mail programs change them."""
    plain = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hmac.new(_KEY, plain.encode(), hashlib.sha256).hexdigest()
