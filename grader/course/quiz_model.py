"""A quiz as the engine uses it: every word checked, every default filled in."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

import msgspec


class QuestionKind(StrEnum):
    """How a question is answered."""

    SINGLE = "single"
    MULTIPLE = "multiple"
    NUMERIC = "numeric"
    TEXT = "text"
    ORDERING = "ordering"
    MATCHING = "matching"


class Purpose(StrEnum):
    """A practice quiz may hold its key; the student edition of a graded one does not."""

    PRACTICE = "practice"
    GRADED = "graded"


class FeedbackTime(StrEnum):
    """When a student sees which answers are right."""

    AT_ONCE = "at-once"
    END = "end"
    NEVER = "never"


class Scheme(StrEnum):
    """How an answer that is partly right is scored."""

    ALL_OR_NOTHING = "all-or-nothing"
    NET_CORRECT = "net-correct"
    EVERY_DECISION = "every-decision"
    COVERAGE = "coverage"
    WEIGHTS = "weights"
    EXAMS_FALSE = "exams-false"
    EXAMS_FALSE2 = "exams-false2"
    EXAMS_TRUE = "exams-true"
    EXAMS_ALL = "exams-all"
    EXAMS_NONE = "exams-none"
    PAIRS_IN_ORDER = "pairs-in-order"
    PLACES = "places"
    EACH_PAIR = "each-pair"


class Ignore(StrEnum):
    """What does not count in a text answer."""

    CASE = "case"
    WHITESPACE = "whitespace"
    UNICODE = "unicode"
    ACCENTS = "accents"
    PUNCTUATION = "punctuation"


EXAMS = (Scheme.EXAMS_FALSE, Scheme.EXAMS_FALSE2, Scheme.EXAMS_TRUE, Scheme.EXAMS_ALL, Scheme.EXAMS_NONE)
# The schemes that a type knows; the first is its default.
SCHEMES: dict[QuestionKind, tuple[Scheme, ...]] = {
    QuestionKind.SINGLE: (Scheme.ALL_OR_NOTHING, Scheme.WEIGHTS),
    QuestionKind.MULTIPLE: (
        Scheme.NET_CORRECT,
        Scheme.ALL_OR_NOTHING,
        Scheme.EVERY_DECISION,
        Scheme.COVERAGE,
        Scheme.WEIGHTS,
        *EXAMS,
    ),
    QuestionKind.NUMERIC: (Scheme.ALL_OR_NOTHING,),
    QuestionKind.TEXT: (Scheme.ALL_OR_NOTHING,),
    QuestionKind.ORDERING: (Scheme.PAIRS_IN_ORDER, Scheme.ALL_OR_NOTHING, Scheme.PLACES),
    QuestionKind.MATCHING: (Scheme.EACH_PAIR, Scheme.ALL_OR_NOTHING, Scheme.NET_CORRECT),
}
IGNORED = (Ignore.CASE, Ignore.WHITESPACE, Ignore.UNICODE)

Expression: TypeAlias = float | str
Parameter: TypeAlias = tuple[float | str, ...] | str  # values to choose from, or an expression over those before it

_LETTERS = "bcdfghjkmnpqrstvwxz"  # no vowels: an id is never a word, and never a number


def item_id(text: str) -> str:
    """Return five letters made from a text: they depend on no order, and reveal nothing about what is right."""
    from hashlib import sha256  # most commands load this module and need no ids

    number = int.from_bytes(sha256(" ".join(text.split()).encode()).digest()[:8], "big")
    letters = []
    for _ in range(5):
        number, letter = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[letter])
    return "".join(letters)


class QuizItem(msgspec.Struct, frozen=True):
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


class ForeseenAnswer(msgspec.Struct, frozen=True):
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
    mistakes: tuple[ForeseenAnswer, ...] = ()


class Text(msgspec.Struct, frozen=True):
    accept: tuple[str, ...]
    ignore: tuple[Ignore, ...]
    mistakes: tuple[ForeseenAnswer, ...] = ()


class Ordering(msgspec.Struct, frozen=True):
    """`right` gives the ids in the right order; () without a key."""

    items: tuple[QuizItem, ...]
    right: tuple[str, ...]


class Matching(msgspec.Struct, frozen=True):
    """`right` gives the right side of each left one, by ids; {} without a key."""

    lefts: tuple[QuizItem, ...]
    rights: tuple[QuizItem, ...]
    right: dict[str, str]


Task: TypeAlias = Choice | Numeric | Text | Ordering | Matching


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """One question; its texts may have slots for parameters."""

    id: str
    kind: QuestionKind
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
    """One file of `quizzes/`. A sealed one has no key: it can be taken, not graded."""

    id: str
    number: int
    path: Path
    title: str
    description: str
    purpose: Purpose
    attempts: int | None
    minutes: float | None
    feedback: FeedbackTime
    shuffle_questions: bool
    pools: dict[str, int]
    sealed: bool
    questions: tuple[Question, ...]
