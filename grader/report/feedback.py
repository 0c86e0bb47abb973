"""What a student reads about their work: all of it in words, ready to be put on a page."""

from __future__ import annotations

from dataclasses import dataclass

from grader.results import ExerciseResult


@dataclass(frozen=True)
class Try:
    """One attempt, in a line."""

    number: int
    words: str  # its points, or why there are none
    when: str = ""
    late: str = ""
    label: str = ""
    counts: bool = False


@dataclass(frozen=True)
class Decision:
    """What an instructor decided by hand."""

    words: str
    reason: str
    comment: str = ""
    who: str = ""
    when: str = ""


@dataclass(frozen=True)
class Question:
    """An answer of a quiz."""

    id: str
    mark: str
    note: str = ""


@dataclass(frozen=True)
class Section:
    """An exercise or quiz. `steps` say how `score` came about; `badges` are the same in single words."""

    name: str
    title: str
    score: str
    maximum: str
    share: float
    steps: tuple[str, ...] = ()
    badges: tuple[str, ...] = ()
    decision: Decision | None = None
    tries: tuple[Try, ...] = ()
    result: ExerciseResult | None = None
    idea: str = ""
    questions: tuple[Question, ...] = ()


@dataclass(frozen=True)
class Feedback:
    """A student's page. `others` were handed in and do not count."""

    course: str
    student: str
    name: str
    total: str
    maximum: str
    percent: str
    share: float
    steps: tuple[str, ...]
    sections: tuple[Section, ...]
    others: tuple[Section, ...] = ()
    problems: tuple[str, ...] = ()
    complete: bool = True
    review: bool = False
    excused: bool = False  # from everything
