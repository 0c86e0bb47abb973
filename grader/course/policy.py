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
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec
import msgspec.structs

from grader.course import yaml as yamlfile
from grader.errors import ContentError
from grader.text import did_you_mean, read_text

if TYPE_CHECKING:
    from grader.course.load import Course

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
    keys = msgspec.structs.asdict(content)
    keys["digits"] = keys.pop("round")
    keys["attempts"] = Attempts(content.attempts)
    if content.late is not None:
        late = msgspec.structs.asdict(content.late)
        late["due"] = {name: read_time(text) for name, text in due_texts(content.late).items()}
        late["grace"] = read_length(content.late.grace)
        late["per"], late["of"] = Per(content.late.per), Of(content.late.of)
        late["no_credit_after"] = read_length(content.late.no_credit_after) if content.late.no_credit_after else None
        keys["late"] = Late(**late)
    return Policy(**keys)


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


T = TypeVar("T")
_MOST_DIGITS = 6
Problem = tuple[str, tuple[str | int, ...]]  # what is wrong, and where under `policy`


def read_policy(course: Course) -> Policy:
    """The course's policy; ContentError if there is something wrong with it."""
    for error in policy_problems(course):
        raise error
    return to_policy(course.policy_file)


def policy_problems(course: Course) -> Iterator[ContentError]:
    """Names that the course does not have, and numbers that make no sense; nothing if the policy is right."""
    path = course.path / "course.yaml"
    for problem, where in problems_of(course.policy_file, Names(course)):
        yield ContentError(path, f"policy: {problem}", yamlfile.line_of(path, "policy", *where))


class Names:
    """Everything that a policy may name: exercises, quizzes, and what stands for several of them."""

    def __init__(self, course: Course) -> None:
        groups: dict[str, list[str]] = {folder.part.folder: [] for folder in course.folders}
        for folder in course.folders:
            groups[folder.part.folder].append(folder.slug)
        if course.quiz_names:
            groups[QUIZZES] = list(course.quiz_names)
        self.groups: Mapping[str, Sequence[str]] = groups
        self.items = [item for group in groups.values() for item in group]

    def of(self, name: str) -> Sequence[str]:
        """The exercises and quizzes that a name stands for."""
        return self.items if name == ALL else self.groups.get(name, (name,))

    def problem(self, name: str, *more: str) -> str:
        """Why a name cannot be used; "" if it can."""
        known = {*self.groups, *self.items, *more}
        if name in known:
            return ""
        return f"'{name}' is no exercise, quiz or part{did_you_mean(name, known)}"


def problems_of(content: PolicyFile, names: Names) -> Iterator[Problem]:
    yield from _wrong_names(content, names)
    yield from _wrong_numbers(content)
    yield from _word(content.attempts, Attempts, "attempts")
    yield from _wrong_drops(content, names)
    if content.late is not None:
        yield from _wrong_late(content.late, names)


def _wrong_names(content: PolicyFile, names: Names) -> Iterator[Problem]:
    counted = _counted(content, names)
    for name, where in _named(content):
        if problem := names.problem(name, *([ALL] if where[0] == "drop" else [])):
            yield problem, where
        elif not counted & set(names.of(name)):
            yield f"'{name}' does not count; add it to 'counts', or remove it here", where
    for key, listed in (("counts", content.counts), ("extra", content.extra)):
        for index, name in enumerate(listed):
            if name in listed[:index]:
                yield f"'{name}' is in '{key}' twice; remove one of them", (key, index)
    if counted and counted <= _extra(content, names):
        yield "everything is extra, so there is no maximum; leave something out of 'extra'", ("extra",)


def _named(content: PolicyFile) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    """Every name, and where it stands."""
    for key, listed in (("counts", content.counts), ("extra", content.extra)):
        yield from ((name, (key, index)) for index, name in enumerate(listed))
    for key, named in (("weights", list(content.weights)), ("drop", list(content.drop))):
        yield from ((name, (key, name)) for name in named)


def _counted(content: PolicyFile, names: Names) -> set[str]:
    return {item for name in content.counts or (ALL,) for item in names.of(name)}


def _extra(content: PolicyFile, names: Names) -> set[str]:
    return {item for name in content.extra for item in names.of(name)}


