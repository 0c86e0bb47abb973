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

import math
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import msgspec.structs

from grader.course import yaml as yamlfile
from grader.errors import ContentError
from grader.text import did_you_mean, read_text

if TYPE_CHECKING:
    from grader.course.load import Course

QUIZZES = "quizzes"  # stands for all of them, as a part's folder does for its exercises
ALL = "all"
_MOST_DIGITS = 6
_LENGTH = re.compile(r"(\d+(?:\.\d+)?) ?(second|minute|hour|day|week)s?")

Problem = tuple[str, tuple[str | int, ...]]  # what is wrong, and where under `policy`


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


class LateKeys(msgspec.Struct, frozen=True, kw_only=True):
    """The keys of `late` that need no parsing."""

    penalty: float = 0.0
    at_most: float = 100.0


class LateFile(LateKeys, frozen=True, kw_only=True):
    """All keys of `late`."""

    due: str | dict[str, str] = ""
    grace: str = "0 seconds"
    per: str = Per.DAY.value
    of: str = Of.EARNED.value
    no_credit_after: str = ""

    @property
    def due_texts(self) -> dict[str, str]:
        """The due times; a single one is that of "all"."""
        if isinstance(self.due, dict):
            return self.due
        return {ALL: self.due} if self.due else {}


class Late(LateKeys, frozen=True, kw_only=True):
    """The cost of lateness. `due`: by exercise, quiz, part, or "all"."""

    due: dict[str, datetime] = {}
    grace: timedelta = timedelta()
    per: Per = Per.DAY
    of: Of = Of.EARNED
    no_credit_after: timedelta | None = None


class PolicyKeys(msgspec.Struct, frozen=True, kw_only=True):
    """The keys of `policy` that need no parsing."""

    counts: tuple[str, ...] = ()
    weights: dict[str, float] = {}
    maximum: float | None = None
    drop: dict[str, int] = {}
    extra: tuple[str, ...] = ()
    extra_at_most: float = 0.0


class PolicyFile(PolicyKeys, frozen=True, kw_only=True):
    """All keys of `policy`."""

    attempts: str = Attempts.LAST.value
    late: LateFile | None = None
    round: int = 2


class Policy(PolicyKeys, frozen=True, kw_only=True):
    """How points become marks."""

    attempts: Attempts = Attempts.LAST
    late: Late | None = None
    digits: int = 2


def read_policy(course: Course) -> Policy:
    """Return the course's policy; ContentError if it is wrong."""
    for error in policy_problems(course):
        raise error
    return policy_of(course.policy_file)


def policy_of(content: PolicyFile) -> Policy:
    """Return the policy that a file without problems describes."""
    keys = msgspec.structs.asdict(content)
    keys["digits"] = keys.pop("round")
    if content.late is not None:
        keys["late"] = late = msgspec.structs.asdict(content.late)
        late["due"] = {name: read_time(text) for name, text in content.late.due_texts.items()}
        late["grace"] = read_length(content.late.grace)
        late["no_credit_after"] = read_length(content.late.no_credit_after)
    return msgspec.convert(keys, Policy)


def with_policy(course: Course, path: Path) -> Course:
    """Return the course with the policy in a file: the keys of `policy`, with or without that word above them.

    ContentError if the policy is wrong.
    """
    remedy = "name a file with the keys of 'policy'"
    is_wrapped = any(line.startswith("policy:") for line in read_text(path, remedy).splitlines())
    document: yamlfile.Document[Any] = yamlfile.read(path, _Wrapped if is_wrapped else PolicyFile, remedy)
    content: PolicyFile = document.value.policy if is_wrapped else document.value
    for problem, where in _problems(content, CourseNames(course)):
        raise document.error(problem, *(("policy",) if is_wrapped else ()), *where)
    return msgspec.structs.replace(course, policy_file=content)


class _Wrapped(msgspec.Struct, kw_only=True):
    """A policy as it is written in course.yaml."""

    policy: PolicyFile


def read_time(text: str) -> datetime | None:
    """Parse "2026-03-01 23:59 +01:00" into UTC; None for anything else, also for a time without a time zone."""
    try:
        time = datetime.fromisoformat(re.sub(r" (?=[+-]\d|Z$)", "", text.strip()))
        return time.astimezone(UTC) if time.tzinfo else None
    except (ValueError, OverflowError):
        return None


def read_length(text: str) -> timedelta | None:
    """Parse "15 minutes"; None for anything else."""
    match = _LENGTH.fullmatch(text.strip())
    try:
        return timedelta(**{f"{match[2]}s": float(match[1])}) if match else None
    except OverflowError:
        return None


def policy_problems(course: Course) -> Iterator[ContentError]:
    """Yield names that the course does not have, and numbers that make no sense; nothing if the policy is correct."""
    path = course.path / "course.yaml"
    for problem, where in _problems(course.policy_file, CourseNames(course)):
        yield ContentError(path, f"policy: {problem}", yamlfile.line_of(path, "policy", *where))


