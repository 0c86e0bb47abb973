"""Why two arrays differ, in a sentence and in a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from grader.compare.values import HALF_TOLERANCE, Array, NumberKind, as_float, is_exact, kind, ratio, tolerance
from grader.results import Drawing, Panel
from grader.text import counted

EXPLAINED = 0.05  # a cause explains a difference if it leaves less than this part of it


class Context:
    """Reference and value, raw and as floats (r, x), and which elements are wrong."""

    def __init__(self, reference: Array, value: Array, names: tuple[str, ...], *, half: bool) -> None:
        self.reference, self.value, self.names = reference, value, names
        self.r, self.x = as_float(reference), as_float(value)
        self.kind = kind(reference)
        self.half = tolerance(reference, half=half) == HALF_TOLERANCE  # asked for, or because the reference is
        self.errors = ratio(reference, value, half=half)  # in tolerances
        self.wrong = np.asarray(self.errors > 1)

    def explains(self, cause: Array, where: tuple[slice, ...] = ()) -> bool:
        """Would the value (at `where`) be right if `cause` had been expected?

        Within the tolerance is not enough: small errors are within the tolerance of many causes.
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
        """The name of an axis; without names, "row" and "column" for a matrix."""
        if self.names:
            return self.names[axis]
        return ("row", "column")[axis] if self.r.ndim == 2 else f"axis {axis}"

    def at(self, index: Sequence[int]) -> str:
        return place(index, self.names)

    def first(self, mask: Array) -> tuple[int, ...]:
        """The index of the first marked element."""
        return _unravel(int(np.argmax(mask)), mask)


def element(case: Context, label: str) -> str:
    """The worst element with both numbers: `weights[1, 2] is 0.21, expected 0; 3 of 25 values differ`."""
    index = _unravel(int(np.argmax(case.errors)), case.errors)
    got, expected = pair(case.value[index], case.reference[index])
    if not index:
        return f"{label} is {got}, expected {expected}"
    where = f"at {case.at(index)}: {got}" if case.names else f"{label}{case.at(index)} is {got}"
    count, size = int(np.count_nonzero(case.wrong)), case.wrong.size
    differ = f"; {count} of {size} values {'differs' if count == 1 else 'differ'}" if size > 1 else ""
    return f"{where}, expected {expected}{differ}"


def _unravel(flat: int, array: Array) -> tuple[int, ...]:
    return tuple(int(position) for position in np.unravel_index(flat, array.shape))


VISIBLE = 1e-3  # how far a row's sum must be off to be reported


def transposed(case: Context) -> str | None:
    for i, j in combinations(range(case.r.ndim), 2):
        if case.r.shape[i] == case.r.shape[j] and case.explains(np.swapaxes(case.r, i, j)):
            both = f": {case.axis(i)} and {case.axis(j)} are swapped" if case.names or case.r.ndim > 2 else ""
            return f"the values are right but transposed{both}"
    return None


def reversed_order(case: Context) -> str | None:
    for axis in range(case.r.ndim):
        if _are_many(case.r) and case.explains(np.flip(case.r, axis)):
            return f"the values are right but in reverse order{_along(case, axis)}"
    return None


def shifted(case: Context) -> str | None:
    """Off by one: every number is next to its position."""
    for axis in range(case.r.ndim):
        if case.r.shape[axis] < 3:
            continue
        outer = (slice(None),) * axis
        before, after = (*outer, slice(None, -1)), (*outer, slice(1, None))
        for source, target, when in ((before, after, "late"), (after, before, "early")):
            expected = case.r[source]
            if np.any(expected != expected.flat[0]) and case.explains(expected, target):
                return f"the values are shifted by one position{_along(case, axis)}: each comes one too {when}"
    return None


def _along(case: Context, axis: int) -> str:
    if case.names:
        return f" along {case.names[axis]}"
    if case.r.ndim == 2:
        return (" down the columns", " along the rows")[axis]
    return f" along axis {axis}" if case.r.ndim > 2 else ""


def shuffled(case: Context) -> str | None:
    """The right numbers in other positions: a reshape instead of a transpose."""
    if case.kind is NumberKind.COMPLEX or not _are_many(case.r):
        return None
    r, x = np.sort(case.r, axis=None), np.sort(case.x, axis=None)
    if np.max(ratio(r, x, half=case.half)) > 1e-2 or np.max(ratio(case.r, case.x, half=case.half)) <= 1:
        return None  # other numbers, or whole numbers that are nearly right where they are
    advice = ": check reshapes and transposes" if case.r.ndim > 1 else ""
    return f"the values are right but in another order{advice}"


