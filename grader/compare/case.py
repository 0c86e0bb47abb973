"""Two arrays of one shape that differ, as the facts about them see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from grader.compare.arrays import Array, as_float, is_exact
from grader.compare.rule import HALF_TOLERANCE, ratio, tolerance
from grader.compare.words import counted, pair, place

EXPLAINED = 0.05  # a cause explains a difference if it leaves less than this part of it


@dataclass(frozen=True, eq=False)
class Case:
    """Reference and value, raw and as floats (r, x), and which elements are wrong."""

    reference: Array
    value: Array
    r: Array
    x: Array
    errors: Array  # in tolerances
    names: tuple[str, ...]
    half: bool  # asked for, or seen from the reference

    @property
    def wrong(self) -> Array:
        return np.asarray(self.errors > 1)

    def explains(self, cause: Array, where: tuple[slice, ...] = ()) -> bool:
        """Would the value be right (at `where`) if `cause` had been expected there?

        Within the tolerance is not enough: where the values are off by little, many causes would be.
        """
        r, x = self.r[where], self.x[where]
        with np.errstate(all="ignore"):
            if np.max(ratio(cause, x, half=self.half), initial=0.0) > 1:
                return False
            before, after = _largest(x - r), _largest(x - cause)
        if is_exact(self.reference):
            return before > 0 and after == 0
        return bool(np.any(self.wrong[where])) and after <= EXPLAINED * before

    def axis(self, axis: int) -> str:
        """An axis by its name, or by what a matrix calls it."""
        if self.names:
            return self.names[axis]
        return ("row", "column")[axis] if self.r.ndim == 2 else f"axis {axis}"

    def at(self, index: Sequence[int]) -> str:
        return place(index, self.names)

    def first(self, mask: Array) -> tuple[int, ...]:
        """The index of the first marked element."""
        return _unravel(int(np.argmax(mask)), mask)


def make_case(reference: Array, value: Array, names: tuple[str, ...], *, half: bool) -> Case:
    errors = ratio(reference, value, half=half)
    wide = tolerance(reference, half=half) == HALF_TOLERANCE
    return Case(reference, value, as_float(reference), as_float(value), errors, names, wide)


def element(case: Case, label: str) -> str:
    """The worst element with both numbers: `weights[1, 2] is 0.21, expected 0; 3 of 25 values differ`."""
    index = _unravel(int(np.argmax(case.errors)), case.errors)
    got, expected = pair(case.value[index], case.reference[index])
    if not index:
        return f"{label} is {got}, expected {expected}"
    where = f"at {case.at(index)}: {got}" if case.names else f"{label}{case.at(index)} is {got}"
    return f"{where}, expected {expected}{_how_many(case.wrong)}"


def _how_many(wrong: Array) -> str:
    count = int(np.count_nonzero(wrong))
    if wrong.size == 1:
        return ""
    return f"; {count} of {counted(wrong.size, 'value')} {'differs' if count == 1 else 'differ'}"


def _unravel(flat: int, array: Array) -> tuple[int, ...]:
    return tuple(int(position) for position in np.unravel_index(flat, array.shape))


def _largest(errors: Array) -> float:
    """The largest finite difference; infinities are the rule's business."""
    return float(np.max(np.abs(errors[np.isfinite(errors)]), initial=0.0))
