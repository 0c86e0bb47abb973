"""What is wrong with a policy: names that the course does not have, and numbers that make no sense."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from grader.course import yamlfile
from grader.course.policy import (
    ALL,
    QUIZZES,
    Attempts,
    LateFile,
    Of,
    Per,
    Policy,
    PolicyFile,
    due_texts,
    read_length,
    read_time,
    to_policy,
)
from grader.course.textfile import did_you_mean
from grader.errors import ContentError

if TYPE_CHECKING:
    from grader.course.load import Course

T = TypeVar("T")
_MOST_DIGITS = 6
Problem = tuple[str, tuple[str | int, ...]]  # what is wrong, and where under `policy`


def read_policy(course: Course) -> Policy:
    """The course's policy; ContentError if there is something wrong with it."""
    for error in policy_problems(course):
        raise error
    return to_policy(course.policy_file)


def policy_problems(course: Course) -> Iterator[ContentError]:
    path = course.path / "course.yaml"
    for problem, where in problems_of(course.policy_file, Names(course)):
        yield ContentError(path, f"policy: {problem}", _line(path, where))


def _line(path: Path, where: Sequence[str | int]) -> int:
    return yamlfile.line_of(path, "policy", *where)


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
