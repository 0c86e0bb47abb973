"""A wrong array beside the expected one, as matrices that a person can look at."""

from __future__ import annotations

import numpy as np

from grader.compare.arrays import Array, Kind, kind
from grader.compare.case import Case
from grader.compare.facts import constant, factor, offset, opposite, whole_numbers
from grader.results import Drawing, Panel

NUMBERS = 8  # a side up to which cells are read one by one; a single row may be a little longer
SHADES = 16  # a side up to which darker and lighter cells still make a picture
ROW = 10
MANY = 4  # rows: more of numbers that are all wrong are noise
LARGEST = 10**6  # whole numbers beyond are too wide for a cell
FAR = 4  # times the largest expected value
VISIBLE = 0.01  # of the scale
FARTHEST = float(np.finfo(np.float64).max)
EXPLANATIONS = (whole_numbers, constant, opposite, factor, offset)  # their sentence covers every number


def picture(case: Case) -> Drawing | None:
    """The first matrix that differs; nothing if it would not say more than the message."""
    if _says_all(case):
        return None
    outer = case.first(case.wrong)[:-2]
    reference, value = np.atleast_2d(case.r[outer]), np.atleast_2d(case.x[outer])
    wrong = np.atleast_2d(case.wrong[outer])
    if not _helps(case, reference, value, wrong):
        return None
    low, high = _scale(reference) if _dwarfs(value, reference) else _scale(reference, value)
    if not _is_visible(reference, value, wrong, high - low):
        return None
    cells = tuple((int(i), int(j)) for i, j in np.argwhere(wrong))
    return Drawing(
        panels=(_panel("yours", value, cells), _panel("expected", reference)),
        low=_short(low),
        high=_short(high),
        pattern=kind(case.reference) is Kind.BOOLEAN,
        shaded=kind(case.reference) is not Kind.WHOLE or _is_binary(reference, value),
        title=f"at {case.at(outer)}" if outer else "",
        axes=_axes(case),
    )


def _says_all(case: Case) -> bool:
    """A message such as "every value is twice the expected one" needs no picture, nor does a lone number."""
    if case.r.size < 2 or not np.any(np.isfinite(case.x)):
        return True
    with np.errstate(all="ignore"):
        return any(fact(case) for fact in EXPLANATIONS)


def _helps(case: Case, reference: Array, value: Array, wrong: Array) -> bool:
    """Weights and masks are seen at a glance, other numbers are read, and not too many of them."""
    kinds, (rows, columns) = kind(case.reference), reference.shape
    if kinds is Kind.COMPLEX or rows * columns < 2:
        return False
    if kinds is Kind.BOOLEAN or (_is_weights(reference, value) and kinds is Kind.REAL):
        return bool(max(rows, columns) <= SHADES)
    if kinds is Kind.WHOLE and _is_binary(reference, value):
        return bool(max(rows, columns) <= SHADES)
    if kinds is Kind.WHOLE and _largest(reference, value) >= LARGEST:
        return False
    if kinds is Kind.REAL and rows > MANY and np.all(wrong):
        return False
    return bool(columns <= (ROW if rows == 1 else NUMBERS) and rows <= NUMBERS)


def _is_visible(reference: Array, value: Array, wrong: Array, span: float) -> bool:
    """Would anybody see that the wrong cells differ?"""
    with np.errstate(all="ignore"):
        return bool(np.any(~(np.abs(value - reference)[wrong] < VISIBLE * span)))


def _is_weights(*arrays: Array) -> bool:
    return all(bool(np.all(array >= 0)) for array in map(_finite, arrays))


def _is_binary(*arrays: Array) -> bool:
    return all(bool(np.all((array == 0) | (array == 1))) for array in arrays)


def _largest(*arrays: Array) -> float:
    return max(float(np.max(np.abs(_finite(array)), initial=0.0)) for array in arrays)


def _dwarfs(value: Array, reference: Array) -> bool:
    """On one scale with such values the expected ones would all look like nothing; so theirs is the scale."""
    return _largest(value) > FAR * _largest(reference) > 0


def _finite(array: Array) -> Array:
    return np.asarray(array[np.isfinite(array)])


def _scale(*arrays: Array) -> tuple[float, float]:
    """From zero where there is nothing below it, else as far below as above: zero keeps its place in the middle."""
    numbers = np.concatenate([_finite(array) for array in arrays])
    low, high = float(np.min(numbers, initial=0.0)), float(np.max(numbers, initial=0.0))
    if low < 0 < high:
        low, high = min(low, -high), max(high, -low)
    elif any(bool(np.any(np.isneginf(array))) for array in arrays):
        low = max(low - max(high - low, 1.0), -FARTHEST)  # room for minus infinity, lighter than all the rest
    return low, high if high > low else low + 1.0


def _panel(title: str, values: Array, wrong: tuple[tuple[int, int], ...] = ()) -> Panel:
    rows, columns = values.shape
    table = tuple(tuple(_short(float(value)) for value in row) for row in values)
    return Panel(title, _numbered(rows) if rows > 1 else ("",), _numbered(columns), table, wrong)


def _numbered(count: int) -> tuple[str, ...]:
    return tuple(map(str, range(count)))


def _short(value: float) -> float:
    """Six digits: more would only make results larger."""
    return float(f"{value:.6g}") + 0.0


def _axes(case: Case) -> tuple[str, str]:
    names = case.names[-2:]
    if not names:
        return "", ""
    return (names[0], names[1]) if len(names) == 2 else ("", names[0])