def _are_many(r: Array) -> bool:
    """Are there enough distinct numbers for their order to prove something?"""
    return r.size >= 3 and len(np.unique(r)) > r.size // 2


def sums(case: Context) -> str | None:
    """Rows that should be weights, each summing to 1 (or to 0 where everything is masked)."""
    if case.kind is not NumberKind.REAL or case.r.shape[-1] < 2:
        return None
    totals = case.r.sum(axis=-1)
    near = np.abs(totals - 1) <= (2e-2 if case.half else 1e-5)
    if not np.all(near | (totals == 0)) or not np.any(totals):
        return None
    expected, got = np.round(totals), case.x.sum(axis=-1)
    off = np.asarray(~(np.abs(got - expected) <= VISIBLE))
    if not np.any(off):
        return None
    row = case.first(off)
    total, one = decimals(float(got[row]), float(expected[row]))
    outer = f" at {case.at(row[:-1])}" if len(row) > 1 else ""
    which = f"row {row[-1]}{outer} sums" if row else "the values sum"
    sentence = f"{which} to {total}, expected {one}"
    if case.x.ndim < 2:
        return sentence
    if np.all(np.abs(case.x.sum(axis=-2) - 1) <= VISIBLE):
        return f"columns sum to 1, expected rows: {sentence}"
    together = np.all(np.abs(case.x.sum(axis=(-2, -1)) - 1) <= VISIBLE)
    return f"all values together sum to 1, expected each row: {sentence}" if together else sentence


def one_slice(case: Context) -> str | None:
    """Everything wrong, or everything right, is in one row, head or batch entry."""
    if case.r.ndim < 2 or np.count_nonzero(case.wrong) < 2:
        return None
    for axis in range(case.r.ndim):
        others = tuple(a for a in range(case.r.ndim) if a != axis)
        wrong = np.any(case.wrong, axis=others)
        for mask, word in ((wrong, "wrong"), (~wrong, "right")):
            if np.count_nonzero(mask) == 1 and mask.size > (1 if word == "wrong" else 2):
                index, named = int(np.argmax(mask)), case.names or case.r.ndim == 2
                part = f"{case.axis(axis)} {index}" if named else f"index {index} of axis {axis}"
                return f"only {part} is {word}"
    return None


def triangle(case: Context) -> str | None:
    """In a square matrix of tokens, the side of the diagonal means past or future."""
    if case.r.ndim < 2 or case.r.shape[-1] != case.r.shape[-2]:
        return None
    rows, columns = np.nonzero(case.wrong)[-2:]
    if min(len(set(rows.tolist())), len(set(columns.tolist()))) < 2:
        return None  # one row or column says more
    for holds, side in ((columns > rows, "above"), (columns < rows, "below"), (columns == rows, "on")):
        if np.all(holds):
            return f"all wrong values are {side} the diagonal"
    return None


def headline(case: Context) -> str | None:
    """The sentence of the first fact that holds: what a teacher would point out first. None if none holds."""
    if case.r.size == 1:  # for a single number a factor or an offset always fits; only a flipped sign means something
        return "the sign is flipped" if case.kind is not NumberKind.BOOLEAN and case.explains(-case.r) else None
    with np.errstate(all="ignore"):
        return next((sentence for fact in FACTS if (sentence := fact(case))), None)


def not_finite(case: Context) -> str | None:
    """NaN where a number was expected, or else infinity where a finite one was."""
    strange = {"NaN": np.isnan(case.x) & ~np.isnan(case.r), "infinite": np.isinf(case.x) & np.isfinite(case.r)}
    for what, mask in strange.items():
        count = int(np.count_nonzero(mask))
        if count == mask.size:
            return f"every value is {what}"
        if count == 1:
            return f"1 value is {what}, at {case.at(case.first(mask))}"
        if count:
            return f"{count} values are {what}; the first at {case.at(case.first(mask))}"
    return None


def whole_numbers(case: Context) -> str | None:
    """An integer array where fractions were expected: an integer dtype truncated them."""
    if kind(case.value) is not NumberKind.WHOLE or case.kind is not NumberKind.REAL:
        return None
    fractions = np.isfinite(case.r) & (case.r != np.round(case.r))
    if not np.any(fractions):
        return None
    example = number(case.r[case.first(fractions)])
    return f"the values are whole numbers ({case.value.dtype}), expected fractions such as {example}"


