"""The keys of a quiz file, and the closed sets of words in it. Reader and JSON Schema are made from these."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Kind(StrEnum):
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


class Feedback(StrEnum):
    """When a student is told what was right."""

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
SCHEMES: dict[Kind, tuple[Scheme, ...]] = {
    Kind.SINGLE: (Scheme.ALL_OR_NOTHING, Scheme.WEIGHTS),
    Kind.MULTIPLE: (
        Scheme.NET_CORRECT,
        Scheme.ALL_OR_NOTHING,
        Scheme.EVERY_DECISION,
        Scheme.COVERAGE,
        Scheme.WEIGHTS,
        *EXAMS,
    ),
    Kind.NUMERIC: (Scheme.ALL_OR_NOTHING,),
    Kind.TEXT: (Scheme.ALL_OR_NOTHING,),
    Kind.ORDERING: (Scheme.PAIRS_IN_ORDER, Scheme.ALL_OR_NOTHING, Scheme.PLACES),
    Kind.MATCHING: (Scheme.EACH_PAIR, Scheme.ALL_OR_NOTHING, Scheme.NET_CORRECT),
}
IGNORED = (Ignore.CASE, Ignore.WHITESPACE, Ignore.UNICODE)

# The keys that only some types have. `lefts` and `rights` take the place of `pairs` where the key is left out.
OWN_KEYS: dict[Kind, tuple[str, ...]] = {
    Kind.SINGLE: ("options", "shuffle"),
    Kind.MULTIPLE: ("options", "shuffle"),
    Kind.NUMERIC: ("answer", "range", "tolerance", "relative", "unit", "units", "unit_required", "mistakes"),
    Kind.TEXT: ("accept", "ignore", "mistakes"),
    Kind.ORDERING: ("items",),
    Kind.MATCHING: ("pairs", "extra", "lefts", "rights"),
}
# One of these must be there.
NEEDED: dict[Kind, tuple[str, ...]] = {
    Kind.SINGLE: ("options",),
    Kind.MULTIPLE: ("options",),
    Kind.NUMERIC: ("answer", "range"),
    Kind.TEXT: ("accept",),
    Kind.ORDERING: ("items",),
    Kind.MATCHING: ("pairs",),
}


class OptionFile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """One option of a single or multiple question."""

    text: str
    correct: bool = False
    feedback: str = ""
    pin: bool = False
    weight: float | None = None
    id: str = ""


class ItemFile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A text with an id of its own: the one it had before its text was corrected."""

    text: str
    id: str = ""


class PairFile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Two texts that belong together."""

    left: str | ItemFile
    right: str | ItemFile


class MistakeFile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A wrong answer that students really give, and what to say to it."""

    answer: float | str
    feedback: str


class QuestionFile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The keys of a question; which of the later ones it may have depends on its type."""

    id: str
    type: str
    prompt: str
    explanation: str = ""
    points: float = 1.0
    source: str | tuple[str, ...] = ()
    practise: str | tuple[str, ...] = ()
    misconceptions: tuple[str, ...] = ()
    difficulty: int = 2
    tags: tuple[str, ...] = ()
    pool: str = ""
    parameters: dict[str, tuple[float | str, ...] | dict[str, float] | str] = msgspec.field(default_factory=dict)
    scoring: str = ""
    negative: float | None = None
    dropped: bool = False
    options: tuple[OptionFile, ...] | None = None
    shuffle: bool | None = None
    answer: float | str | None = None
    range: tuple[float | str, ...] | None = None
    tolerance: float | str | None = None
    relative: float | str | None = None
    unit: str | None = None
    units: dict[str, float] | None = None
    unit_required: bool | None = None
    mistakes: tuple[MistakeFile, ...] | None = None
    accept: tuple[str, ...] | None = None
    ignore: tuple[str, ...] | None = None
    items: tuple[str | ItemFile, ...] | None = None
    pairs: tuple[PairFile, ...] | None = None
    extra: tuple[str | ItemFile, ...] | None = None
    lefts: tuple[str | ItemFile, ...] | None = None
    rights: tuple[str | ItemFile, ...] | None = None


class ShuffleFile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What every student sees in an order of their own."""

    questions: bool = False
    options: bool = True


class QuizFile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The keys of a quiz file."""

    title: str
    description: str = ""
    kind: str = Purpose.PRACTICE.value
    attempts: int | None = None
    minutes: float | None = None
    feedback: str = ""
    scoring: str = ""
    negative: float = 0.0
    shuffle: ShuffleFile = msgspec.field(default_factory=ShuffleFile)
    pools: dict[str, int] = msgspec.field(default_factory=dict)
    sealed: bool = False
    questions: tuple[QuestionFile, ...]
