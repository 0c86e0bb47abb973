"""What a comparison says when two values are not the same."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from grader.results import Drawing


class Verdict(StrEnum):
    """The kind of difference: a forgotten return and a wrong number deserve different advice."""

    SAME = "same"
    RETURNED_NONE = "returned_none"
    WRONG_TYPE = "wrong_type"
    DIFFERENT = "different"


@dataclass(frozen=True)
class Difference:
    """One sentence with the most useful fact, then the lines that support it, then what can be looked at."""

    kind: Verdict
    message: str
    details: tuple[str, ...] = ()
    drawing: Drawing | None = None