def constant(case: Context) -> str | None:
    """The same number everywhere, most often zeros that were never filled."""
    if case.kind is NumberKind.COMPLEX or np.any(np.isnan(case.r)) or np.any(case.x != case.x.flat[0]):
        return None
    low, high = case.reference.flat[np.argmin(case.r)], case.reference.flat[np.argmax(case.r)]
    got, _ = pair(case.value.flat[0], low)
    if case.kind is NumberKind.BOOLEAN and low != high:
        other = not case.value.flat[0]
        count = np.count_nonzero(case.reference == other)
        return f"every value is {got}, expected {other} for {count} of {counted(case.reference.size, 'value')}"
    if np.all(case.r == case.r.flat[0]):
        return "every value is {}, expected {}".format(*pair(case.value.flat[0], low))
    return f"every value is {got}, expected values from {number(low)} to {number(high)}"


def opposite(case: Context) -> str | None:
    if case.kind is NumberKind.BOOLEAN:
        return "every value is the opposite of the expected one" if case.explains(1 - case.r) else None
    return "the sign is flipped: every value is minus the expected one" if case.explains(-case.r) else None


def factor_or_offset(case: Context) -> str | None:
    """A forgotten or doubled scale, or a forgotten or doubled shift."""
    if case.kind in (NumberKind.BOOLEAN, NumberKind.COMPLEX):
        return None
    largest = int(np.argmax(np.where(np.isfinite(case.r), np.abs(case.r), -1)))
    times, by = case.x.flat[largest] / case.r.flat[largest], case.x.flat[largest] - case.r.flat[largest]
    scaled = np.count_nonzero(case.r) >= 2 and np.isfinite(times) and times and abs(times - 1) >= 0.005
    if scaled and case.explains(times * case.r):
        return f"every value is {times:#.3g} times the expected one"
    if np.isfinite(by) and case.explains(case.r + by):
        return f"every value is {number(abs(by))} too {'large' if by > 0 else 'small'}"
    return None


EXPLANATIONS = (whole_numbers, constant, opposite, factor_or_offset)  # their sentence covers every number
# The most useful first: what makes numbers meaningless, causes that explain every number, patterns.
FACTS = (not_finite, *EXPLANATIONS, transposed, shifted, reversed_order, shuffled, sums, triangle, one_slice)
NUMBERS = 8  # a side up to which cells can be read one by one; a single row may be a little longer
SHADES = 16  # a side up to which darker and lighter cells still make a picture
ROW = 10
MANY = 4  # rows: more of numbers that are all wrong are noise
LARGEST = 10**6  # whole numbers beyond are too wide for a cell
FAR = 4  # times the largest expected value
_VISIBLE_SHARE = 0.01  # of the scale
FARTHEST = float(np.finfo(np.float64).max)


def picture(case: Context) -> Drawing | None:
    """The first matrix that differs, yours and the expected one; None if it would show no more than the message."""
    if case.r.size < 2 or not np.any(np.isfinite(case.x)):
        return None
    with np.errstate(all="ignore"):
        if any(fact(case) for fact in EXPLANATIONS):
            return None
    outer = case.first(case.wrong)[:-2]
    reference, value = np.atleast_2d(case.r[outer]), np.atleast_2d(case.x[outer])
    wrong = np.atleast_2d(case.wrong[outer])
    if not _helps(case, reference, value, wrong):
        return None
    # Beside values that are far too large, expected ones would all look like 0: then they alone make the scale.
    dwarfed = _largest(value) > FAR * _largest(reference) > 0
    low, high = _scale(reference) if dwarfed else _scale(reference, value)
    with np.errstate(all="ignore"):
        if np.all(np.abs(value - reference)[wrong] < _VISIBLE_SHARE * (high - low)):
            return None  # nobody would see that the wrong cells differ
    cells = tuple((int(i), int(j)) for i, j in np.argwhere(wrong))
    row, column = ("", "", *case.names)[-2:]
    return Drawing(
        panels=(_panel("yours", value, cells), _panel("expected", reference)),
        low=_short(low),
        high=_short(high),
        pattern=case.kind is NumberKind.BOOLEAN,
        shaded=case.kind is not NumberKind.WHOLE or _is_binary(reference, value),
        title=f"at {case.at(outer)}" if outer else "",
        axes=(row, column),
    )


