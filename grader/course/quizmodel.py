"""A quiz as the engine knows it: every word checked, every default filled in."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

import msgspec

from grader.course.quizfile import Feedback, Ignore, Kind, Purpose, Scheme

Expression: TypeAlias = float | str
Parameter: TypeAlias = tuple[float | str, ...] | str  # values to choose from, or an expression over those before it

_LETTERS = "bcdfghjkmnpqrstvwxz"  # no vowels: an id is never a word, and never a number


def item_id(text: str) -> str:
    """Five letters made from a text: they depend on no order, and tell nothing about what is right."""
    from hashlib import sha256

    number = int.from_bytes(sha256(" ".join(text.split()).encode()).digest()[:8], "big")
    letters = []
    for _ in range(5):
        number, letter = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[letter])
    return "".join(letters)


class Item(msgspec.Struct, frozen=True):
    """Something to choose, to order or to match. Answers name its id."""

    id: str
    text: str


class Option(msgspec.Struct, frozen=True):
    """An option of a single or multiple question."""

    id: str
    text: str
    correct: bool = False
    feedback: str = ""
    pin: bool = False
    weight: float = 0.0


class Mistake(msgspec.Struct, frozen=True):
    """A wrong answer that was foreseen."""

    answer: Expression
    feedback: str


class Choice(msgspec.Struct, frozen=True):
    options: tuple[Option, ...]
    shuffle: bool = True


class Numeric(msgspec.Struct, frozen=True):
    """A number: an answer, or a range with both ends. All expressions; the drawn question has the numbers."""

    answer: Expression | None = None
    low: Expression | None = None
    high: Expression | None = None
    tolerance: Expression = 0.0
    relative: Expression = 0.0
    unit: str = ""
    units: dict[str, float] = msgspec.field(default_factory=dict)  # other unit → how many of `unit` one of it is
    unit_required: bool = False
    mistakes: tuple[Mistake, ...] = ()


class Text(msgspec.Struct, frozen=True):
    accept: tuple[str, ...]
    ignore: tuple[Ignore, ...]
    mistakes: tuple[Mistake, ...] = ()


class Ordering(msgspec.Struct, frozen=True):
    """`right` gives the ids in the right order; () where the key is left out."""

    items: tuple[Item, ...]
    right: tuple[str, ...]


class Matching(msgspec.Struct, frozen=True):
    """`right` gives the right side of each left one, by ids; {} where the key is left out."""

    lefts: tuple[Item, ...]
    rights: tuple[Item, ...]
    right: dict[str, str]


Task: TypeAlias = Choice | Numeric | Text | Ordering | Matching


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """One question, with texts that may hold slots for parameters."""

    id: str
    kind: Kind
    prompt: str
    task: Task
    explanation: str
    points: float
    scheme: Scheme
    negative: float
    sources: tuple[str, ...]
    practise: tuple[str, ...]
    misconceptions: tuple[str, ...]  # "exercise/misconception"
    difficulty: int
    tags: tuple[str, ...]
    pool: str
    parameters: dict[str, Parameter]
    dropped: bool
    line: int


class Quiz(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """One file of `quizzes/`. A sealed one holds no key: it can be taken, not graded."""

    id: str
    number: int
    path: Path
    title: str
    description: str
    purpose: Purpose
    attempts: int | None
    minutes: float | None
    feedback: Feedback
    shuffle_questions: bool
    pools: dict[str, int]
    sealed: bool
    questions: tuple[Question, ...]

    def find(self, question_id: str) -> Question | None:
        return next((question for question in self.questions if question.id == question_id), None)
