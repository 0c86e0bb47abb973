"""Where a value stands on a drawing's scale, and how it is written: the same on a page and in a terminal."""

from __future__ import annotations

from math import isfinite

from grader.results import Drawing

NUMBERS_UP_TO = 8  # columns: beyond that cells are too many to read one by one


def level(drawing: Drawing, value: float) -> float:
    """Where on the scale, from 0 to 1. In halves, because the difference may be too large for a number."""
    span = drawing.high / 2 - drawing.low / 2
    return min(1.0, max(0.0, (value / 2 - drawing.low / 2) / span)) if span > 0 else 0.0


def step(drawing: Drawing, value: float, steps: int) -> int:
    return min(steps - 1, int(level(drawing, value) * steps))


def diverges(drawing: Drawing) -> bool:
    """A scale through zero has two colours."""
    return drawing.low < 0 < drawing.high


def is_dark(drawing: Drawing, at: int) -> bool:
    return at in (0, 1, 6, 7) if diverges(drawing) else at >= 5


def text_of(drawing: Drawing, value: float, on: str, off: str, places: int = 2) -> str:
    return (on if value > drawing.low else off) if drawing.pattern else number(value, places)


def number(value: float, places: int = 2) -> str:
    """A whole number, or a few digits after the point: 1, 0, .62, -.50, 16, 1e9."""
    if not isfinite(value) or abs(value) >= 1e6:
        return f"{value:.2g}".replace("e+0", "e").replace("e+", "e")
    text = f"{value:.{places}f}"
    if not text.partition(".")[2].strip("0"):
        return f"{round(value)}"
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text
