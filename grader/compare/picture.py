"""A small array drawn as lines, its wrong cells in brackets."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from grader.compare.arrays import Array
from grader.compare.case import Case
from grader.compare.words import number, place

WIDTH = 76
LONGEST_ROW = 10
SIDE = 8
EDGE = "│ "


def picture(case: Case) -> tuple[str, ...]:
    """A heading and the rows of the first matrix that differs; nothing if it is too large to help."""
    outer = case.first(case.wrong)[:-2]
    values, wrong = np.atleast_1d(case.value[outer]), np.atleast_1d(case.wrong[outer])
    if case.value.ndim == 0 or not _is_small(values):
        return ()
    for digits, gap in ((3, " "), (3, ""), (2, ""), (1, "")):
        lines = tuple(_rows(np.atleast_2d(values), np.atleast_2d(wrong), digits, gap))
        if max(len(text) for text in lines) <= WIDTH:
            return (_heading(case, outer), *lines)
    return ()


def _is_small(values: Array) -> bool:
    if values.ndim == 1:
        return 1 < values.size <= LONGEST_ROW
    return bool(max(values.shape) <= SIDE)


def _heading(case: Case, outer: tuple[int, ...]) -> str:
    where = f" at {place(outer, case.names)}" if outer else ""
    return f"your values{where}, wrong ones in brackets:"


def _rows(values: Array, wrong: Array, digits: int, gap: str) -> Iterator[str]:
    """Right-aligned columns; a plain cell keeps the room of its brackets."""
    marked = zip(values, wrong, strict=True)
    cells = [[_cell(x, w, digits) for x, w in zip(*row, strict=True)] for row in marked]
    widths = [max(len(cell) for cell in column) for column in zip(*cells, strict=True)]
    for row in cells:
        padded = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        yield EDGE + gap.join(padded).rstrip()


def _cell(value: object, wrong: bool, digits: int) -> str:
    text = number(value, digits)
    return f"[{text}]" if wrong else f" {text} "
