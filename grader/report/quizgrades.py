"""The grades of one quiz as CSV: a line for each student, a column for each question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.report.gradebook import MARK, line
from grader.report.names import defused

_BEFORE = ("student", "name", "score", "maximum", "percent", "attempt", "attempts", "submitted", "how")


@dataclass(frozen=True)
class QuizRow:
    """One student. Numbers are texts already; `attempt` is the one that counts, `how` says why."""

    student: str
    name: str
    score: str
    maximum: str
    percent: str
    attempt: str
    attempts: str
    submitted: str
    how: str
    points: Mapping[str, str]  # by question; those on other papers are missing


def quiz_csv(questions: Sequence[str], rows: Iterable[QuizRow]) -> Iterator[str]:
    """The file in pieces."""
    yield MARK + line([*_BEFORE, *questions])
    for row in rows:
        cells = [defused(row.student), defused(row.name), row.score, row.maximum, row.percent, row.attempt]
        cells += [row.attempts, row.submitted, defused(row.how)]
        yield line([*cells, *(row.points.get(question, "") for question in questions)])
