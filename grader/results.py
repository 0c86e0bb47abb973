"""Results of grading: frozen, and the same in JSON (schema 1)."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

SCHEMA = 1


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
    GRADER_ERROR = "grader_error"


@dataclass(frozen=True)
class CheckResult:
    """One check of one submission."""

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

    @property
    def passed(self) -> bool:
        return all(check.passed for check in self.checks)

    @property
    def faulty(self) -> bool:
        """Did the grader itself fail somewhere? Such a result needs a person's look."""
        return any(check.outcome is Outcome.GRADER_ERROR for check in self.checks)

    def to_json(self) -> dict[str, Any]:
        return {"schema": SCHEMA, **asdict(self)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> ExerciseResult:
        fields = {key: value for key, value in data.items() if key != "schema"}
        checks = tuple(
            CheckResult(**{**check, "outcome": Outcome(check["outcome"]), "details": tuple(check["details"])})
            for check in fields.pop("checks")
        )
        return cls(**{**fields, "checks": checks, "notes": tuple(fields.pop("notes", ()))})
