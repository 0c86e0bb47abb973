"""Pages of a batch: a student's feedback and the overview of the class."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from grader.render.classroom import ClassRow, Overview
from grader.render.html import render_html
from grader.render.style import readable
from grader.results import ExerciseResult
from grader.text import counted

if TYPE_CHECKING:
    from datetime import datetime

    from jinja2 import Environment
    from markupsafe import Markup

    from grader.gradebook import Attempt, Override, QuestionScore
    from grader.marks import Mark

# ---- What a student reads about their work: all of it in words, ready to be put on a page.


@dataclass(frozen=True)
class AttemptLine:
    """One attempt, in a line: what it earned and how late it was, by the points and the policy of today, which an
    `Attempt` does not know."""

    attempt: Attempt
    words: str  # its points, or why there are none
    late: str = ""
    counts: bool = False


@dataclass(frozen=True)
class Section:
    """An exercise or quiz that counts, or one that was handed in and does not, which has no `ItemMark`: both look the
    same on the page. `steps` say how `score` came about; `badges` are the same in single words. `result` is what a
    student may read of it."""

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
class FeedbackPage:
    """A student's page: the mark, and the words about each part of it. `others` were handed in and do not count."""

    course: str  # its title
    mark: Mark
    sections: tuple[Section, ...]
    others: tuple[Section, ...] = ()
    problems: tuple[str, ...] = ()


def points(number: object) -> str:
    """ "6", "4.8": a decimal number without zeros that say nothing."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def moment(time: datetime | None) -> str:
    return "" if time is None else f"{time:%Y-%m-%d %H:%M} UTC"


def decision(override: Override) -> str:
    """What an instructor decided, in words; "" if it is a comment only."""
    if override.score is not None:
        return counted(override.score, "point")
    return "excused, so that it does not count" if override.excused else ""


# ---- Pages of HTML that hold all they need, load nothing, and run no script: a student's feedback, and the class.
#
# Jinja escapes whatever goes into a template. A result's fragment is made by `report.html`, which does the
# same.


_CHUNK = 200  # pieces of a template that are written in one go


@dataclass(frozen=True)
class HistogramBar:
    """Of a histogram, in percent of its height."""

    label: str
    count: int
    height: float


class HtmlPages:
    """Makes pages. Templates are compiled once, when the first page needs them."""

    def feedback(self, page: FeedbackPage) -> str:
        return self._templates.get_template("feedback.html.j2").render(page=page)

    def report(self, overview: Overview, rows: Iterable[ClassRow]) -> Iterator[str]:
        """In pieces, as rows come."""
        template = self._templates.get_template("report.html.j2")
        stream = template.stream(page=overview, rows=rows, bars=bars(overview.bins))
        stream.enable_buffering(_CHUNK)
        yield from stream

    @cached_property
    def _templates(self) -> Environment:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined

        made = Environment(
            loader=FileSystemLoader(Path(__file__).with_name("templates")),
            autoescape=True,
            auto_reload=False,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        made.filters |= {"fragment": _fragment, "readable": readable, "link": quote, "percent": percent}
        made.filters |= {"points": points, "moment": moment, "decision": decision}
        made.globals["fragment_style"] = _fragment_style()
        return made


def bars(bins: Sequence[int]) -> list[HistogramBar]:
    most, step = max(bins, default=0) or 1, 100 // max(1, len(bins))
    return [HistogramBar(f"{at * step}–{(at + 1) * step}", count, 100 * count / most) for at, count in enumerate(bins)]


def percent(share: float | None) -> str:
    """0.5 is "50 %"; only all is 100 %, and only nothing is 0 %."""
    if share is None:
        return "–"
    whole = 100 * share
    return f"{whole:.0f} %" if whole in (0, 100) or not (whole < 1 or 99 < whole < 100) else f"{whole:.1f} %"


def _fragment(result: ExerciseResult, idea: str) -> Markup:
    """A result without its style, which a page needs once."""
    from markupsafe import Markup

    return Markup(_parted(render_html(result, idea=idea))[1])


def _fragment_style() -> Markup:
    from markupsafe import Markup

    return Markup(_parted(render_html(ExerciseResult("", "", 0, 0, "", ())))[0])


def _parted(fragment: str) -> tuple[str, str]:
    """The style, and all the rest."""
    before, start, rest = fragment.partition("<style>")
    style, end, after = rest.partition("</style>")
    return start + style + end, before + after