def _helps(case: Context, reference: Array, value: Array, wrong: Array) -> bool:
    """Weights and masks are seen at a glance; other numbers must be read, so there must not be too many of them."""
    rows, columns = reference.shape
    if case.kind is NumberKind.COMPLEX or rows * columns < 2:
        return False
    weights = case.kind is NumberKind.REAL and all(np.all(_finite(array) >= 0) for array in (reference, value))
    binary = case.kind is NumberKind.WHOLE and _is_binary(reference, value)
    if case.kind is NumberKind.BOOLEAN or weights or binary:
        return bool(max(rows, columns) <= SHADES)
    if case.kind is NumberKind.WHOLE and _largest(reference, value) >= LARGEST:
        return False
    if case.kind is NumberKind.REAL and rows > MANY and np.all(wrong):
        return False
    return bool(columns <= (ROW if rows == 1 else NUMBERS) and rows <= NUMBERS)


def _is_binary(*arrays: Array) -> bool:
    return all(bool(np.all((array == 0) | (array == 1))) for array in arrays)


def _largest(*arrays: Array) -> float:
    """The largest finite magnitude; the tolerance rule handles infinities."""
    return max(float(np.max(np.abs(_finite(array)), initial=0.0)) for array in arrays)


def _finite(array: Array) -> Array:
    return np.asarray(array[np.isfinite(array)])


def _scale(*arrays: Array) -> tuple[float, float]:
    """From zero if nothing is below it, else symmetric, so that zero stays in the middle."""
    numbers = np.concatenate([_finite(array) for array in arrays])
    low, high = float(np.min(numbers, initial=0.0)), float(np.max(numbers, initial=0.0))
    if low < 0 < high:
        low, high = min(low, -high), max(high, -low)
    elif any(bool(np.any(np.isneginf(array))) for array in arrays):
        low = max(low - max(high - low, 1.0), -FARTHEST)  # room for minus infinity, lighter than all the rest
    return low, high if high > low else low + 1.0


def _panel(title: str, values: Array, wrong: tuple[tuple[int, int], ...] = ()) -> Panel:
    rows, columns = (tuple(map(str, range(count))) for count in values.shape)
    table = tuple(tuple(_short(float(value)) for value in row) for row in values)
    return Panel(title, rows if len(rows) > 1 else ("",), columns, table, wrong)


def _short(value: float) -> float:
    """Six digits: more would only make results larger."""
    return float(f"{value:.6g}") + 0.0


def number(value: Any, digits: int = 3) -> str:
    """A number as a person would write it: 0.21, 12346, 1.2e-07."""
    if isinstance(value, bool | np.bool_):
        return str(bool(value))
    if isinstance(value, int | np.integer):
        bits = int(value).bit_length()  # Python refuses to print a whole number of thousands of digits
        return str(int(value)) if bits <= 64 else f"a number of {bits} bits"
    if isinstance(value, complex | np.complexfloating):
        imaginary = _real(float(value.imag), digits)
        sign = "" if imaginary.startswith("-") else "+"
        return f"{_real(float(value.real), digits)}{sign}{imaginary}j"
    return _real(float(value), digits)


def _real(value: float, digits: int) -> str:
    if not math.isfinite(value):
        return str(float(value))
    whole = len(str(int(abs(value)))) if abs(value) < 1e6 else 0
    return f"{value + 0.0:.{max(digits, whole)}g}"


def pair(value: Any, reference: Any) -> tuple[str, str]:
    """Both numbers with as few digits as distinguish them."""
    for digits in range(3, 18):
        texts = number(value, digits), number(reference, digits)
        if texts[0] != texts[1]:
            break
    return texts


def decimals(value: float, reference: float) -> tuple[str, str]:
    """Both numbers with two decimals, or as many as distinguish them: sums are compared with 1.00."""
    if not abs(value) < 1e6:
        return pair(value, reference)
    for places in range(2, 18):
        texts = f"{value + 0.0:.{places}f}", f"{reference + 0.0:.{places}f}"
        if texts[0] != texts[1]:
            break
    return texts


def place(index: Sequence[int], names: Sequence[str]) -> str:
    """An element's position: `query 2, key 0` if the axes have names, else `[2, 0]`."""
    if names:
        return ", ".join(f"{name} {position}" for name, position in zip(names, index, strict=False))
    return "[" + ", ".join(str(int(position)) for position in index) + "]"
