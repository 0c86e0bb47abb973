"""What is told about a class: a row for each student, and what they have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

SCHEMA = 1
EXCUSED = "excused"  # in place of a score


class Kind(StrEnum):
    """Why a person should look."""

    FAULT = "the grader failed and gave the points"
    UNREADABLE = "cannot be read"
    WAITING = "not graded yet"
    NOTHING = "handed in nothing"

    @property
    def word(self) -> str:
        """For a narrow column."""
        return {"FAULT": "review", "UNREADABLE": "unreadable", "WAITING": "not graded", "NOTHING": "nothing"}[self.name]


@dataclass(frozen=True)
class Concern:
    """`item`: the exercise or quiz, "" if it is about all of them. `words`: more than the kind says."""

    kind: Kind
    item: str = ""
    words: str = ""

    @property
    def sentence(self) -> str:
        item = f"{self.item}: " if self.item else ""
        return f"{item}{self.words or self.kind.value}"


@dataclass(frozen=True)
class Row:
    """A student. `scores` in the order of the items, "" where nothing is graded; numbers are decimal texts."""

    student: str
    name: str
    page: str  # of feedback, relative to the report
    total: str
    maximum: str
    percent: str
    scores: tuple[str, ...]
    late: tuple[str, ...] = ()
    review: tuple[Concern, ...] = ()

    @property
    def excused(self) -> bool:
        """From everything, so that the total says nothing."""
        return bool(self.scores) and all(score == EXCUSED for score in self.scores)

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "review": [vars(concern) for concern in self.review]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Row:
        review = tuple(Concern(Kind(one["kind"]), one["item"], one["words"]) for one in data["review"])
        return cls(**{**data, "scores": tuple(data["scores"]), "late": tuple(data["late"]), "review": review})


@dataclass(frozen=True)
class ItemFacts:
    """An exercise or quiz. `graded` attempts count, one a student; of these `full` have all points."""

    name: str
    title: str
    maximum: str
    graded: int
    full: int
    mean: float  # percent of its points, over those graded


@dataclass(frozen=True)
class CheckFacts:
    """A check that somebody failed, or a question."""

    item: str
    title: str
    hidden: bool
    failed: int
    graded: int


@dataclass(frozen=True)
class MistakeFacts:
    """A mistake that has a name, and how many students made it."""

    item: str
    name: str
    diagnosis: str
    students: int


@dataclass(frozen=True)
class Review:
    """Those whom one kind of concern is about; `more` of them are not listed."""

    kind: Kind
    students: tuple[tuple[Row, Concern], ...]
    more: int


@dataclass(frozen=True)
class Overview:
    """The class. Mean, median and `bins` are of those whose work is graded to the end: the bins count who has up to 10,
    20, … percent, the last one all above 90."""

    course: str
    students: int
    handed_in: int
    complete: bool
    mean: float | None  # percent
    median: float | None
    bins: tuple[int, ...]
    items: tuple[ItemFacts, ...] = ()
    checks: tuple[CheckFacts, ...] = ()
    mistakes: tuple[MistakeFacts, ...] = ()
    review: tuple[Review, ...] = ()
    isolation: Mapping[str, int] = field(default_factory=dict)
    versions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    graded: str = ""  # when the last of it was

    def to_json(self) -> dict[str, Any]:
        review = [
            {"kind": one.kind.name.lower(), "students": [row.student for row, _ in one.students], "more": one.more}
            for one in self.review
        ]
        return {"schema": SCHEMA, **asdict(self), "review": review}