class CourseNames:
    """Everything that a policy or an assignment may name: exercises, quizzes, and groups of them."""

    def __init__(self, course: Course) -> None:
        self.groups: dict[str, list[str]] = {}
        for folder in course.folders:
            self.groups.setdefault(folder.part.folder, []).append(folder.slug)
        if course.quiz_names:
            self.groups[QUIZZES] = list(course.quiz_names)
        self.items = [item for group in self.groups.values() for item in group]

    def of(self, names: Iterable[str]) -> set[str]:
        """Return the exercises and quizzes that names stand for."""
        return {item for name in names for item in (self.items if name == ALL else self.groups.get(name, (name,)))}

    def problem(self, name: str, *more: str) -> str:
        """Return why a name cannot be used; "" if it can."""
        known = {*self.groups, *self.items, *more}
        if name in known:
            return ""
        return f"'{name}' is not an exercise, quiz or part{did_you_mean(name, known)}"


def _problems(content: PolicyFile, names: CourseNames) -> Iterator[Problem]:
    yield from _wrong_names(content, names)
    for name, weight in content.weights.items():
        if not 0 <= weight < math.inf:
            yield f"the weight of '{name}' is {weight:g}; it must be a number from 0 on", ("weights", name)
    if content.maximum is not None and not 0 < content.maximum < math.inf:
        yield f"'maximum' is {content.maximum:g}; it must be a number above 0", ("maximum",)
    if not 0 <= content.extra_at_most < math.inf:
        yield f"'extra_at_most' is {content.extra_at_most:g}; write percent, from 0 on", ("extra_at_most",)
    if not 0 <= content.round <= _MOST_DIGITS:
        yield f"'round' is {content.round}; choose 0 to {_MOST_DIGITS} digits after the point", ("round",)
    yield from _wrong_word(content.attempts, Attempts, "attempts")
    yield from _wrong_drops(content, names)
    if content.late is not None:
        if not content.late.penalty and not content.late.no_credit_after:
            yield "'late' has no effect; give it a 'penalty' or 'no_credit_after', or remove it", ("late",)
        yield from wrong_late(content.late, names)


def _wrong_word(word: str, words: type[StrEnum], *where: str) -> Iterator[Problem]:
    if word not in list(words):
        yield f"'{where[-1]}' cannot be '{word}'{did_you_mean(word, list(words))}", where


def _wrong_names(content: PolicyFile, names: CourseNames) -> Iterator[Problem]:
    counted = names.of(content.counts or (ALL,))
    lists = {"counts": content.counts, "extra": content.extra}
    listed: list[Problem] = [(name, (key, index)) for key, found in lists.items() for index, name in enumerate(found)]
    listed += [(name, (key, name)) for key in ("weights", "drop") for name in getattr(content, key)]
    for name, where in listed:
        if problem := names.problem(name, *([ALL] if where[0] == "drop" else [])):
            yield problem, where
        elif not counted & names.of([name]):
            yield f"'{name}' does not count; add it to 'counts', or remove it here", where
    for key, found in lists.items():
        for index, name in enumerate(found):
            if name in found[:index]:
                yield f"'{name}' is in '{key}' twice; remove one of them", (key, index)
    if counted and counted <= names.of(content.extra):
        yield "everything is extra, so there is no maximum; leave something out of 'extra'", ("extra",)


def _wrong_drops(content: PolicyFile, names: CourseNames) -> Iterator[Problem]:
    left = names.of(content.counts or (ALL,)) - names.of(content.extra)
    for name, number in content.drop.items():
        there = len(left & names.of([name]))
        if number < 1:
            yield f"dropping {number} of '{name}' makes no sense; write 1 or more, or remove it", ("drop", name)
        elif there and number >= there:
            yield f"'{name}' has {there} to count, so {number} cannot be dropped; drop fewer", ("drop", name)
        elif name in names.items:
            yield f"'{name}' is a single item; name a part, '{QUIZZES}' or '{ALL}'", ("drop", name)
    if ALL in content.drop and len(content.drop) > 1:
        yield f"drop the lowest of '{ALL}', or of parts, not of both; remove one", ("drop", ALL)


def wrong_late(late: LateFile, names: CourseNames) -> Iterator[Problem]:
    """Yield what is wrong with the keys of `late`."""
    yield from _wrong_word(late.per, Per, "late", "per")
    yield from _wrong_word(late.of, Of, "late", "of")
    for key, percent in (("penalty", late.penalty), ("at_most", late.at_most)):
        if not 0 <= percent <= 100:
            yield f"'{key}' is {percent:g}; write percent, from 0 to 100", ("late", key)
    grace, end = read_length(late.grace), read_length(late.no_credit_after)
    for key, text, length in (("grace", late.grace, grace), ("no_credit_after", late.no_credit_after, end)):
        if text and length is None:
            yield f"'{text}' is not a length of time; write one like '15 minutes' or '7 days'", ("late", key)
    if grace is not None and end is not None and end < grace:
        yield "'no_credit_after' comes before the end of 'grace'; make it longer", ("late", "no_credit_after")
    for name, text in late.due_texts.items():
        where = ("late", "due", name) if isinstance(late.due, dict) else ("late", "due")
        if problem := names.problem(name, ALL):
            yield problem, where
        if read_time(text) is None:
            yield f"'{text}' is not a time; write one with its time zone, like '2026-03-01 23:59 +01:00'", where
