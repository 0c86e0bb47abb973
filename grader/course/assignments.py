"""Assignments: what a hand-in is about, and for whom the rules differ. `assignments.yaml`, beside a gradebook or in a
course; every key but `exercises` may be left out:

    assignments:
      hw1:
        title: Attention
        exercises: [softmax, masking, 3_blocks, attention_quiz]   # exercises, parts, quizzes: only these count
        points: 100                       # what the column of the LMS holds; else the sum of their points
        due: 2026-10-01 23:59 +02:00
        late: {grace: 15 minutes, penalty: 10, per: day, at_most: 50}   # else as the policy says
        lms: {canvas: "Homework 1 (88121)"}   # the column that an export fills
    late_days: 3                          # free for each student, over all assignments; spent where they help, in order
    people:
      s1005: {extensions: {hw1: 3 days}}              # or a time: {hw1: 2026-10-08 12:00 +02:00}
      s1007: {excused: {hw1: ill that week}, late_days: 5}
    groups:
      hw1: [[s1001, s1002]]               # what one of them hands in counts for both
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import msgspec.structs

from grader.course import yaml as yamlfile
from grader.course.policy import (
    ALL,
    CourseNames,
    LateFile,
    Policy,
    PolicyFile,
    Problem,
    policy_of,
    read_length,
    read_time,
    wrong_late,
)
from grader.errors import UsageError
from grader.text import did_you_mean

if TYPE_CHECKING:
    from grader.course.load import Course

ASSIGNMENTS = "assignments.yaml"
DEFAULT = "default"  # what a gradebook calls the assignment that no file declares


class AssignmentFile(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of `assignments`."""

    exercises: tuple[str, ...]
    title: str = ""
    points: float | None = None
    due: str = ""
    late: LateFile | None = None
    lms: dict[str, str] = {}


