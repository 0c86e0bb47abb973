"""What was packed, as a page for a terminal: the files with their points, and what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grader.report.style import Style, display_width, pad, pad_left, wrap


class Packed(NamedTuple):
    """A file of the submission, or one exercise of a notebook."""

    name: str
    points: str
    word: str  # how it did
    good: bool | None  # None: nothing to say about it


def render_parcel(heading: str, rows: Sequence[Packed], warnings: Sequence[str], style: Style) -> str:
    """The whole page, without a line end at its end."""
    names = max(display_width(style.clean(row.name)) for row in rows)
    scores = max(display_width(row.points) for row in rows)
    lines = wrap(style.bold(style.clean(heading)), style.width)
    for row in rows:
        lead = f"{_mark(row, style)} {pad(style.clean(row.name), names)}  {pad_left(row.points, scores)}  "
        lines += wrap(style.clean(row.word), style.width, "    ", lead)
    lines += [""] * bool(warnings)
    for warning in warnings:
        lines += wrap(style.clean(warning), style.width, "  ", f"{style.warn('!')} ")
    return "\n".join(line.rstrip() for line in lines)


def _mark(row: Packed, style: Style) -> str:
    if row.good is None:
        return style.dim(style.dot)
    return style.good(style.tick) if row.good else style.bad(style.cross)
