"""The types of what a gradebook stores and returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from functools import cached_property
from typing import Any

import msgspec

from grader.files import digest_of
from grader.results import ExerciseResult, FileRecord, FileStatus

GRADEBOOK = "gradebook.db"  # in the folder that a batch writes to


@dataclass(frozen=True)
class Student:
    """`fields`: the columns that the student's LMS knows them by, kept for exports."""

    id: str
    name: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Work:
    """The part of a delivery for one exercise, identified by the digest of its content."""

    exercise: str
    digest: str


@dataclass(frozen=True)
class Delivery:
    """What one student submitted at one time, with all of its works, also those that are not to be graded now.

    `late_seconds` is 0 if it was on time or nothing is known, None if it is marked as late but not by how much.
    `attempt` only orders what came at the same time. `problems`: exercises whose files cannot be read, and why.
    `files`: what became of each. `folder`: what it came under. `via`: who handed it in, if not the student alone;
    `counts_for`: everybody whose hand-in it is, if that is known.
    """

    student: str
    digest: str
    works: tuple[Work, ...] = ()
    submitted: datetime | None = None
    late_seconds: int | None = 0
    attempt: int = 1
    label: str = ""
    problem: str = ""
    problems: Mapping[str, str] = field(default_factory=dict)
    files: tuple[FileRecord, ...] = ()
    folder: str = ""
    via: str = ""
    counts_for: tuple[str, ...] = ()


@dataclass(frozen=True)
class GradingSetup:
    """What a work is graded with. `content`: digest of the exercise without its points, which marks add later."""

    exercise: str
    content: str
    grader: str
    device: str = ""
    salt: int = field(default=0, repr=False)

    @cached_property
    def key(self) -> str:
        """Identifies the setup without revealing the salt."""
        return digest_of([self.exercise, self.content, self.grader, self.device, str(self.salt)])


@dataclass(frozen=True)
class Graded:
    """A result to save."""

    work: Work
    setup: GradingSetup
    result: ExerciseResult
    seconds: float = 0.0


class ItemKind(StrEnum):
    EXERCISE = "exercise"
    QUIZ = "quiz"


class AttemptState(StrEnum):
    """Whether an attempt is graded."""

    GRADED = "graded"
    OLD = "old"  # only with an earlier version of the exercise or the grader
    WAITING = "waiting"
    UNREADABLE = "unreadable"


@dataclass(frozen=True)
class Attempt:
    """One exercise or quiz in one delivery. `shares` of the points of each check or question, from −1 to 1.

    `untouched`: the checks of what the student has left as it is in the stub.
    """

    student: str
    item: str
    number: int
    shares: Mapping[str, float]
    submitted: datetime | None = None
    late_seconds: int | None = 0
    state: AttemptState = AttemptState.GRADED
    faulty: bool = False
    problem: str = ""
    label: str = ""
    hand_in: str = ""
    kind: ItemKind = ItemKind.EXERCISE
    graded: datetime | None = None  # when the outcome that counts was saved
    untouched: frozenset[str] = frozenset()
    via: str = ""  # who handed it in, if not the student alone


@dataclass(frozen=True)
class AttemptDetail:
    """An attempt at an exercise with its full result (None: not graded yet) and the versions it comes from."""

    attempt: Attempt
    result: ExerciseResult | None = None
    seconds: float = 0.0
    versions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class QuestionScore:
    """One answer of a quiz, as a share of the question's points."""

    id: str
    share: float
    mark: str
    scheme: str = ""
    note: str = ""
    answer: Any = None


@dataclass(frozen=True)
class QuizResult:
    """One attempt at a quiz. `digest`: of the attempt file; `key`: of what it was graded with."""

    student: str
    quiz: str
    digest: str
    questions: tuple[QuestionScore, ...]
    key: str = ""
    submitted: datetime | None = None
    late_seconds: int | None = 0
    attempt: int = 1
    label: str = ""
    problem: str = ""


