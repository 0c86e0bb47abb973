"""What an exercise has drawn of a passed check, by the author's function in judges.py."""

from __future__ import annotations

from math import isfinite
from typing import Any

from grader.course import CheckSpec
from grader.grade.judges import Judges
from grader.results import Drawing, Panel
from grader.worker import Report

_MOST = 32  # rows or columns: more is no picture for a terminal


def drawn(spec: CheckSpec, report: Report, judges: Judges, seed: int) -> Drawing | None:
    """None if the exercise draws nothing here, or if what came out cannot be drawn."""
    draw = None if spec.hidden else judges.drawing(spec.id)
    if draw is None:
        return None
    try:
        return _drawing(draw(report.value, judges.secret(spec.id, seed)))
    except Exception:  # a picture is an extra: a strange value has none
        return None


def _drawing(made: dict[str, Any]) -> Drawing | None:
    values = tuple(tuple(float(value) for value in row) for row in made["values"])
    rows, columns = tuple(map(str, made["rows"])), tuple(map(str, made["columns"]))
    fits = len(values) == len(rows) <= _MOST and all(len(row) == len(columns) <= _MOST for row in values)
    if not fits or not all(isfinite(value) for row in values for value in row):
        return None
    every = [value for row in values for value in row]
    low, high = min([0.0, *every]), max([1.0, *every])
    return Drawing((Panel("", rows, columns, values),), low, high, title=str(made["title"]))