def _wrong_numbers(content: PolicyFile) -> Iterator[Problem]:
    for name, weight in content.weights.items():
        if not 0 <= weight < math.inf:
            yield f"the weight of '{name}' is {weight:g}; it must be a number from 0 on", ("weights", name)
    if content.maximum is not None and not 0 < content.maximum < math.inf:
        yield f"'maximum' is {content.maximum:g}; it must be a number above 0", ("maximum",)
    if not 0 <= content.extra_at_most < math.inf:
        yield f"'extra_at_most' is {content.extra_at_most:g}; write percent, from 0 on", ("extra_at_most",)
    if not 0 <= content.round <= _MOST_DIGITS:
        yield f"'round' is {content.round}; choose 0 to {_MOST_DIGITS} digits after the point", ("round",)


def _word(word: str, words: type[StrEnum], *where: str) -> Iterator[Problem]:
    if word not in list(words):
        yield f"'{where[-1]}' cannot be '{word}'{did_you_mean(word, list(words))}", where


def _wrong_drops(content: PolicyFile, names: Names) -> Iterator[Problem]:
    left = _counted(content, names) - _extra(content, names)
    for name, number in content.drop.items():
        there = len(left & set(names.of(name)))
        if number < 1:
            yield f"dropping {number} of '{name}' makes no sense; write 1 or more, or remove it", ("drop", name)
        elif there and number >= there:
            yield f"'{name}' has {there} to count, so {number} cannot be dropped; drop fewer", ("drop", name)
        elif name in names.items:
            yield f"'{name}' is a single one; name a part, '{QUIZZES}' or '{ALL}'", ("drop", name)
    if ALL in content.drop and len(content.drop) > 1:
        yield f"drop the lowest of '{ALL}', or of parts, not of both; remove one", ("drop", ALL)


def _wrong_late(late: LateFile, names: Names) -> Iterator[Problem]:
    yield from _word(late.per, Per, "late", "per")
    yield from _word(late.of, Of, "late", "of")
    for key, percent in (("penalty", late.penalty), ("at_most", late.at_most)):
        if not 0 <= percent <= 100:
            yield f"'{key}' is {percent:g}; write percent, from 0 to 100", ("late", key)
    if not late.penalty and not late.no_credit_after:
        yield "'late' takes nothing off; give it a 'penalty' or 'no_credit_after', or remove it", ("late",)
    grace = _read(read_length, late.grace)
    end = _read(read_length, late.no_credit_after) if late.no_credit_after else None
    for key, text, length in (("grace", late.grace, grace), ("no_credit_after", late.no_credit_after, end)):
        if text and length is None:
            yield f"'{text}' is no length of time; write one like '15 minutes' or '7 days'", ("late", key)
    if grace is not None and end is not None and end < grace:
        yield "'no_credit_after' comes before the end of 'grace'; make it longer", ("late", "no_credit_after")
    for name, text in due_texts(late).items():
        where = ("late", "due", name) if isinstance(late.due, dict) else ("late", "due")
        if problem := names.problem(name, ALL):
            yield problem, where
        if _read(read_time, text) is None:
            yield f"'{text}' is no time; write one with its time zone, like '2026-03-01 23:59 +01:00'", where


def _read(read: Callable[[str], T], text: str) -> T | None:
    try:
        return read(text)
    except (ValueError, OverflowError):
        return None


class _Wrapped(msgspec.Struct, kw_only=True):
    """As it stands in course.yaml."""

    policy: PolicyFile


def with_policy(course: Course, path: Path) -> Course:
    """The course with the policy of a file: the keys of `policy`, with or without that word above them.

    ContentError if something is wrong with it.
    """
    remedy = "name a file with the keys of 'policy'"
    above: tuple[str, ...] = ()
    document: yamlfile.Document[_Wrapped] | yamlfile.Document[PolicyFile]
    if any(line.startswith("policy:") for line in read_text(path, remedy).splitlines()):
        document = yamlfile.read(path, _Wrapped, remedy)
        above, content = ("policy",), document.value.policy
    else:
        document = yamlfile.read(path, PolicyFile, remedy)
        content = document.value
    for problem, where in problems_of(content, Names(course)):
        raise document.error(problem, *above, *where)
    return msgspec.structs.replace(course, policy_file=content)
