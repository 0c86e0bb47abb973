"""Results of grading: frozen, and the same in JSON (schema 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from math import isfinite
from typing import Any, TypeVar

SCHEMA = 2
T = TypeVar("T")


class Outcome(StrEnum):
    """How a check ended. A mistake of a student and a failure of the grader never share an outcome."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_ATTEMPTED = "not_attempted"
    NOT_IMPLEMENTED = "not_implemented"
    SYNTAX_ERROR = "syntax_error"
    IMPORT_ERROR = "import_error"
    MISSING_FUNCTION = "missing_function"
    WRONG_ARGUMENTS = "wrong_arguments"
    RETURNED_NONE = "returned_none"
    WRONG_TYPE = "wrong_type"
    RAISED = "exception"
    TIMED_OUT = "timed_out"
    OUT_OF_MEMORY = "out_of_memory"
    CRASHED = "crashed"
    EXITED = "exited"
    OUTPUT_TOO_LARGE = "output_too_large"
    NOT_RUN = "not_run"
    GRADER_ERROR = "grader_error"


EARNS = frozenset({Outcome.PASSED, Outcome.GRADER_ERROR})  # a fault of the grader costs nobody points
_OF_HIDDEN = (Outcome.PASSED, Outcome.FAILED, Outcome.GRADER_ERROR)  # all that a hidden check shows


class FileStatus(StrEnum):
    """What became of a file that somebody handed in."""

    USED = "used"  # it is graded, or what is graded uses it
    OFFERED = "offered"  # it could be an answer: a person decides
    LEFT_OUT = "left_out"
    UNREADABLE = "unreadable"
    SYSTEM = "system"  # no student wrote it: it is from an operating system, a tool or the course


@dataclass(frozen=True, slots=True)
class FileRecord:
    """What became of a file, for one exercise ("" if that concerns none). `reason`: the rest of a sentence about it;
    `digest`: of its content, if it was read."""

    name: str
    status: FileStatus
    exercise: str
    reason: str
    digest: str = ""

    @property
    def sentence(self) -> str:
        return f"'{self.name}' {self.reason}" if self.name else self.reason


@dataclass(frozen=True)
class Panel:
    """One matrix. Labels may be empty, and a cell may have no value."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    wrong: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Drawing:
    """Matrices on one scale, from `low` to `high`, to be drawn side by side.

    `pattern`: cells are on or off, and show a mark instead of a number.
    `shaded`: larger values are darker; False for numbers without an order, such as ids.
    """

    panels: tuple[Panel, ...]
    low: float
    high: float
    pattern: bool = False
    shaded: bool = True
    title: str = ""
    axes: tuple[str, str] = ("", "")  # the names of rows and columns: "query", "key"

    def to_json(self) -> dict[str, Any]:
        """JSON has neither NaN nor infinity: they are written as texts."""
        panels = [
            {**_fields(panel), "values": [[_written(value) for value in row] for row in panel.values]}
            for panel in self.panels
        ]
        return {**_fields(self), "panels": panels}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Drawing:
        """From `to_json`, where all but panels and scale may be missing. Raises ValueError if the data does not fit."""
        return _built(cls, data)


@dataclass(frozen=True)
class CheckResult:
    """One check of one submission. If the grader failed, `score` is the maximum: nobody loses points by it."""

    id: str
    title: str
    outcome: Outcome
    score: float
    max_score: float
    hidden: bool = False
    seconds: float = 0.0
    message: str = ""
    details: tuple[str, ...] = ()
    misconception: str | None = None
    diagnosis: str | None = None
    advice: str | None = None
    follows: str | None = None
    printed: str = ""
    drawing: Drawing | None = None
    kind: Outcome | None = None  # how a hidden check really failed: for the gradebook, not for students

    def __post_init__(self) -> None:
        """The outcome of a hidden check never shows how it failed, even if an old gradebook recorded it."""
        if self.hidden and self.outcome not in _OF_HIDDEN:
            object.__setattr__(self, "kind", self.outcome)
            object.__setattr__(self, "outcome", Outcome.FAILED)

    @property
    def passed(self) -> bool:
        return self.outcome is Outcome.PASSED

    def rescored(self, points: float) -> CheckResult:
        """The result with other points."""
        score = points if self.outcome in EARNS else 0.0
        if (self.score, self.max_score) == (score, points):  # nearly always, and a class has very many checks
            return self
        return replace(self, score=score, max_score=points)


@dataclass(frozen=True)
class ExerciseResult:
    """One submission of one exercise."""

    exercise: str
    title: str
    score: float
    max_score: float
    isolation: str
    checks: tuple[CheckResult, ...]
    outstanding: float = 0.0  # points of hidden checks that a student edition does not hold
    notes: tuple[str, ...] = ()
    device: str = ""  # where checks of device code ran, as torch calls it; "" if there are none

    @property
    def passed(self) -> bool:
        return all(check.passed for check in self.checks)

    @property
    def first_failure(self) -> CheckResult | None:
        """The public check to look at first: one that failed, rather than one of code not written yet, and rather than
        one that follows from another. None if there is none, or if it is the grader's fault."""
        ids = {check.id for check in self.checks}
        failed = [check for check in self.checks if not check.passed and not check.hidden]
        failed = [check for check in failed if check.outcome is not Outcome.GRADER_ERROR]
        started = [check for check in failed if check.outcome is not Outcome.NOT_ATTEMPTED]
        return next((check for check in started if check.follows not in ids), next(iter(started or failed), None))

    @property
    def faulty(self) -> bool:
        """Did the grader itself fail in some check? Such a result needs a review."""
        return any(check.outcome is Outcome.GRADER_ERROR for check in self.checks)

    def rescored(self, points: Mapping[str, float]) -> ExerciseResult:
        """The result with other points for its checks; a check without points is left out."""
        checks = tuple(check.rescored(points[check.id]) for check in self.checks if check.id in points)
        score, most = sum(check.score for check in checks), sum(check.max_score for check in checks)
        return replace(self, score=score, max_score=most, checks=checks)

    def to_json(self) -> dict[str, Any]:
        """For students and other programs: without scores where the grader failed, and without `kind`."""
        data = self.to_record()
        for check in data["checks"]:
            del check["kind"]
            if check["outcome"] is Outcome.GRADER_ERROR:
                check["score"] = None
        return {**data, "score": None} if self.faulty else data

    def to_record(self) -> dict[str, Any]:
        """Everything, for the gradebook alone."""
        checks = [{**_fields(check), "drawing": check.drawing and check.drawing.to_json()} for check in self.checks]
        return {"schema": SCHEMA, **_fields(self), "checks": checks}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> ExerciseResult:
        """From `to_record`, of this schema or an earlier one."""
        return _built(cls, data)


def _fields(result: Any) -> dict[str, Any]:
    """The fields of a dataclass. `asdict` makes deep copies, too slow for a class; `vars` lacks defaults."""
    return {name: getattr(result, name) for name in result.__dataclass_fields__}


def _built(kind: type[T], data: dict[str, Any]) -> T:
    """An instance from JSON data. ValueError if the data does not fit."""
    import msgspec  # only needed to read results back

    return msgspec.convert(data, kind, strict=False)  # numbers that JSON does not know are texts


def _written(value: float | None) -> float | str | None:
    return value if value is None or isfinite(value) else str(value)
