"""Matrices as pictures: an SVG for a page, coloured cells for a terminal. One file serves both: the SVG carries its
numbers with it."""

from __future__ import annotations

import html
import json
import re
from dataclasses import asdict, dataclass
from typing import Any

from grader.report.style import Style, cut, display_width, pad, pad_left

_NUMBERS_UP_TO = 8  # columns: beyond that cells are too many to read one by one
_SIZE, _SMALL, _LINE, _LETTER = 44, 9, 20, 7.5  # of the SVG: a cell with its number, one without, a line, a letter
_FEW = 12  # rows: there is room for a line of text in each
_METADATA = re.compile(r"<metadata>(.*?)</metadata>", re.DOTALL)
# From little to much; and from much below zero to much above it. As colours of a page and of a terminal.
_RISING = ("#f7fbff", "#deebf7", "#c6dbef", "#9ecae1", "#6baed6", "#4292c6", "#2171b5", "#08519c")
_DIVERGING = ("#08519c", "#4292c6", "#9ecae1", "#deebf7", "#fee6ce", "#fdae6b", "#f16913", "#a63603")
_RISING_TERMINAL = (231, 195, 153, 117, 75, 33, 26, 19)
_DIVERGING_TERMINAL = (19, 33, 117, 195, 230, 215, 208, 130)
_SHADES = (" ", "░", "▒", "▓", "█")
_LETTERS = (" ", ".", ":", "+", "#")
_MARKS = {True: ("●", "·"), False: ("*", ".")}


