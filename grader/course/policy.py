"""How points become marks: the `policy` section of course.yaml. Every key may be left out; here are all of them.

    policy:
      counts: [1_before_attention, masking, beam_search, quizzes]   # parts by their folders; else everything counts
      weights:               # what they count; else an exercise its points, a part the sum of its exercises
        masking: 2
        1_before_attention: 60   # shared by its exercises as their own weights say
        quizzes: 40
      maximum: 100           # the whole is scaled to this; else it is the sum of the weights
      attempts: best         # of several attempts at an exercise the best counts, lateness included; else the last
      late:
        due: 2026-03-01 23:59 +01:00   # for all, or {all: …, 2_attention: …, masking: …}; else what the LMS says counts
        grace: 15 minutes    # nothing is lost up to here; later, the time is counted from the due date
        penalty: 10          # percent …
        per: day             # … for every day begun; or hour, or once
        of: earned           # of the points earned, or of the maximum
        at_most: 50          # percent in all
        no_credit_after: 7 days
      drop: {1_before_attention: 1, quizzes: 1}   # the lowest of each; or {all: 2}
      extra: [beam_search]   # comes on top of the maximum …
      extra_at_most: 10      # … by up to so many percent of it; else it only makes up for points lost elsewhere
      round: 1               # digits after the point; halves go up

Points are not stored with outcomes, so a new policy needs no new grading.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from enum import StrEnum

import msgspec

QUIZZES = "quizzes"  # stands for all of them, as a part's folder does for its exercises
ALL = "all"
_LENGTH = re.compile(r"(\d+(?:\.\d+)?) ?(second|minute|hour|day|week)s?")


class Attempts(StrEnum):
    """Which of several attempts counts."""

    LAST = "last"
    BEST = "best"


class Per(StrEnum):
    """How often a late penalty is taken off."""

    DAY = "day"
    HOUR = "hour"
    ONCE = "once"


class Of(StrEnum):
    """What a late penalty is a share of."""

    EARNED = "earned"
    MAXIMUM = "maximum"


class LateFile(msgspec.Struct, kw_only=True):
    """The keys of `late`."""

    due: str | dict[str, str] = ""
    grace: str = "0 seconds"
    penalty: float = 0.0
    per: str = Per.DAY.value
    of: str = Of.EARNED.value
    at_most: float = 100.0
    no_credit_after: str = ""


class PolicyFile(msgspec.Struct, kw_only=True):
    """The keys of `policy`."""

    counts: tuple[str, ...] = ()
    weights: dict[str, float] = msgspec.field(default_factory=dict)
    maximum: float | None = None
    attempts: str = Attempts.LAST.value
    late: LateFile | None = None
    drop: dict[str, int] = msgspec.field(default_factory=dict)
    extra: tuple[str, ...] = ()
    extra_at_most: float = 0.0
    round: int = 2


class Late(msgspec.Struct, frozen=True, kw_only=True):
    """What lateness costs. `due`: by exercise, quiz, part, or "all"."""

    due: dict[str, datetime]
    grace: timedelta
    penalty: float
    per: Per
    of: Of
    at_most: float
    no_credit_after: timedelta | None


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """How points become marks."""

    counts: tuple[str, ...] = ()
    weights: dict[str, float] = {}
    maximum: float | None = None
    attempts: Attempts = Attempts.LAST
    late: Late | None = None
    drop: dict[str, int] = {}
    extra: tuple[str, ...] = ()
    extra_at_most: float = 0.0
    digits: int = 2


def to_policy(content: PolicyFile) -> Policy:
    """From keys that have been found right."""
    return Policy(
        counts=content.counts,
        weights=content.weights,
        maximum=content.maximum,
        attempts=Attempts(content.attempts),
        late=None if content.late is None else _late(content.late),
        drop=content.drop,
        extra=content.extra,
        extra_at_most=content.extra_at_most,
        digits=content.round,
    )


def _late(content: LateFile) -> Late:
    return Late(
        due={name: read_time(text) for name, text in due_texts(content).items()},
        grace=read_length(content.grace),
        penalty=content.penalty,
        per=Per(content.per),
        of=Of(content.of),
        at_most=content.at_most,
        no_credit_after=read_length(content.no_credit_after) if content.no_credit_after else None,
    )


def due_texts(content: LateFile) -> dict[str, str]:
    """One time for all is the time of "all"."""
    if isinstance(content.due, dict):
        return content.due
    return {ALL: content.due} if content.due else {}


def read_time(text: str) -> datetime:
    """ "2026-03-01 23:59 +01:00" in UTC; ValueError for anything else, also for a time without a time zone."""
    time = datetime.fromisoformat(re.sub(r" (?=[+-]\d|Z$)", "", text.strip()))
    if time.tzinfo is None:
        raise ValueError("no time zone")
    return time.astimezone(UTC)


def read_length(text: str) -> timedelta:
    """ "15 minutes"; ValueError for anything else."""
    match = _LENGTH.fullmatch(text.strip())
    if match is None:
        raise ValueError("no length of time")
    return timedelta(**{f"{match[2]}s": float(match[1])})


def policy_text(policy: Policy) -> str:
    """One text for each policy, to tell whether it has changed, and how."""
    return msgspec.json.encode(policy, order="sorted").decode()
