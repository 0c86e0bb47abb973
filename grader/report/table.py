"""Tables of a statement: aligned columns where they fit, one entry below the other where they do not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import TypeAlias

from grader.report.style import Style, display_width, pad, pad_left, wrap

Inline: TypeAlias = Callable[[str, Style], str]

GAP = "  "
_DELIMITER = re.compile(r"\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$")
_PIPE = re.compile(r"(?<!\\)\|")


def is_table(lines: list[str]) -> bool:
    """A row, and below it the line of dashes."""
    return len(lines) == 2 and all(line.startswith("|") for line in lines) and bool(_DELIMITER.match(lines[1]))


def render_table(block: list[str], style: Style, inline: Inline) -> list[str]:
    """Lines of the table, cells wrapped where the terminal is too narrow for them."""
    head, dashes, *body = (_cells(line) for line in block)
    rows = [_row(cells, len(head), style, inline) for cells in (head, *body)]
    widths = _fit(rows, style.width)
    if widths is None:
        return _stacked(rows, style)
    right = [dash.endswith(":") and not dash.startswith(":") for dash in dashes]
    lines = [list(_lines(row, widths, right)) for row in rows]
    rule = style.dim(GAP.join(style.line * width for width in widths))
    heading = [style.bold(line) for line in lines[0]] if any(rows[0]) else []
    return [*heading, rule, *(line for row in lines[1:] for line in row)]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in _PIPE.split(line.strip().removeprefix("|").removesuffix("|"))]


def _row(cells: list[str], count: int, style: Style, inline: Inline) -> list[str]:
    return [inline(cell, style) for cell in (cells + [""] * count)[:count]]


def _fit(rows: list[list[str]], width: int) -> list[int] | None:
    """A width for each column, the widest shortened first; None if words would have to be broken."""
    columns = list(zip(*rows, strict=True))
    widths = [max(map(display_width, column)) for column in columns]
    least = [max(display_width(word) for cell in column for word in cell.split() or [""]) for column in columns]
    room = width - len(GAP) * (len(columns) - 1)
    while sum(widths) > room:
        shrinkable = [at for at in range(len(widths)) if widths[at] > least[at]]
        if not shrinkable:
            return None
        widths[max(shrinkable, key=widths.__getitem__)] -= 1
    return widths


def _lines(row: list[str], widths: list[int], right: list[bool]) -> Iterator[str]:
    wrapped = [wrap(cell, width) for cell, width in zip(row, widths, strict=True)]
    sides = [pad_left if at < len(right) and right[at] else pad for at in range(len(widths))]
    for cells in zip_longest(*wrapped, fillvalue=""):
        padded = (side(cell, width) for side, cell, width in zip(sides, cells, widths, strict=True))
        yield GAP.join(padded).rstrip()


def _stacked(rows: list[list[str]], style: Style) -> list[str]:
    head, *body = rows
    out: list[str] = []
    for first, *cells in body:
        out += wrap(style.bold(first), style.width)
        for name, cell in zip(head[1:], cells, strict=True):
            if cell:
                out += wrap(f"{style.dim(name + ':') if name else ''} {cell}", style.width, "    ", "  ")
    return out
