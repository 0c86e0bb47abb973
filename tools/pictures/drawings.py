"""Matrices as the pictures use them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from grader.results import Drawing, Panel

FINE = ("<start>", "I", "am", "fine")


def panel(values: object, rows: Sequence[str], columns: Sequence[str], title: str = "") -> Panel:
    table = np.round(np.asarray(values, float), 4) + 0.0  # no minus before a zero
    return Panel(title, tuple(rows), tuple(columns), tuple(tuple(row) for row in table.tolist()))


def weights(*panels: Panel) -> Drawing:
    return Drawing(panels, 0, 1)


def pattern(*panels: Panel) -> Drawing:
    return Drawing(panels, 0, 1, pattern=True)


def numbered(word: str, count: int) -> list[str]:
    return [f"{word} {number}" for number in range(1, count + 1)]


def every(step: int, count: int) -> list[str]:
    return [str(at) if at % step == 0 else "" for at in range(count)]
