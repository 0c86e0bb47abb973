"""Matrices in a terminal: shaded cells, panels side by side where they fit, wrong cells in brackets.

The first functions, about the scale of a drawing, serve HTML and SVG as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, permutations, zip_longest
from math import isfinite, isnan
from typing import TypeVar

from grader.render.style import Style, cut, display_width, pad, pad_left, wrap
from grader.results import Drawing, Panel

NUMBERS_UP_TO = 8  # columns: beyond that cells are too many to read one by one
_STACKED_UP_TO = 4  # rows: longer matrices one below the other are hard to compare
# From low to high, and from far below zero to far above it.
_RISING = (231, 195, 153, 117, 75, 33, 26, 19)
_DIVERGING = (19, 33, 117, 195, 231, 230, 215, 208, 130)  # zero has a step of its own
# The same on a dark background: what is low is dark there.
_RISING_ON_DARK = (235, 17, 18, 19, 26, 33, 75, 117)
_DIVERGING_ON_DARK = (117, 33, 26, 17, 235, 52, 94, 172, 215)
_BRIGHT = frozenset({75, 117, 172, 215})  # of these: they take dark ink
_SHADES = (" ", "░", "▒", "▓", "█")
_LETTERS = (" ", ":", "+", "%", "#")  # none that a number may start with
_MARKS = {True: ("●", "·"), False: ("*", ".")}
Colour = TypeVar("Colour", int, str)  # of a terminal or of a page


def scale(drawing: Drawing) -> tuple[float, float]:
    """The values at its two ends. Where there are two colours zero is in the middle."""
    most = max(-drawing.low, drawing.high)
    return (-most, most) if diverges(drawing) else (drawing.low, drawing.high)


def level(drawing: Drawing, value: float) -> float:
    """The position on the scale, from 0 to 1. Halved first, because the difference may overflow."""
    low, high = scale(drawing)
    span = high / 2 - low / 2
    return min(1.0, max(0.0, (value / 2 - low / 2) / span)) if span > 0 else 0.0


def step(drawing: Drawing, value: float, steps: int) -> int:
    return min(steps - 1, int(level(drawing, value) * steps))


def sample(drawing: Drawing, steps: int) -> list[float]:
    """A value in the middle of each step, for a legend."""
    low, high = scale(drawing)
    return [low + (high / steps - low / steps) * (at + 0.5) for at in range(steps)]


def colours(drawing: Drawing, rising: Sequence[Colour], diverging: Sequence[Colour]) -> Sequence[Colour]:
    return diverging if diverges(drawing) else rising


def diverges(drawing: Drawing) -> bool:
    """Does the scale go through zero, and so have two colours?"""
    return drawing.low < 0 < drawing.high


def is_dark(drawing: Drawing, at: int) -> bool:
    return at in (0, 1, 7, 8) if diverges(drawing) else at >= 5


def text_of(drawing: Drawing, value: float, on: str, off: str, places: int = 2) -> str:
    return (on if value > drawing.low else off) if drawing.pattern else number(value, places)


def number(value: float, places: int = 2) -> str:
    """A whole number, or one with a few decimals: 1, 0, .62, -.50, 16, 1e9."""
    if not isfinite(value) or abs(value) >= 1e6:
        return f"{value:.2g}".replace("e+0", "e").replace("e+", "e")
    text = f"{value:.{places}f}"
    if not text.partition(".")[2].strip("0"):
        return f"{round(value)}"
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def heading_of(drawing: Drawing) -> str:
    """What a drawing shows: its title, its axes and how wrong cells are marked. Empty if there is nothing to say."""
    names = zip(("rows", "columns"), drawing.axes, strict=True)
    axes = ", ".join(f"{word}: {name}" for word, name in names if name)
    brackets = "wrong ones in brackets" if _is_marked(drawing) else ""
    return "; ".join(part for part in (drawing.title, axes, brackets) if part)


def draw(drawing: Drawing, style: Style) -> list[str]:
    """The lines of a drawing, none wider than the terminal."""
    heading = _label(heading_of(drawing), style)
    return [*(wrap(style.dim(heading), style.width) if heading else []), *_best(drawing, style).lines()]


def _is_marked(drawing: Drawing) -> bool:
    return any(panel.wrong for panel in drawing.panels)


def _label(text: str, style: Style) -> str:
    return " ".join(style.clean(text).split())


def _best(drawing: Drawing, style: Style) -> _DrawingLayout:
    """The layout with numbers if all panels fit side by side or are short; otherwise shades alone.

    Only where wrong cells are marked: there a glance from one matrix to the other says more than digits.
    """
    choices = _places(drawing)
    drawing = _stacked(drawing)
    layouts = [_DrawingLayout(drawing, style, places) for places in choices]
    if not drawing.shaded or not _is_marked(drawing):
        return layouts[0]
    few = all(len(panel.values) <= _STACKED_UP_TO for panel in drawing.panels)
    beside = [layout for layout in layouts if layout.is_in_one_row]
    below = [layout for layout in layouts if few and layout.fits]
    return [*beside, *below, _DrawingLayout(drawing, style, choices[0], numbers=False)][0]


def _places(drawing: Drawing) -> list[int]:
    """Numbers of decimals worth trying: enough to distinguish every wrong cell from the expected one, or most."""
    fewest = 2
    if _is_marked(drawing):  # two decimals for numbers like .62 and 3.14, one for 31.4, none for 314
        fewest = sum(max(abs(drawing.low), abs(drawing.high)) < most for most in (0.1, 10, 100))
    pairs = [
        (panel.values[i][j], other.values[i][j])
        for panel, other in permutations(drawing.panels, 2)
        for i, j in panel.wrong
    ]
    numbers = [(a, b) for a, b in pairs if a is not None and b is not None]
    differ = [sum(number(a, places) != number(b, places) for a, b in numbers) for places in (fewest, fewest + 1)]
    enough = [fewest + more for more, count in enumerate(differ) if count == len(numbers)]
    most = [fewest] if 2 * differ[0] >= len(numbers) else []
    return [*enough[:1], *most] or [fewest + 2]


def _stacked(drawing: Drawing) -> Drawing:
    """Panels of a single row each become one matrix, with the titles of the panels as labels of its rows."""
    panels = drawing.panels
    if len(panels) < 2 or any(len(panel.values) != 1 or any(panel.rows) for panel in panels):
        return drawing
    if len({len(panel.columns) for panel in panels}) > 1:
        return drawing
    titles, values = tuple(panel.title for panel in panels), tuple(panel.values[0] for panel in panels)
    wrong = tuple((row, column) for row, panel in enumerate(panels) for _, column in panel.wrong)
    return replace(drawing, panels=(Panel("", titles, panels[0].columns, values, wrong),))


class _DrawingLayout:
    """One way to draw a drawing: with numbers in its cells or without.

    Where wrong cells are marked there is a column between any two cells, for the brackets, and cells are equally wide
    in every panel, so that panels are easy to compare.
    """

    def __init__(self, drawing: Drawing, style: Style, places: int, numbers: bool = True) -> None:
        self.drawing = drawing
        self.style = style
        self.marked = _is_marked(drawing)
        self._places = places
        self._numbers = numbers
        # Without colours a shade stands before the number, unless a mark or a sign says the same.
        redundant = self.marked and (drawing.pattern or diverges(drawing))
        self.shade_first = drawing.shaded and not style.color and not redundant
        self._gap = "  " if self.marked else "   "
        self.fits = True  # is every column shown?
        self._blocks = [self._block(panel) for panel in drawing.panels]
        self.is_in_one_row = self.fits and self._width(self._blocks) <= style.width

    def lines(self) -> list[str]:
        lines: list[str] = []
        row: list[list[str]] = []
        for block in self._blocks:
            if row and self._width([*row, block]) > self.style.width:
                lines += [*self._beside(row), ""]
                row = []
            row.append(block)
        return [*lines, *self._beside(row), *self._legend()]

    def _block(self, panel: Panel) -> list[str]:
        """The lines of one panel: its title, the labels of its columns, and its rows."""
        style, marked, written = self.style, self.marked, self.has_text(panel)
        rows, columns = ([_label(label, style) for label in labels] for labels in (panel.rows, panel.columns))
        longest = max(map(display_width, rows), default=0)
        margin = min(longest + 1, style.width // 3) if longest else 0
        room = max(1, style.width - margin - marked)
        cell = self._cell_width(columns, room, written=written)
        shown = min(len(columns), room // (cell + marked))  # columns that do not fit are left out
        self.fits = self.fits and shown == len(columns)
        title = cut(_label(panel.title, style), room, style.ellipsis)
        lines = [" " * margin + style.bold(title)] if title else []
        if any(columns):
            lines.append(" " * margin + style.dim(self._header(columns[:shown], cell, written=written)))
        for at, label in enumerate(rows):
            name = pad_left(cut(label, max(0, margin - 1), style.ellipsis), margin - 1)
            values = panel.values[at][:shown]
            wrong = [(at, column) in panel.wrong for column in range(len(values))]
            lines.append(pad(name, margin) + self._row(values, wrong, cell, written=written))
        return lines

    def _cell_width(self, columns: list[str], room: int, *, written: bool) -> int:
        count = max(1, len(columns))
        if self.marked:
            return self.longest() + self.shade_first if written else 1
        if not written:
            return 2 if 2 * count <= room else 1
        labels = max(map(display_width, columns), default=0)
        return max(5, self.longest() + 2, min(labels + 1, room // count))

    def _header(self, columns: list[str], cell: int, *, written: bool) -> str:
        """The labels that have room above their columns."""
        line, pitch = "", cell + self.marked
        for at, label in enumerate(columns):
            if written and not self.marked:
                label = cut(label, cell - 1, self.style.ellipsis)
            start = at * pitch + self.marked
            start += self.shade_first + self.indent(label, cell) if written else 0
            free = not line or display_width(line) < start
            if label and free and start + display_width(label) <= len(columns) * pitch + self.marked:
                line = pad(line, start) + label
        return line

    def _row(self, values: Sequence[float | None], wrong: list[bool], width: int, *, written: bool) -> str:
        cells = [self.cell(value, width, written=written) for value in values]
        if not self.marked:
            return "".join(cells)
        between = zip(pairwise([False, *wrong, False]), (None, *values), strict=True)
        edges = [self.edge(*pair, value, width, written=written) for pair, value in between]
        return edges[0] + "".join(map(str.__add__, cells, edges[1:]))

    def has_text(self, panel: Panel) -> bool:
        """Are values written into the cells? Wide matrices have shades only, unless marked and short, or a pattern."""
        if self.marked and self.drawing.pattern:
            return True
        short = len(panel.columns) <= NUMBERS_UP_TO or (self.marked and len(panel.values) <= 2)
        return self._numbers and short

    def longest(self) -> int:
        """The length of the longest text in a cell."""
        shown = [panel for panel in self.drawing.panels if self.has_text(panel)]
        return max((len(self._text(value)) for panel in shown for row in panel.values for value in row), default=0)

    def cell(self, value: float | None, width: int, *, written: bool) -> str:
        if not written:
            return self.paint(value, self._shade(value) * width)
        text = self._text(value)
        shade = self._shade(value).replace("?", " ") if self.shade_first else ""  # the text says "nan"
        return self.paint(value, pad(shade + " " * self.indent(text, width) + text, width))

    def indent(self, text: str, width: int) -> int:
        """Where a number or a label starts in a cell, after the shade if there is one."""
        if self.shade_first:
            return 0
        free = width - display_width(text)
        return max(0, free if self.marked else free // 2)

    def edge(self, left: bool, right: bool, before: float | None, width: int, *, written: bool) -> str:
        """The column between two cells, either of which may be wrong: a bracket, or more of the left cell."""
        ground = " " if written or before is None or isnan(before) else self._shade(before)
        if left == right and (not left or width < 3):  # between narrow cells a mark would be all that is seen
            return self.paint(before, ground)
        mark = ground if left and right else "]" if left else "["
        return f"\x1b[1;38;5;231;48;5;160m{mark}\x1b[0m" if self.style.color else mark

    def paint(self, value: float | None, text: str) -> str:
        if not self.style.color or not self.drawing.shaded or value is None or isnan(value):
            return text
        if self.style.dark:
            grounds = colours(self.drawing, _RISING_ON_DARK, _DIVERGING_ON_DARK)
            ground = grounds[step(self.drawing, value, len(grounds))]
            return f"\x1b[38;5;{16 if ground in _BRIGHT else 231};48;5;{ground}m{text}\x1b[0m"
        grounds = colours(self.drawing, _RISING, _DIVERGING)
        at = step(self.drawing, value, len(grounds))
        ground = grounds[at]
        return f"\x1b[38;5;{231 if is_dark(self.drawing, at) else 16};48;5;{ground}m{text}\x1b[0m"

    def _text(self, value: float | None) -> str:
        return "" if value is None else text_of(self.drawing, value, *_MARKS[self.style.unicode], self._places)

    def _shade(self, value: float | None) -> str:
        """A character for a level; with colours a space."""
        if value is None or isnan(value):
            return " " if value is None else "?"
        shades = _SHADES if self.style.unicode else _LETTERS
        return " " if self.style.color else shades[step(self.drawing, value, len(shades))]

    def _legend(self) -> list[str]:
        """The scale of the shades, if some cells have no text."""
        drawing = self.drawing
        if drawing.pattern or all(map(self.has_text, drawing.panels)):
            return []
        steps = len(colours(drawing, _RISING, _DIVERGING)) if self.style.color else len(_SHADES)
        cells = "".join(self.cell(value, 2, written=False) for value in sample(drawing, steps))
        low, high = scale(drawing)
        line = f"{number(low)} {cells} {number(high)}"
        return [line] if self.marked else ["", line]

    def _width(self, blocks: list[list[str]]) -> int:
        return sum(map(_widest, blocks)) + len(self._gap) * (len(blocks) - 1)

    def _beside(self, blocks: list[list[str]]) -> list[str]:
        widths = [_widest(block) for block in blocks]
        rows = zip_longest(*blocks, fillvalue="")
        return [self._gap.join(map(pad, row, widths)).rstrip() for row in rows]


def _widest(block: list[str]) -> int:
    return max(map(display_width, block), default=0)