@dataclass(frozen=True)
class Override:
    """An instructor's decision on one exercise or quiz: a score, a comment, or `excused`, so that it does not count;
    or on a whole assignment: `excused`, or an `extension`."""

    student: str
    item: str
    reason: str
    score: float | None = None
    comment: str = ""
    excused: bool = False
    extension: str = ""
    who: str = ""
    at: datetime | None = None
    removed: datetime | None = None
    id: int = 0


@dataclass(frozen=True)
class HandIn:
    """A hand-in that was there when its student was graded last, and what became of its files."""

    student: str
    folder: str
    label: str
    via: str
    submitted: datetime | None
    files: tuple[FileRecord, ...]

    def keyed(self) -> tuple[FileRecord, ...]:
        """Its files under their names among all files of the class."""
        return tuple(replace(one, name=f"{self.folder}/{one.name}") if one.name else one for one in self.files)

    def to_json(self) -> list[dict[str, str]]:
        """Its files, for programs: `file` is the name among all files of the class."""
        return [{"file": keyed.name, **file_json(one)} for keyed, one in zip(self.keyed(), self.files, strict=True)]


def file_json(file: FileRecord) -> dict[str, str]:
    return {name: getattr(file, name) for name in ("name", "status", "exercise", "reason")}


@dataclass(frozen=True)
class StudentHistory:
    """Everything that a student's mark is made from. `problems`: deliveries that could not be understood at all."""

    student: Student
    attempts: tuple[Attempt, ...] = ()
    overrides: Mapping[str, Override] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    hand_ins: tuple[HandIn, ...] = ()

    def is_offered(self, item: str = "") -> bool:
        """Whether a person has to decide about a file that could be an answer (to this item)."""
        files = (file for hand_in in self.hand_ins for file in hand_in.files)
        return any(one.status is FileStatus.OFFERED and one.exercise in (item or one.exercise, "") for one in files)


class DecisionKind(StrEnum):
    """What an instructor decides about hand-ins: a folder is of these students; a file answers these exercises."""

    ALIAS = "alias"
    MATCH = "match"


class ChosenAssignment(msgspec.Struct, frozen=True, omit_defaults=True):
    """The assignment that a gradebook is about. `name`: "" as long as none was chosen.

    `items`: what the default assignment consists of, which no file declares; `proposed`: because most of the class had
    answered it. `inherited`: by a gradebook of an earlier version, in which all counted that anybody had handed in.
    """

    name: str = ""
    items: tuple[str, ...] = ()
    proposed: bool = False
    inherited: bool = False


@dataclass(frozen=True)
class Decision:
    """The students or exercises that were chosen, none for a file that is left out. `content`: the digest of the file
    that it is about; under the same name there may be another one later."""

    chosen: tuple[str, ...]
    content: str = ""


class AuditEvent(StrEnum):
    """What the audit trail records."""

    SUBMITTED = "submitted"
    CHANGED = "changed"
    GRADED = "graded"
    REGRADED = "regraded"
    QUIZ_GRADED = "quiz-graded"
    OVERRIDE = "override"
    OVERRIDE_REMOVED = "override-removed"
    POLICY = "policy"
    ASSIGNMENT = "assignment"
    MARK = "mark"
    REMOVED = "removed"
    RENAMED = "renamed"
    ALIAS = "alias"
    MATCH = "match"
    MOVED = "moved"


@dataclass(frozen=True)
class AuditEntry:
    """One entry of the audit trail."""

    id: int
    at: datetime
    who: str
    what: AuditEvent
    student: str
    item: str
    detail: Mapping[str, Any]


@dataclass(frozen=True)
class MarkRow:
    """A student's mark, as decimal texts, and how it was computed: `detail`, with `excused` if there is none."""

    student: str
    total: str
    maximum: str
    detail: Mapping[str, Any] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """ "6.5 of 10", "excused"."""
        if self.detail.get("excused"):
            return "excused"
        return " of ".join(f"{Decimal(number).normalize():f}" for number in (self.total, self.maximum))


@dataclass(frozen=True)
class MarkChange:
    """A mark that has changed."""

    student: str
    old: str
    new: str