@dataclass(frozen=True)
class Panel:
    """One matrix. A row or a column may go without a label."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]

    @property
    def has_numbers(self) -> bool:
        return len(self.columns) <= _NUMBERS_UP_TO


@dataclass(frozen=True)
class Picture:
    """Matrices on one scale, from `low` to `high`. A scale through zero has two colours.

    `pattern`: cells are on or off, and say so by a mark in place of a number.
    """

    panels: tuple[Panel, ...]
    low: float
    high: float
    pattern: bool = False

    def text(self, value: float, on: str, off: str) -> str:
        return (on if value > self.low else off) if self.pattern else number(value)

    def level(self, value: float) -> float:
        """Where on the scale, from 0 to 1."""
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))

    @property
    def diverges(self) -> bool:
        return self.low < 0 < self.high


# ---- as SVG


def to_svg(picture: Picture, caption: str) -> str:
    """A page of its own, readable on light and on dark grounds, with its numbers inside."""
    y, parts, widths = 10.0, [], [0.0]
    for panel in picture.panels:
        drawn, width, height = _draw(picture, panel, y)
        parts += drawn
        widths.append(width)
        y += height + 12
    size = f'width="{max(widths):g}" height="{y:g}" viewBox="0 0 {max(widths):g} {y:g}"'
    numbers = html.escape(json.dumps(asdict(picture), ensure_ascii=False, separators=(",", ":")), quote=False)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="13" role="img">',
            f"<title>{html.escape(caption, quote=False)}</title>",
            f"<metadata>{numbers}</metadata>",
            '<rect width="100%" height="100%" rx="6" fill="#ffffff"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _draw(picture: Picture, panel: Panel, top: float) -> tuple[list[str], float, float]:
    """The elements of one matrix, how wide they are and how high."""
    side = _SIZE if panel.has_numbers else _LINE if len(panel.rows) <= _FEW else _SMALL
    longest = max((len(label) for label in panel.columns), default=0)
    across = max(_SIZE, longest * _LETTER + 8) if panel.has_numbers else _SMALL
    left = 14 + max((len(label) for label in panel.rows), default=0) * _LETTER
    out, y = [], top
    if panel.title:
        out.append(_text(left, y + 14, panel.title, "start", bold=True))
        y += _LINE
    if any(panel.columns):
        anchor = "middle" if panel.has_numbers else "start"
        shift = across / 2 if panel.has_numbers else 0
        out += [
            _text(left + at * across + shift, y + 14, label, anchor) for at, label in enumerate(panel.columns) if label
        ]
        y += _LINE
    for label, row in zip(panel.rows, panel.values, strict=True):
        if label:
            out.append(_text(left - 6, y + side / 2 + 4, label, "end"))
        for at, value in enumerate(row):
            out += _cell(picture, panel, value, left + at * across, y, across, side)
        y += side
    width = max(left + len(panel.columns) * across, left + len(panel.title) * _LETTER) + 14
    return out, width, y - top


def _cell(picture: Picture, panel: Panel, value: float, x: float, y: float, across: float, side: float) -> list[str]:
    step = _step(picture.level(value), len(_RISING))
    fill = (_DIVERGING if picture.diverges else _RISING)[step]
    border = ' stroke="#ffffff"' if panel.has_numbers else ""
    cell = f'<rect x="{x:g}" y="{y:g}" width="{across:g}" height="{side:g}" fill="{fill}"{border}/>'
    if not panel.has_numbers:
        return [cell]
    ink = "#ffffff" if _is_dark(picture, step) else "#1a1a1a"
    return [cell, _text(x + across / 2, y + side / 2 + 5, picture.text(value, "●", "·"), "middle", ink)]


def _text(x: float, y: float, text: str, anchor: str, ink: str = "#1a1a1a", bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    shown = html.escape(text, quote=False)
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{ink}"{weight}>{shown}</text>'


def from_svg(text: str) -> Picture | None:
    """The picture that an SVG carries, or None if it carries none."""
    found = _METADATA.search(text)
    if found is None:
        return None
    try:
        facts = json.loads(html.unescape(found[1]))
        panels = tuple(_panel(facts_of_panel) for facts_of_panel in facts["panels"])
        picture = Picture(panels, float(facts["low"]), float(facts["high"]), facts.get("pattern") is True)
    except (ValueError, KeyError, TypeError):
        return None
    return picture if picture.low < picture.high else None


def _panel(facts: dict[str, Any]) -> Panel:
    panel = Panel(
        str(facts["title"]),
        tuple(str(label) for label in facts["rows"]),
        tuple(str(label) for label in facts["columns"]),
        tuple(tuple(float(value) for value in row) for row in facts["values"]),
    )
    if len(panel.rows) != len(panel.values) or any(len(row) != len(panel.columns) for row in panel.values):
        raise ValueError("labels and values do not fit")
    return panel


# ---- in a terminal


def draw(picture: Picture, style: Style) -> list[str]:
    """The matrices as cells, side by side where the width allows it."""
    blocks = [_block(picture, panel, style) for panel in picture.panels]
    lines: list[str] = []
    row: list[list[str]] = []
    for block in blocks:
        if row and _width(row) + 3 + _width([block]) > style.width:
            lines += [*_beside(row), ""]
            row = []
        row.append(block)
    lines += _beside(row)
    if picture.panels and not all(panel.has_numbers for panel in picture.panels):
        lines += ["", _legend(picture, style)]
    return lines


def _width(blocks: list[list[str]]) -> int:
    return sum(max(map(display_width, block), default=0) for block in blocks) + 3 * (len(blocks) - 1)


def _beside(blocks: list[list[str]]) -> list[str]:
    widths = [max(map(display_width, block), default=0) for block in blocks]
    height = max(map(len, blocks), default=0)
    filled = [block + [""] * (height - len(block)) for block in blocks]
    return [
        "   ".join(pad(line, width) for line, width in zip(parts, widths, strict=True)).rstrip()
        for parts in zip(*filled, strict=True)
    ]


def _block(picture: Picture, panel: Panel, style: Style) -> list[str]:
    labels = [_label(label, style) for label in panel.rows]
    margin = max(map(display_width, labels), default=0)
    margin += margin > 0
    room = max(1, style.width - margin)
    if panel.has_numbers:
        texts = [number(value) for row in panel.values for value in row]
        longest = max((display_width(_label(label, style)) for label in panel.columns), default=0)
        cell = max(5, *(len(text) + 2 for text in texts), min(longest + 1, room // max(1, len(panel.columns))))
    else:
        cell = 2 if 2 * len(panel.columns) <= room else 1
    shown = min(len(panel.columns), room // cell)  # what does not fit at the right is left out
    lines = [" " * margin + style.bold(cut(_label(panel.title, style), room, style.ellipsis))] if panel.title else []
    if any(panel.columns):
        lines.append(" " * margin + _header(panel, cell, shown, style))
    for label, row in zip(labels, panel.values, strict=True):
        name = pad(pad_left(label, max(0, margin - 1)), margin)
        lines.append(name + "".join(_terminal_cell(picture, value, cell, panel, style) for value in row[:shown]))
    return lines


def _label(text: str, style: Style) -> str:
    return " ".join(style.clean(text).split())


def _header(panel: Panel, cell: int, shown: int, style: Style) -> str:
    if panel.has_numbers:
        names = [cut(_label(label, style), cell, style.ellipsis) for label in panel.columns[:shown]]
        return style.dim("".join(_placed(name, cell, style) for name in names))
    line = ""
    for at, label in enumerate(panel.columns[:shown]):
        if label and display_width(line) <= at * cell and at * cell + len(label) <= shown * cell:
            line = pad(line, at * cell) + _label(label, style)
    return style.dim(line)


def _terminal_cell(picture: Picture, value: float, width: int, panel: Panel, style: Style) -> str:
    level = picture.level(value)
    text = picture.text(value, *_MARKS[style.unicode]) if panel.has_numbers else ""
    if style.color:
        step = _step(level, len(_RISING_TERMINAL))
        ground = (_DIVERGING_TERMINAL if picture.diverges else _RISING_TERMINAL)[step]
        ink = 231 if _is_dark(picture, step) else 16
        return f"\x1b[38;5;{ink};48;5;{ground}m{_placed(text, width, style)}\x1b[0m"
    shades = _SHADES if style.unicode else _LETTERS
    shade = shades[_step(level, len(shades))]
    if not panel.has_numbers:
        return shade * width
    return pad(shade + text, width)


def _placed(text: str, width: int, style: Style) -> str:
    """In the middle of a coloured cell; without colours, behind the shade at its left edge."""
    return pad(pad_left(text, (width + display_width(text)) // 2), width) if style.color else pad(f" {text}", width)


def _legend(picture: Picture, style: Style) -> str:
    """What the shades mean, where no cell says it."""
    steps = len(_RISING_TERMINAL) if style.color else len(_SHADES)
    scale = Panel("", ("",), ("",) * 99, ())
    span = picture.high - picture.low
    cells = [_terminal_cell(picture, picture.low + span * (at + 0.5) / steps, 2, scale, style) for at in range(steps)]
    return f"{number(picture.low)} {''.join(cells)} {number(picture.high)}"


def _step(level: float, steps: int) -> int:
    return min(steps - 1, int(level * steps))


def _is_dark(picture: Picture, step: int) -> bool:
    return step in (0, 1, 6, 7) if picture.diverges else step >= 5


def number(value: float) -> str:
    """A whole number, or two digits after the point: 1, 0, .62, -.50, 16."""
    text = f"{value:.2f}"
    if text.endswith(".00"):
        return f"{round(value)}"
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text
