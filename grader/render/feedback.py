"""Pages of HTML that a batch writes: a student's feedback and the report of the class."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.render.classroom import ClassRow, Overview
from grader.render.files import FileLine
from grader.render.html import templates
from grader.results import ExerciseResult

if TYPE_CHECKING:
    from datetime import datetime
    from decimal import Decimal

    from grader.gradebook import Attempt, Override, QuestionScore
    from grader.marks import Mark


@dataclass(frozen=True)
class AttemptLine:
    """One attempt in a line: what it earned and how late it was, by today's points and policy, which an `Attempt` does
    not know."""

    attempt: Attempt
    words: str  # its points, or why there are none
    late: str = ""
    counts: bool = False


@dataclass(frozen=True)
class Section:
    """An exercise or quiz, whether it counts or not. `steps` explain `score`, `badges` do so in single words. `result`
    is what a student may read of it."""

    name: str
    title: str
    score: str
    maximum: str
    share: float
    steps: tuple[str, ...] = ()
    badges: tuple[str, ...] = ()
    override: Override | None = None
    tries: tuple[AttemptLine, ...] = ()
    result: ExerciseResult | None = None
    idea: str = ""
    questions: tuple[QuestionScore, ...] = ()


@dataclass(frozen=True)
class FilesTable:
    """What became of the files of one hand-in."""

    title: str
    lines: tuple[FileLine, ...]
    of_systems: str  # a sentence about files that nobody wrote, or ""


@dataclass(frozen=True)
class FeedbackPage:
    """A student's page: the mark and a section for each part of it. `others` were submitted, but are not part of the
    assignment."""

    course: str  # its title
    mark: Mark
    sections: tuple[Section, ...]
    assignment: str = ""  # its title
    others: tuple[Section, ...] = ()
    problems: tuple[str, ...] = ()
    files: tuple[FilesTable, ...] = ()


def points(number: Decimal) -> str:
    """ "6", "4.8": a decimal number without trailing zeros."""
    return f"{number.normalize():f}"


def moment(time: datetime | None) -> str:
    return "" if time is None else f"{time:%Y-%m-%d %H:%M} UTC"


_CHUNK = 200  # pieces of a template that are written at once


def feedback_page(page: FeedbackPage) -> str:
    """A student's page of HTML. Like the others it loads nothing and runs no script."""
    return templates().get_template("feedback.html.j2").render(page=page, points=points, moment=moment)


def class_report(overview: Overview, rows: Iterable[ClassRow]) -> Iterator[str]:
    """The page of a class, in pieces, as rows arrive."""
    template = templates().get_template("report.html.j2")
    stream = template.stream(page=overview, rows=rows, bars=bars(overview.bins), percent=percent)
    stream.enable_buffering(_CHUNK)
    yield from stream


def bars(bins: Sequence[int]) -> list[dict[str, object]]:
    """The bars of a histogram, with heights in percent of the tallest; none if nothing was counted."""
    most, step = max(bins, default=0), 100 // max(1, len(bins))
    return [
        {"label": f"{at * step}–{(at + 1) * step}", "count": count, "height": 100 * count / most}
        for at, count in enumerate(bins if most else ())
    ]


def percent(share: float | None) -> str:
    """0.5 is "50 %"; values near 0 and 1 get a decimal, so that they do not look like nothing or everything."""
    if share is None:
        return "–"
    whole = 100 * share
    return f"{whole:.1f} %" if 0 < whole < 1 or 99 < whole < 100 else f"{whole:.0f} %"
