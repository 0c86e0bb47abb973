"""The statistics of a quiz, in a terminal and as a page with charts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.render.feedback import HtmlPages, bars
from grader.render.style import Style, cut, display_width, pad, pad_left, wrap
from grader.text import counted

if TYPE_CHECKING:
    from grader.quiz.analysis import ItemAnalysis, OptionStats, QuestionAnalysis

# ---- Item analysis for a terminal: a table of questions, who chose what, and what an author should look at.


_GAP = "  "
_HEADS = ("question", "n", "facility", "SD", "weight", "effective", "discr.", "effic.")
_FIRST_TO_GO = (4, 5, 7, 3)  # of the columns
_NARROWEST = 8  # of the names
_ROOMY = 60  # from here on, there is room for what the best and the worst chose


_WHICH = {
    "first": "the first attempt of each student",
    "last": "the last attempt of each student",
    "best": "the best attempt of each student",
    "all": "all attempts",
}


def render_stats(study: ItemAnalysis, style: Style) -> str:
    lines = wrap(f"{style.bold(style.clean(study.quiz.title))} {style.dot} {style.clean(subtitle(study))}", style.width)
    for note in notes(study):
        lines += wrap(style.clean(note), style.width, "  ", f"{style.warn('!')} ")
    told = f" {style.dot} ".join(f"{name} {value}" for name, value in facts(study))
    lines += [*wrap(style.clean(told), style.width), ""]
    lines += [*_table(study.questions, style), ""]
    lines += _flags(study.questions, style)
    for question in study.questions:
        lines += _answers(question, style)
    return "\n".join(line.rstrip() for line in lines).rstrip("\n")


def subtitle(study: ItemAnalysis) -> str:
    """How many attempts, of whom, and which."""
    attempts, students = counted(study.analysis.quiz.attempts, "attempt"), counted(study.students, "student")
    return f"{attempts} of {students} ({_WHICH[study.which]})"


def notes(study: ItemAnalysis) -> Iterator[str]:
    """What to know before one reads the numbers."""
    if study.stale:
        yield f"{study.stale} of these were graded by an earlier key; grade them again with 'grader quiz grade'"
    if study.dropped:
        yield f"left out, for they were dropped: {', '.join(study.dropped)}"
    if study.analysis.quiz.attempts < 10:
        yield "fewer than ten attempts say little: nothing is flagged"


def facts(study: ItemAnalysis) -> Iterator[tuple[str, str]]:
    """The numbers of the whole quiz, as Moodle names them."""
    whole = study.analysis.quiz
    most = sum(item.max_mark for item in study.analysis.items)
    yield "mean" if study.quiz.pools else f"mean of {most:g}", number(whole.mean, 2)
    for name in ("median", "sd", "skewness", "kurtosis"):
        yield "SD" if name == "sd" else name, number(getattr(whole, name), 2)
    for name, value in (("internal consistency", whole.consistency), ("error ratio", whole.error_ratio)):
        yield name, percent(None if value is None else value / 100)
    yield "standard error", number(whole.standard_error, 2)


def number(value: float | None, digits: int = 0) -> str:
    """Without a value, a dash; never −0."""
    if value is None:
        return "–"
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"


def _table(items: Sequence[QuestionAnalysis], style: Style) -> Iterator[str]:
    """As many columns as the terminal has room for; names are cut first."""
    rows = [[style.clean(cell) for cell in _cells(item)] for item in items]
    widths = [max(map(display_width, column)) for column in zip(_HEADS, *rows, strict=True)]
    shown = list(range(len(_HEADS)))
    for last in _FIRST_TO_GO:
        if _NARROWEST + sum(widths[at] + len(_GAP) for at in shown[1:]) > style.width - 2:
            shown.remove(last)
    others = sum(widths[at] + len(_GAP) for at in shown[1:])
    widths[0] = max(_NARROWEST, min(widths[0], style.width - others - 2))
    yield style.dim(_row(_HEADS, widths, shown, style))
    for item, row in zip(items, rows, strict=True):
        yield _row(row, widths, shown, style) + (f" {style.warn('!')}" if item.flags else "")


def _cells(item: QuestionAnalysis) -> Iterator[str]:
    stats = item.stats
    yield from (stats.item, str(stats.attempts), percent(stats.facility), number(stats.sd, 2))
    weights = (stats.intended_weight, stats.effective_weight)
    yield from (number(value, 1) for value in (*weights, stats.discrimination, stats.efficiency))


def _row(cells: Sequence[str], widths: Sequence[int], shown: Sequence[int], style: Style) -> str:
    first = pad(cut(cells[0], widths[0], style.ellipsis), widths[0])
    return _GAP.join([first, *(pad_left(cells[at], widths[at]) for at in shown[1:])])


def _flags(items: Sequence[QuestionAnalysis], style: Style) -> list[str]:
    lines = []
    for item in items:
        for flag in item.flags:
            name = style.accent(style.clean(item.stats.item))
            lines += wrap(f"{name}: {style.clean(flag.sentence)}", style.width, "  ", f"{style.warn('!')} ")
    return [*lines, ""] if lines else ["Nothing to look at.", ""]


def _answers(item: QuestionAnalysis, style: Style) -> list[str]:
    """Who chose what, or the wrong answers that came most often."""
    if not (item.options or item.wrong):
        return []
    prompt = " ".join(style.clean(item.prompt).split())
    room = style.width - display_width(item.stats.item) - 3
    lines = [f"{style.accent(style.clean(item.stats.item))} {style.dot} {cut(prompt, max(10, room), style.ellipsis)}"]
    lines += [_option(option, style) for option in item.options]
    lines += [f"  {style.bad(style.cross)} {_right(style.clean(w.text), str(w.count), style)}" for w in item.wrong]
    if item.blank:
        lines.append(style.dim(f"    no answer: {item.blank}"))
    return [*lines, ""]


def _option(option: OptionStats, style: Style) -> str:
    mark = style.good(style.tick) if option.right else style.bad(style.cross)
    roomy = option.best is not None and style.width >= _ROOMY
    thirds = f"best {percent(option.best):>5}  worst {percent(option.worst):>5}" if roomy else ""
    told = f"{option.chosen:>4} {percent(option.share):>6}  {style.clean(thirds)}"
    return f"  {mark} {_right(style.clean(option.option), told, style)}"


def _right(text: str, told: str, style: Style) -> str:
    """A text, and numbers at the right edge."""
    room = max(10, style.width - 6 - display_width(told))
    return f"{pad(cut(text, room, style.ellipsis), room)}  {told}"


# ---- The page of a quiz's statistics: tables, and charts as SVG that needs nothing from outside.


_DEPTHS = (-25, -50, -100)


@dataclass(frozen=True)
class ScatterField:
    """Of the scatter: facility from left to right, discrimination from `low` at the bottom to 100 at the top."""

    low: int
    left: float = 44.0
    top: float = 10.0
    wide: float = 400.0
    high: float = 220.0

    def x(self, share: float) -> float:
        return round(self.left + self.wide * min(1.0, max(0.0, share)), 1)

    def y(self, value: float) -> float:
        return round(self.top + self.high * (100 - min(100.0, max(self.low, value))) / (100 - self.low), 1)

    @property
    def ticks(self) -> list[int]:
        return [value for value in (-100, -50, 0, 50, 100) if value >= self.low]


@dataclass(frozen=True)
class ScatterPoint:
    """A question in the scatter; `x` and `y` in the picture, `number` its place in the quiz."""

    x: float
    y: float
    number: int
    flagged: bool
    words: str


class StatsPages(HtmlPages):
    """Adds the page of statistics to the others."""

    def stats(self, study: ItemAnalysis, course: str) -> str:
        """`course`: its title."""
        field = field_of(study.questions)
        tenths = [sum(int(min(share, 0.999) * 10) == tenth for share in study.shares) for tenth in range(10)]
        return self._templates.get_template("quizstats.html.j2").render(
            study=study,
            course=course,
            subtitle=subtitle(study),
            notes=notes(study),
            facts=facts(study),
            bars=bars(tenths),
            points=list(points(study.questions, field)),
            field=field,
            number=number,
            share=percent,
        )


def field_of(items: Sequence[QuestionAnalysis]) -> ScatterField:
    """No deeper than the worst question: most quizzes have nothing below 0."""
    values = [item.stats.discrimination for item in items]
    worst = min((value for value in values if value is not None), default=0.0)
    return ScatterField(next((depth for depth in _DEPTHS if depth <= worst), _DEPTHS[-1]))


def points(items: Sequence[QuestionAnalysis], field: ScatterField) -> Iterator[ScatterPoint]:
    """Questions that have both values."""
    for at, item in enumerate(items, 1):
        facility, discrimination = item.stats.facility, item.stats.discrimination
        if facility is not None and discrimination is not None:
            words = f"{item.stats.item}: facility {percent(facility)}, discrimination {number(discrimination)}"
            yield ScatterPoint(field.x(facility), field.y(discrimination), at, bool(item.flags), words)
