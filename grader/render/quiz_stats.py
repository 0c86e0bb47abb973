"""The item analysis of a quiz, in a terminal and as a page of HTML with charts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from grader.render.feedback import bars
from grader.render.html import templates
from grader.render.style import Style, cut, display_width, pad, shorten, table, widths_of, wrap
from grader.text import counted

if TYPE_CHECKING:
    from grader.quiz.analysis import ItemAnalysis, OptionStats, QuestionAnalysis

_HEADS = ("question", "n", "facility", "SD", "weight", "effective", "discr.", "effic.")
_FIRST_TO_GO = (4, 5, 7, 3)  # columns, where the terminal is narrow
_NARROWEST = 8  # width of the names
_ROOMY = 60  # the width from which the choices of the best and the worst are shown
_WHICH = {
    "first": "the first attempt of each student",
    "last": "the last attempt of each student",
    "best": "the best attempt of each student",
    "all": "all attempts",
}


def render_stats(study: ItemAnalysis, style: Style) -> str:
    """The table of questions, the flags, and the answers to each question."""
    lines = wrap(f"{style.bold(style.clean(study.quiz.title))} {style.dot} {style.clean(subtitle(study))}", style.width)
    for note in notes(study):
        lines += wrap(style.clean(note), style.width, "  ", f"{style.warn('!')} ")
    whole = f" {style.dot} ".join(f"{name} {value}" for name, value in facts(study))
    lines += [*wrap(style.clean(whole), style.width), ""]
    lines += [*_table(study.questions, style), "", *_flags(study.questions, style)]
    for question in study.questions:
        lines += _answers(question, style)
    return "\n".join(line.rstrip() for line in lines).rstrip("\n")


def subtitle(study: ItemAnalysis) -> str:
    """The number of attempts and students, and which attempts these are."""
    attempts, students = counted(study.whole.attempts, "attempt"), counted(study.students, "student")
    return f"{attempts} of {students} ({_WHICH[study.which]})"


def notes(study: ItemAnalysis) -> Iterator[str]:
    """Caveats about the numbers; none if there are enough attempts, all graded with the current key."""
    if study.stale:
        yield f"{study.stale} of these were graded with an earlier key; grade them again with 'grader quiz grade'"
    if study.dropped:
        yield f"not counted (dropped questions): {', '.join(study.dropped)}"
    if study.whole.attempts < 10:
        yield "fewer than ten attempts are too few for statistics: hardly anything can be told from chance"


def facts(study: ItemAnalysis) -> Iterator[tuple[str, str]]:
    """The statistics of the whole quiz, under the names that Moodle uses."""
    whole = study.whole
    most = sum(question.stats.max_mark for question in study.questions)
    yield "mean", number(whole.mean, 2) + ("" if study.quiz.pools or whole.mean is None else f" of {most:g}")
    for name, value in (("median", whole.median), ("SD", whole.sd), ("skewness", whole.skewness)):
        yield name, number(value, 2)
    yield "kurtosis", number(whole.kurtosis, 2)
    for name, value in (("internal consistency", whole.consistency), ("error ratio", whole.error_ratio)):
        yield name, percent(None if value is None else value / 100)
    yield "standard error", number(whole.standard_error, 2)


def number(value: float | None, digits: int = 0) -> str:
    """A number with that many decimals; a dash if there is none, and never -0."""
    if value is None:
        return "–"
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"


def _table(items: Sequence[QuestionAnalysis], style: Style) -> list[str]:
    """As many columns as the terminal has room for; names are shortened first."""
    rows = []
    for stats in (item.stats for item in items):
        values = (stats.intended_weight, stats.effective_weight, stats.discrimination, stats.efficiency)
        facts = (stats.item, str(stats.attempts), percent(stats.facility), number(stats.sd, 2))
        rows.append([style.clean(cell) for cell in (*facts, *(number(value, 1) for value in values))])
    widths = widths_of([_HEADS, *rows])
    shown = list(range(len(_HEADS)))
    for last in _FIRST_TO_GO:
        if _NARROWEST + sum(widths[at] + 2 for at in shown[1:]) > style.width - 2:
            shown.remove(last)
    room = max(_NARROWEST, style.width - 2 - sum(widths[at] + 2 for at in shown[1:]))
    body = [[cut(row[0], room, style.ellipsis), *(row[at] for at in shown[1:])] for row in rows]
    head, *lines = table([_HEADS[at] for at in shown], body, style)
    marks = [f" {style.warn('!')}" if item.flags else "" for item in items]
    return [head, *map(str.__add__, lines, marks)]


def _flags(items: Sequence[QuestionAnalysis], style: Style) -> list[str]:
    lines = []
    for item in items:
        for flag in item.flags:
            name = style.accent(style.clean(item.stats.item))
            lines += wrap(f"{name}: {style.clean(flag.sentence)}", style.width, "  ", f"{style.warn('!')} ")
    return [*(lines or ["No question is flagged."]), ""]


def _answers(item: QuestionAnalysis, style: Style) -> list[str]:
    """How often each option was chosen, or the most frequent wrong answers."""
    if not (item.options or item.wrong):
        return []
    prompt = " ".join(style.clean(item.prompt).split())
    room = style.width - display_width(item.stats.item) - 3
    lines = [
        f"{style.accent(style.clean(item.stats.item))} {style.dot} {shorten(prompt, max(10, room), style.ellipsis)}"
    ]
    lines += [_option(option, style) for option in item.options]
    lines += [f"  {style.bad(style.cross)} {_right(style.clean(w.text), str(w.count), style)}" for w in item.wrong]
    if item.blank:
        lines.append(style.dim(f"    no answer: {item.blank}"))
    return [*lines, ""]


def _option(option: OptionStats, style: Style) -> str:
    mark = style.good(style.tick) if option.right else style.bad(style.cross)
    roomy = option.best is not None and style.width >= _ROOMY
    thirds = f"best {percent(option.best):>5}  worst {percent(option.worst):>5}" if roomy else ""
    numbers = f"{option.chosen:>4} {percent(option.share):>6}  {style.clean(thirds)}"
    return f"  {mark} {_right(style.clean(option.option), numbers, style)}"


def _right(text: str, numbers: str, style: Style) -> str:
    """A text with numbers at the right edge."""
    room = max(10, style.width - 6 - display_width(numbers))
    return f"{pad(shorten(text, room, style.ellipsis), room)}  {numbers}"


_DEPTHS = (-25, -50, -100)


class ScatterField(NamedTuple):
    """The area of the scatter plot: facility from left to right, discrimination from `low` up to 100."""

    low: int
    left: float = 44.0
    top: float = 10.0
    wide: float = 400.0
    high: float = 220.0

    def x(self, share: float) -> float:
        return round(self.left + self.wide * min(1.0, max(0.0, share)), 1)

    def y(self, value: float) -> float:
        return round(self.top + self.high * (100 - min(100.0, max(self.low, value))) / (100 - self.low), 1)


def stats_page(study: ItemAnalysis, course: str) -> str:
    """The statistics as a page of HTML with charts. `course`: its title."""
    template, items = templates().get_template("quizstats.html.j2"), enumerate(study.questions, 1)
    plotted = [(at, item) for at, item in items if None not in (item.stats.facility, item.stats.discrimination)]
    tenths = [sum(int(min(share, 0.999) * 10) == tenth for share in study.shares) for tenth in range(10)]
    figures = {"bars": bars(tenths), "field": field_of(study.questions), "plotted": plotted}
    words = {"subtitle": subtitle(study), "notes": notes(study), "facts": facts(study)}
    return template.render(study=study, course=course, number=number, share=percent, **figures, **words)


def field_of(items: Sequence[QuestionAnalysis]) -> ScatterField:
    """The plot area, no deeper than the worst question: most quizzes have nothing below 0."""
    values = [item.stats.discrimination for item in items]
    worst = min((value for value in values if value is not None), default=0.0)
    return ScatterField(next((depth for depth in _DEPTHS if depth <= worst), _DEPTHS[-1]))
