"""What every layout is made of and gives."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from grader.submission.names import printable, shown
from grader.submission.places import Child, Kind, Part, Place, join
from grader.submission.roster import Who


class Layout(StrEnum):
    SINGLE = "single"
    FOLDERS = "folders"
    ZIPS = "zips"
    FLAT = "flat"
    CANVAS = "canvas"
    MOODLE = "moodle"
    GRADESCOPE = "gradescope"
    NBGRADER = "nbgrader"


@dataclass(frozen=True, slots=True)
class Seen:
    """One attempt of one student, as a layout tells it. `attempt` is 0 where it does not say.

    `assignment`: what it is an attempt at, where there are several.
    """

    who: Who
    parts: tuple[Part, ...]
    attempt: int = 0
    when: datetime | None = None
    late: bool | None = None
    assignment: str = ""

    @property
    def label(self) -> str:
        where = printable(self.parts[0].where)
        return where if len(self.parts) == 1 else f"{where} and {len(self.parts) - 1} more"


@dataclass(frozen=True, slots=True)
class Problem:
    """What was not understood, and why."""

    file: str
    sentence: str


Reading = Iterator[Seen | Problem]


@dataclass(frozen=True)
class Root:
    """The folder of a place where a layout begins. `title`: what the person called it.

    `beside`: what lies in the folders above it.
    """

    place: Place
    base: str
    title: str
    slugs: Collection[str]
    beside: tuple[Problem, ...] = ()

    def inner(self, name: str, beside: Sequence[Child] = ()) -> Root:
        why = f"it lies beside {shown(name)}, which holds the class, and was left out"
        told = tuple(left_out(child, why) for child in beside)
        return replace(self, base=self.at(name), beside=self.beside + told)

    def children(self, below: str = "") -> list[Child]:
        return self.place.children(join(self.base, below))

    def at(self, name: str) -> str:
        return join(self.base, name)

    def holds(self, name: str, below: str = "") -> bool:
        return any(child.name == name for child in self.children(below))


def left_out(child: Child, why: str, below: str = "") -> Problem:
    """Something among the students' work that is nobody's."""
    what = "it is a link or no regular file, and links are not followed" if child.kind is Kind.OTHER else why
    return Problem(printable(join(below, child.name)), what)


def typed(file: str, who: str, what: str, has_files: bool) -> Problem:
    """Something that was typed or linked in place of a file, or beside one."""
    rest = " beside files; only these are graded" if has_files else ", no file"
    return Problem(printable(file), f"{shown(who)} handed in {what}{rest}")


def named_by_folder(student: str) -> Who:
    return Who(student, printable(student), anything=student)
