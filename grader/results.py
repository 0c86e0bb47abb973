"""Results of grading: frozen, and the same in JSON (schema 2)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from math import isfinite
from typing import Any

SCHEMA = 2


class Outcome(StrEnum):
    """How a check ended. A student's fault and a grader's fault never share one."""

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


_OF_HIDDEN = (Outcome.PASSED, Outcome.FAILED, Outcome.GRADER_ERROR)  # all that is told of a hidden check


@dataclass(frozen=True)
class Panel:
    """One matrix. A row or a column may go without a label, a cell without a value."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    wrong: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Drawing:
    """Matrices on one scale, from `low` to `high`, to be drawn beside one another.

    `pattern`: cells are on or off, and say so by a mark in place of a number.
    `shaded`: more is darker; False for numbers that only have names, such as ids.
    """

    panels: tuple[Panel, ...]
    low: float
    high: float
    pattern: bool = False
    shaded: bool = True
    title: str = ""
    axes: tuple[str, str] = ("", "")  # what a row and what a column stands for: "query", "key"

    def to_json(self) -> dict[str, Any]:
        """JSON knows neither NaN nor infinity: they are written as texts."""
        return {**vars(self), "panels": [_panel_to_json(panel) for panel in self.panels]}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Drawing:
        rows, columns = data.get("axes", ("", ""))
        return cls(
            panels=tuple(_panel(panel) for panel in data["panels"]),
            low=float(data["low"]),
            high=float(data["high"]),
            pattern=data.get("pattern", False) is True,
            shaded=data.get("shaded", True) is True,
            title=str(data.get("title", "")),
            axes=(str(rows), str(columns)),
        )


@dataclass(frozen=True)
class CheckResult:
    """One check of one submission. Where the grader failed, `score` is the maximum: that costs nobody points."""

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
    kind: Outcome | None = None  # how a hidden check really failed: for the gradebook, never for a student

    def __post_init__(self) -> None:
        """Whoever made it, and however old the gradebook: the outcome of a hidden check is not how it failed."""
        if self.hidden and self.outcome not in _OF_HIDDEN:
            object.__setattr__(self, "kind", self.outcome)
            object.__setattr__(self, "outcome", Outcome.FAILED)

    @property
    def passed(self) -> bool:
        return self.outcome is Outcome.PASSED


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
    notes: tuple[str, ...] = field(default=())
    device: str = ""  # where checks of device code ran, as torch calls it; "" if there are none

    @property
    def passed(self) -> bool:
        return all(check.passed for check in self.checks)

    @property
    def faulty(self) -> bool:
        """Did the grader itself fail somewhere? Such a result needs a person's look."""
        return any(check.outcome is Outcome.GRADER_ERROR for check in self.checks)

    def to_json(self) -> dict[str, Any]:
        """As students and other programs read it: no score where the grader failed, nor how hidden checks failed."""
        data = self.to_record()
        for check in data["checks"]:
            del check["kind"]
            if check["outcome"] is Outcome.GRADER_ERROR:
                check["score"] = None
        return {**data, "score": None} if self.faulty else data

    def to_record(self) -> dict[str, Any]:
        """All that is known: for the gradebook alone."""
        checks = [{**vars(check), "drawing": check.drawing and check.drawing.to_json()} for check in self.checks]
        return {"schema": SCHEMA, **vars(self), "checks": checks}  # `asdict` copies deeply: too slow for a class

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> ExerciseResult:
        """From `to_record`, of this schema or an earlier one."""
        fields = {key: value for key, value in data.items() if key != "schema"}
        checks = tuple(_check_from_json(check) for check in fields.pop("checks"))
        return cls(**{**fields, "checks": checks, "notes": tuple(fields.pop("notes", ()))})


def _check_from_json(data: dict[str, Any]) -> CheckResult:
    drawn, kind = data.get("drawing"), data.get("kind")
    return CheckResult(
        **{
            **data,
            "outcome": Outcome(data["outcome"]),
            "details": tuple(data["details"]),
            "drawing": None if drawn is None else Drawing.from_json(drawn),
            "kind": None if kind is None else Outcome(kind),
        }
    )


def _panel_to_json(panel: Panel) -> dict[str, Any]:
    return {**vars(panel), "values": [[_written(value) for value in row] for row in panel.values]}


def _panel(data: dict[str, Any]) -> Panel:
    return Panel(
        title=str(data["title"]),
        rows=tuple(str(label) for label in data["rows"]),
        columns=tuple(str(label) for label in data["columns"]),
        values=tuple(tuple(_read(value) for value in row) for row in data["values"]),
        wrong=tuple((int(row), int(column)) for row, column in data.get("wrong", ())),
    )


def _written(value: float | None) -> float | str | None:
    return value if value is None or isfinite(value) else str(value)


def _read(value: float | str | None) -> float | None:
    return None if value is None else float(value)
