"""The statistics of a quiz, in a terminal and as a page with charts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.render.feedback import HtmlPages, bars
from grader.render.style import Style, cut, display_width, pad, pad_left, wrap

# ---- Item analysis for a terminal: a table of questions, who chose what, and what an author should look at.


_GAP = "  "
_HEADS = ("question", "n", "facility", "SD", "weight", "effective", "discr.", "effic.")
_FIRST_TO_GO = (4, 5, 7, 3)  # of the columns
_NARROWEST = 8  # of the names
_ROOMY = 60  # from here on, there is room for what the best and the worst chose


@dataclass(frozen=True)
class OptionRow:
    """Shares are from 0 to 1; None where nobody can be counted."""

    text: str
    right: bool
    chosen: int
    share: float | None
    best: float | None  # of the third that did best elsewhere
    worst: float | None


@dataclass(frozen=True)
class ItemRow:
    """One question. Percents but for facility (0 to 1), SD and points; None where there is no value."""

    name: str
    prompt: str
    points: float
    attempts: int
    blank: int
    facility: float | None
    sd: float | None
    intended: float | None
    effective: float | None
    discrimination: float | None
    efficiency: float | None
    options: Sequence[OptionRow] = ()
    wrong: Sequence[tuple[str, int]] = ()
    flags: Sequence[str] = ()


@dataclass(frozen=True)
class StatsPage:
    """A quiz. `facts`: the numbers of the whole, by name, as they are read."""

    title: str
    course: str
    subtitle: str
    notes: Sequence[str]
    facts: Sequence[tuple[str, str]]
    items: Sequence[ItemRow]
    bins: Sequence[int]  # attempts by tenths of the points


def render_stats(page: StatsPage, style: Style) -> str:
    lines = wrap(f"{style.bold(style.clean(page.title))} {style.dot} {style.clean(page.subtitle)}", style.width)
    for note in page.notes:
        lines += wrap(style.clean(note), style.width, "  ", f"{style.warn('!')} ")
    facts = f" {style.dot} ".join(f"{name} {value}" for name, value in page.facts)
    lines += [*wrap(style.clean(facts), style.width), ""]
    lines += [*_table(page.items, style), ""]
    lines += _flags(page.items, style)
    for item in page.items:
        lines += _answers(item, style)
    return "\n".join(line.rstrip() for line in lines).rstrip("\n")


def number(value: float | None, digits: int = 0) -> str:
    """Without a value, a dash; never −0."""
    if value is None:
        return "–"
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"


def _table(items: Sequence[ItemRow], style: Style) -> Iterator[str]:
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


def _cells(item: ItemRow) -> Iterator[str]:
    yield from (item.name, str(item.attempts), percent(item.facility), number(item.sd, 2))
    yield from (number(value, 1) for value in (item.intended, item.effective, item.discrimination, item.efficiency))


def _row(cells: Sequence[str], widths: Sequence[int], shown: Sequence[int], style: Style) -> str:
    first = pad(cut(cells[0], widths[0], style.ellipsis), widths[0])
    return _GAP.join([first, *(pad_left(cells[at], widths[at]) for at in shown[1:])])


def _flags(items: Sequence[ItemRow], style: Style) -> list[str]:
    lines = []
    for item in items:
        for flag in item.flags:
            name = style.accent(style.clean(item.name))
            lines += wrap(f"{name}: {style.clean(flag)}", style.width, "  ", f"{style.warn('!')} ")
    return [*lines, ""] if lines else ["Nothing to look at.", ""]


def _answers(item: ItemRow, style: Style) -> list[str]:
    """Who chose what, or the wrong answers that came most often."""
    if not (item.options or item.wrong):
        return []
    prompt = " ".join(style.clean(item.prompt).split())
    room = style.width - display_width(item.name) - 3
    lines = [f"{style.accent(style.clean(item.name))} {style.dot} {cut(prompt, max(10, room), style.ellipsis)}"]
    lines += [_option(option, style) for option in item.options]
    lines += [f"  {style.bad(style.cross)} {_right(style.clean(text), str(n), style)}" for text, n in item.wrong]
    if item.blank:
        lines.append(style.dim(f"    no answer: {item.blank}"))
    return [*lines, ""]


def _option(option: OptionRow, style: Style) -> str:
    mark = style.good(style.tick) if option.right else style.bad(style.cross)
    roomy = option.best is not None and style.width >= _ROOMY
    thirds = f"best {percent(option.best):>5}  worst {percent(option.worst):>5}" if roomy else ""
    told = f"{option.chosen:>4} {percent(option.share):>6}  {style.clean(thirds)}"
    return f"  {mark} {_right(style.clean(option.text), told, style)}"


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

    def stats(self, page: StatsPage) -> str:
        field = field_of(page.items)
        template = self._templates.get_template("quizstats.html.j2")
        found = {"bars": bars(page.bins), "points": list(points(page.items, field)), "field": field}
        return template.render(page=page, number=number, share=percent, **found)


def field_of(items: Sequence[ItemRow]) -> ScatterField:
    """No deeper than the worst question: most quizzes have nothing below 0."""
    worst = min((item.discrimination for item in items if item.discrimination is not None), default=0.0)
    return ScatterField(next((depth for depth in _DEPTHS if depth <= worst), _DEPTHS[-1]))


def points(items: Sequence[ItemRow], field: ScatterField) -> Iterator[ScatterPoint]:
    """Questions that have both values."""
    for at, item in enumerate(items, 1):
        if item.facility is not None and item.discrimination is not None:
            yield ScatterPoint(
                x=field.x(item.facility),
                y=field.y(item.discrimination),
                number=at,
                flagged=bool(item.flags),
                words=f"{item.name}: facility {percent(item.facility)}, discrimination {number(item.discrimination)}",
            )
