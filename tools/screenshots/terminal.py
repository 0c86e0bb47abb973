"""Draws the screen of a terminal as an SVG, in the colours of a dark terminal that fit a light page, too."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import NamedTuple

import pyte

CELL = (8.4, 19)  # of a character, at FONT_SIZE
FONT_SIZE, MARGIN, BAR = 14, 16, 34
BACKGROUND, FOREGROUND, FRAME = "#161b22", "#d5dbe3", "#30363d"
COLORS = {
    "default": FOREGROUND, "black": "#484f58", "red": "#ff8078", "green": "#56d364", "brown": "#e3b341",
    "blue": "#79b8ff", "magenta": "#d2a8ff", "cyan": "#56d4dd", "white": "#d5dbe3",
}  # fmt: skip
FAMILY = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace"
STYLE = f"text{{font-family:{FAMILY};font-size:{FONT_SIZE}px;white-space:pre}}"
CRISP = 'shape-rendering="crispEdges"'  # no seams between cells
DIM = "\x1b[38;2;139;148;158m"


class Look(NamedTuple):
    """How a run of characters is drawn."""

    color: str
    background: str
    bold: bool
    italic: bool
    underlined: bool


def played(written: str, columns: int, rows: int) -> pyte.Screen:
    """The screen after this was written to a terminal. Faint text, which pyte leaves out, is grey."""
    screen = pyte.Screen(columns, rows)
    pyte.Stream(screen).feed(written.replace("\x1b[2m", DIM))
    return screen


def to_svg(screen: pyte.Screen, title: str) -> str:
    """The screen, down to its last line that is not empty, in a window with this title."""
    lines = [line for line, shown in enumerate(screen.display) if shown.strip()]
    rows = lines[-1] + 1 if lines else 1
    width, height = screen.columns * CELL[0] + 2 * MARGIN, rows * CELL[1] + BAR + MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}">',
        f"<style>{STYLE}</style>",
        f'<rect x=".5" y=".5" width="{width - 1:g}" height="{height - 1:g}" rx="8" fill="{BACKGROUND}" '
        f'stroke="{FRAME}"/>',
        *(f'<circle cx="{MARGIN + 4 + 16 * dot}" cy="17" r="5" fill="{FRAME}"/>' for dot in range(3)),
        f'<text x="{width / 2:g}" y="22" fill="#8b949e" text-anchor="middle">{escape(title)}</text>',
    ]
    for row in range(rows):
        parts += _row(screen, row)
    return "\n".join([*parts, "</svg>\n"])


def _row(screen: pyte.Screen, row: int) -> list[str]:
    """Runs of equal look, each as a rectangle, if it has a background, and a text as wide as its cells."""
    shapes, texts = [], []
    top = BAR + row * CELL[1]
    cells = [(column, screen.buffer[row][column]) for column in range(screen.columns)]
    for look, group in groupby(cells, lambda cell: _look(cell[1])):
        run = list(group)
        written = "".join(cell.data for _, cell in run)
        left, width = MARGIN + run[0][0] * CELL[0], len(run) * CELL[0]
        if look.background:
            place = f'x="{left:.1f}" y="{top}" width="{width:.1f}" height="{CELL[1]}"'
            shapes.append(f'<rect {place} fill="{look.background}" {CRISP}/>')
        if not written.strip() and not look.underlined:
            continue
        blank = len(written) - len(written.lstrip())
        left, written = left + blank * CELL[0], written.strip()
        more = ' font-weight="bold"' * look.bold + ' font-style="italic"' * look.italic
        more += ' text-decoration="underline"' * look.underlined
        texts.append(
            f'<text x="{left:.1f}" y="{top + 14}" textLength="{len(written) * CELL[0]:.1f}" fill="{look.color}"{more}>'
            f"{escape(written)}</text>"
        )
    return shapes + texts


def _look(cell: pyte.screens.Char) -> Look:
    color, background = _color(cell.fg, FOREGROUND), _color(cell.bg, "")
    if cell.reverse:
        color, background = background or BACKGROUND, color
    return Look(color, background, cell.bold, cell.italics, cell.underscore)


def _color(name: str, default: str) -> str:
    if name == "default":
        return default
    return COLORS.get(name.removeprefix("bright"), f"#{name}")
