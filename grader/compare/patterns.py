"""Facts about where numbers are: right ones in wrong places, rows that do not sum to 1, one wrong slice."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import TypeAlias

import numpy as np

from grader.compare.arrays import Array, Kind, kind
from grader.compare.case import Case
from grader.compare.rule import ratio
from grader.compare.words import decimals

Pattern: TypeAlias = Callable[[Case], str | None]

VISIBLE = 1e-3  # how far a row's sum must be off before it is the news


def transposed(case: Case) -> str | None:
    for i, j in combinations(range(case.r.ndim), 2):
        if case.r.shape[i] == case.r.shape[j] and case.explains(np.swapaxes(case.r, i, j)):
            both = f": {case.axis(i)} and {case.axis(j)} are swapped" if case.names or case.r.ndim > 2 else ""
            return f"the values are right but transposed{both}"
    return None


def reversed_order(case: Case) -> str | None:
    for axis in range(case.r.ndim):
        if _are_many(case.r) and case.explains(np.flip(case.r, axis)):
            return f"the values are right but in reverse order{_along(case, axis)}"
    return None


def shifted(case: Case) -> str | None:
    """Off by one: every number sits beside its place."""
    for axis in range(case.r.ndim):
        if case.r.shape[axis] < 3:
            continue
        before, after = _part(case, axis, slice(None, -1)), _part(case, axis, slice(1, None))
        if _varies(case.r[before]) and case.explains(case.r[before], after):
            return f"the values are shifted by one position{_along(case, axis)}: each comes one too late"
        if _varies(case.r[after]) and case.explains(case.r[after], before):
            return f"the values are shifted by one position{_along(case, axis)}: each comes one too early"
    return None


def _part(case: Case, axis: int, part: slice) -> tuple[slice, ...]:
    return tuple(part if a == axis else slice(None) for a in range(case.r.ndim))


def _varies(array: Array) -> bool:
    return bool(np.any(array != array.flat[0]))


def _along(case: Case, axis: int) -> str:
    if case.names:
        return f" along {case.names[axis]}"
    if case.r.ndim == 2:
        return (" down the columns", " along the rows")[axis]
    return f" along axis {axis}" if case.r.ndim > 2 else ""


def shuffled(case: Case) -> str | None:
    """The right numbers elsewhere: a reshape where a transpose was needed."""
    if kind(case.reference) is Kind.COMPLEX or not _are_many(case.r):
        return None
    r, x = np.sort(case.r, axis=None), np.sort(case.x, axis=None)
    if np.max(ratio(r, x, half=case.half)) > 1e-2 or np.max(ratio(case.r, case.x, half=case.half)) <= 1:
        return None  # other numbers, or whole numbers that miss by a trifle where they stand
    advice = ": check reshapes and transposes" if case.r.ndim > 1 else ""
    return f"the values are right but in another order{advice}"


def _are_many(r: Array) -> bool:
    """Enough distinct numbers for their order to prove something."""
    return r.size >= 3 and len(np.unique(r)) > r.size // 2


def sums(case: Case) -> str | None:
    """Rows that should be weights, each summing to 1 (or to 0 where everything is hidden)."""
    if kind(case.reference) is not Kind.REAL or case.r.shape[-1] < 2 or not _are_weights(case):
        return None
    expected, got = np.round(case.r.sum(axis=-1)), case.x.sum(axis=-1)
    off = np.asarray(~(np.abs(got - expected) <= VISIBLE))
    if not np.any(off):
        return None
    row = case.first(off)
    total, one = decimals(float(got[row]), float(expected[row]))
    sentence = f"{_row(case, row)} to {total}, expected {one}"
    instead = _sums_instead(case)
    return f"{instead}: {sentence}" if instead else sentence


def _are_weights(case: Case) -> bool:
    totals = case.r.sum(axis=-1)
    near = 2e-2 if case.half else 1e-5
    whole = (np.abs(totals - 1) <= near) | (totals == 0)
    return bool(np.all(whole) and np.any(totals))


def _row(case: Case, row: tuple[int, ...]) -> str:
    if not row:
        return "the values sum"
    outer = f" at {case.at(row[:-1])}" if len(row) > 1 else ""
    return f"row {row[-1]}{outer} sums"


def _sums_instead(case: Case) -> str:
    """What sums to 1 in place of the rows."""
    if case.x.ndim < 2:
        return ""
    if np.all(np.abs(case.x.sum(axis=-2) - 1) <= VISIBLE):
        return "columns sum to 1, expected rows"
    together = np.all(np.abs(case.x.sum(axis=(-2, -1)) - 1) <= VISIBLE)
    return "all values together sum to 1, expected each row" if together else ""


def one_slice(case: Case) -> str | None:
    """All that is wrong, or all that is right, lies in one row, head or batch entry."""
    if case.r.ndim < 2 or np.count_nonzero(case.wrong) < 2:
        return None
    for axis in range(case.r.ndim):
        others = tuple(a for a in range(case.r.ndim) if a != axis)
        wrong = np.any(case.wrong, axis=others)
        for mask, word in ((wrong, "wrong"), (~wrong, "right")):
            if np.count_nonzero(mask) == 1 and mask.size > (1 if word == "wrong" else 2):
                return f"only {_slice(case, axis, int(np.argmax(mask)))} is {word}"
    return None


def _slice(case: Case, axis: int, index: int) -> str:
    if case.names or case.r.ndim == 2:
        return f"{case.axis(axis)} {index}"
    return f"index {index} of axis {axis}"


def triangle(case: Case) -> str | None:
    """In a square of tokens against tokens, the side of the diagonal says past or future."""
    if case.r.ndim < 2 or case.r.shape[-1] != case.r.shape[-2]:
        return None
    rows, columns = np.nonzero(case.wrong)[-2:]
    if min(len(set(rows.tolist())), len(set(columns.tolist()))) < 2:
        return None  # one row or column says more
    for holds, side in ((columns > rows, "above"), (columns < rows, "below"), (columns == rows, "on")):
        if np.all(holds):
            return f"all wrong values are {side} the diagonal"
    return None


PATTERNS: tuple[Pattern, ...] = (transposed, shifted, reversed_order, shuffled, sums, triangle, one_slice)
