"""The quizzes of a course, as a page for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grader.report.quiz import points
from grader.report.style import Style, counted, display_width, pad, wrap


class Row(NamedTuple):
    """A quiz in the list. `score` is of the best attempt, None if there is none to tell."""

    number: int
    name: str
    title: str
    kind: str
    questions: int
    minutes: float | None
    used: int
    limit: int | None
    open: bool
    score: tuple[float, float] | None
    due: int


def render_quizzes(rows: Sequence[Row], style: Style) -> str:
    """All quizzes, one or two lines each."""
    if not rows:
        return "This course has no quizzes yet."
    names = max(display_width(row.name) for row in rows)
    lines: list[str] = []
    for row in rows:
        lead = f"{style.dim(f'{row.number:2}')} {pad(style.accent(style.clean(row.name)), names)}  "
        margin = " " * display_width(lead)
        lines += wrap(style.clean(row.title), style.width, margin, lead)
        for facts in (style.dim(", ".join(_facts(row))), "; ".join(_standing(row, style))):
            lines += wrap(facts, style.width, margin) if facts else []
    due = sum(row.due for row in rows)
    lines += [""]
    lines += wrap("'grader quiz take NAME' begins, or goes on where you stopped.", style.width)
    if due:
        lines += wrap(f"{counted(due, 'question')} to review: grader quiz review", style.width)
    return "\n".join(line.rstrip() for line in lines)


def _facts(row: Row) -> Iterator[str]:
    yield row.kind
    yield counted(row.questions, "question")
    if row.minutes is not None:
        yield f"{row.minutes:g} min"
    if row.limit is not None:
        yield f"{counted(row.limit, 'attempt')} allowed"


def _standing(row: Row, style: Style) -> Iterator[str]:
    if row.open:
        yield style.warn("begun")
    if row.used and row.limit is not None:
        left = row.limit - row.used
        yield f"{row.used} of {counted(row.limit, 'attempt')} used" if left > 0 else "no attempt left"
    elif row.used:
        yield counted(row.used, "attempt")
    if row.score is not None:
        best, most = row.score
        text = f"best {points(best)} of {points(most)}"
        yield style.good(text) if best >= most else text
    if row.due:
        yield style.warn(f"{row.due} to review")