class PersonFile(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of `people`; both mappings by assignment."""

    extensions: dict[str, str] = {}
    excused: dict[str, str] = {}
    late_days: int | None = None


class AssignmentsFile(msgspec.Struct, frozen=True, kw_only=True):
    """All keys of assignments.yaml."""

    assignments: dict[str, AssignmentFile]
    late_days: int = 0
    people: dict[str, PersonFile] = {}
    groups: dict[str, tuple[tuple[str, ...], ...]] = {}


@dataclass(frozen=True)
class Assignment:
    """What a hand-in is about. `policy`: the course's, with what the assignment says instead."""

    name: str
    policy: Policy
    title: str = ""
    due: datetime | None = None
    lms: Mapping[str, str] = field(default_factory=dict)
    groups: tuple[tuple[str, ...], ...] = ()

    @property
    def shown(self) -> str:
        """What people read of it; "" for the default one, which has no name of its own."""
        return self.title or self.name.removeprefix(DEFAULT)

    @property
    def items(self) -> tuple[str, ...]:
        """The exercises and quizzes that count."""
        return self.policy.counts


@dataclass(frozen=True)
class Extension:
    """A later due date: by a length of time, or until a fixed time."""

    text: str

    @property
    def by(self) -> timedelta | None:
        return read_length(self.text)

    @property
    def until(self) -> datetime | None:
        return read_time(self.text)

    @property
    def words(self) -> str:
        """ "an extension of 3 days"."""
        return f"an extension {'until' if self.until else 'of'} {self.text}"

    @property
    def problem(self) -> str:
        """Why it is none; "" if it is one."""
        remedy = "write a length like '3 days', or a time like '2026-10-08 12:00 +02:00'"
        return "" if self.by or self.until else f"'{self.text}' is no extension; {remedy}"


@dataclass(frozen=True)
class Assignments:
    """What assignments.yaml declares; empty if there is no such file."""

    path: Path | None = None
    every: Mapping[str, Assignment] = field(default_factory=dict)
    people: Mapping[str, PersonFile] = field(default_factory=dict)
    late_days: int = 0

    def find(self, name: str) -> Assignment:
        """Return the assignment of that name. UsageError if there is none."""
        if name in self.every:
            return self.every[name]
        if self.path is None:
            where = f"write it into {ASSIGNMENTS}, beside the gradebook or in the course"
            raise UsageError(f"there is no assignment '{name}'; {where}")
        raise UsageError(f"'{self.path}' has no assignment '{name}'{did_you_mean(name, self.every)}")


def read_assignments(course: Course, beside: Path | None = None) -> Assignments:
    """Return the assignments in the folder `beside`, or else in the course. ContentError if the file is wrong."""
    folders = [folder for folder in (beside, course.path) if folder is not None]
    path = next((folder / ASSIGNMENTS for folder in folders if (folder / ASSIGNMENTS).is_file()), None)
    if path is None:
        return Assignments()
    document = yamlfile.read(path, AssignmentsFile)
    content, names = document.value, CourseNames(course)
    for problem, where in _problems(content, names):
        raise document.error(problem, *where)
    every = {
        name: Assignment(
            name,
            policy_of(_policy_file(course.policy_file, one, names)),
            one.title,
            read_time(one.due),
            one.lms,
            content.groups.get(name, ()),
        )
        for name, one in content.assignments.items()
    }
    return Assignments(path, every, content.people, content.late_days)


def _policy_file(base: PolicyFile, content: AssignmentFile, names: CourseNames) -> PolicyFile:
    """The course's policy for one assignment: its items, its points, its due date."""
    late = content.late or base.late or LateFile()
    if content.due:
        late = msgspec.structs.replace(late, due=content.due)
    counts = tuple(item for item in names.items if item in names.of(content.exercises))
    return msgspec.structs.replace(base, counts=counts, maximum=content.points, late=late)


def _problems(content: AssignmentsFile, names: CourseNames) -> Iterator[Problem]:
    taken = {*names.items, *names.groups, DEFAULT, ALL}
    for name, one in content.assignments.items():
        at = ("assignments", name)
        if name in taken:
            yield f"an assignment cannot be called '{name}', which has another meaning; choose another name", at
        if not one.exercises:
            yield f"'exercises' of '{name}' is empty; name what counts", (*at, "exercises")
        for index, item in enumerate(one.exercises):
            if problem := names.problem(item):
                yield problem, (*at, "exercises", index)
        if one.points is not None and not 0 < one.points < inf:
            yield f"'points' of '{name}' is {one.points:g}; it must be a number above 0", (*at, "points")
        if one.due and read_time(one.due) is None:
            example = "write one with its time zone, like '2026-10-01 23:59 +02:00'"
            yield f"'{one.due}' is not a time; {example}", (*at, "due")
        if one.late is not None:
            if one.late.due:
                yield "'due' of an assignment stands beside 'late', not in it", (*at, "late", "due")
            yield from ((problem, (*at, "late", *where[1:])) for problem, where in wrong_late(one.late, names))
        for key in one.lms:
            if key != "canvas":
                yield f"'lms' knows no '{key}'; it may have 'canvas'", (*at, "lms", key)
    yield from _wrong_people(content)


def _wrong_people(content: AssignmentsFile) -> Iterator[Problem]:
    if content.late_days < 0:
        yield f"'late_days' is {content.late_days}; write a number from 0 on", ("late_days",)
    for student, person in content.people.items():
        at = ("people", student)
        if person.late_days is not None and person.late_days < 0:
            yield f"'late_days' of '{student}' is {person.late_days}; write a number from 0 on", (*at, "late_days")
        for key in ("extensions", "excused"):
            for name in getattr(person, key):
                yield from _unknown(content, name, *at, key, name)
        for name, text in person.extensions.items():
            if problem := Extension(text).problem:
                yield problem, (*at, "extensions", name)
        for name, reason in person.excused.items():
            if not reason.strip():
                yield f"'{student}' is excused from '{name}' without a reason; write it", (*at, "excused", name)
    for name, groups in content.groups.items():
        yield from _unknown(content, name, "groups", name)
        members = [student for group in groups for student in group]
        for student in dict.fromkeys(members):
            if members.count(student) > 1:
                yield f"'{student}' is in two groups of '{name}'; remove one of them", ("groups", name)


def _unknown(content: AssignmentsFile, name: str, *where: str) -> Iterator[Problem]:
    if name not in content.assignments:
        yield f"there is no assignment '{name}'{did_you_mean(name, content.assignments)}", where
