"""Values as arrays, and the one tolerance: |x − r| ≤ t·(|r| + s), s the largest finite |r|.

The dtype of a result does not show the precision of its computation, so t is generous; checks, not tolerances,
distinguish a mistake from rounding.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from grader.values import Value

Array: TypeAlias = npt.NDArray[Any]

DEEPEST = 32  # numpy's own limit on axes before 2.0
_NUMBERS = {bool, int, float, complex}
TOLERANCE = 1e-4
HALF_TOLERANCE = 1e-2


class NumberKind(StrEnum):
    """Kinds of number that a student can confuse; widths of a kind are interchangeable."""

    BOOLEAN = "booleans"
    WHOLE = "whole numbers"
    REAL = "real numbers"
    COMPLEX = "complex numbers"


# Whole numbers beyond 64 bits have no dtype; inside this package an object array holds them.
KINDS = {"b": NumberKind.BOOLEAN, "f": NumberKind.REAL, "c": NumberKind.COMPLEX}
KINDS |= dict.fromkeys("iuO", NumberKind.WHOLE)


def kind(array: Array) -> NumberKind:
    return KINDS[array.dtype.kind]


def is_exact(array: Array) -> bool:
    """Booleans and whole numbers have no rounding to forgive."""
    return kind(array) in (NumberKind.BOOLEAN, NumberKind.WHOLE)


def plain(value: Value) -> Value:
    """The value, with arrays of text and objects as lists: they are compared as such."""
    if isinstance(value, np.ndarray) and value.dtype.kind in "USO":
        return value.tolist()
    return value


def as_array(value: Value, depth: int = 0) -> Array | None:
    """A number, an array or a rectangular nesting of them as an array; None for anything else."""
    if isinstance(value, np.ndarray | np.generic):
        return np.asarray(value) if value.dtype.kind in "biufc" else None
    if isinstance(value, bool | int | float | complex):
        return _from_numbers([value]).reshape(())
    if not isinstance(value, list | tuple) or depth >= DEEPEST:
        return None
    if not value:
        return np.zeros((0,))
    types = {*map(type, value)}
    if types <= _NUMBERS:
        return _from_numbers(value) if types == {bool} or bool not in types else None
    parts = [as_array(item, depth + 1) for item in value]
    arrays = [part for part in parts if part is not None]
    if len(arrays) < len(parts) or len({part.shape for part in arrays}) > 1 or arrays[0].ndim >= DEEPEST:
        return None
    return _stack(arrays)


def is_numbers(value: Value, depth: int = 0) -> bool:
    """Is this nesting made of bare numbers? A list of arrays is several results, a list of numbers is one."""
    if isinstance(value, list | tuple):
        only_numbers = {*map(type, value)} <= _NUMBERS
        return depth < DEEPEST and (only_numbers or all(is_numbers(item, depth + 1) for item in value))
    if isinstance(value, np.ndarray):
        return value.ndim == 0
    return isinstance(value, bool | int | float | complex | np.generic)


def as_float(array: Array) -> Array:
    """float64 or complex128, in which differences are measured; too large becomes infinite."""
    if array.dtype.kind == "O":
        flat = [_float(number) for number in array.ravel()]
        return np.array(flat, dtype=np.float64).reshape(array.shape)
    with np.errstate(all="ignore"):
        return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def _from_numbers(numbers: Sequence[Any]) -> Array:
    """A flat array of the narrowest kind that holds every number exactly."""
    types = {*map(type, numbers)}
    if types == {bool}:
        return np.array(numbers, dtype=np.bool_)
    if complex in types:
        exact = [number if isinstance(number, complex) else _float(number) for number in numbers]
        return np.array(exact, dtype=np.complex128)
    if float in types:
        return np.array(numbers if types == {float} else [_float(number) for number in numbers], dtype=np.float64)
    for dtype in (np.int64, np.uint64):
        limits = np.iinfo(dtype)
        if limits.min <= min(numbers) and max(numbers) <= limits.max:
            return np.array(numbers, dtype=dtype)
    return np.array(numbers, dtype=object)


def _stack(arrays: list[Array]) -> Array | None:
    """One array of equal parts; int64 beside uint64 would become float64, so those go through objects."""
    kinds = {kind(array) for array in arrays if array.size}
    if NumberKind.BOOLEAN in kinds and len(kinds) > 1:
        return None
    if kinds == {NumberKind.WHOLE} and kind_of_mix(arrays) is not NumberKind.WHOLE:
        return np.stack([array.astype(object) for array in arrays])
    if any(array.dtype.kind == "O" for array in arrays) and kinds != {NumberKind.WHOLE}:
        return np.stack([as_float(array) for array in arrays])
    return np.stack(arrays)


def kind_of_mix(arrays: Sequence[Array]) -> NumberKind:
    """The kind numpy would give to these arrays together."""
    return KINDS[np.result_type(*(array.dtype for array in arrays)).kind]


def _float(number: Any) -> float:
    try:
        return float(number)
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")


def ratio(reference: Array, value: Array, *, half: bool = False) -> Array:
    """Each element's error in tolerances: above 1 is wrong, infinite where no error is tolerated.

    Both arrays have the same shape, and kinds that may be compared.
    """
    if is_exact(reference):
        return np.where(_equal(reference, value), 0.0, np.inf)
    with np.errstate(all="ignore"):
        r, x = as_float(reference), as_float(value)
        finite = np.isfinite(r) & np.isfinite(x)
        # The largest finite magnitude, or 1; a complex one may overflow although both its parts are finite.
        largest = float(np.max(np.abs(r[np.isfinite(r)]), initial=0.0))
        s = min(largest, float(np.finfo(np.float64).max)) or 1.0
        # Everything is divided by s first: the difference of two large numbers could overflow.
        rs, xs = _divided(r[finite], s), _divided(x[finite], s)
        errors = np.full(r.shape, np.inf)
        errors[finite] = np.abs(xs - rs) / (tolerance(reference, half=half) * (np.abs(rs) + 1))
        errors[np.isnan(errors)] = np.inf
        return np.where((r == x) | (np.isnan(r) & np.isnan(x)), 0.0, errors)


def worst(reference: Array, value: Array, *, half: bool = False) -> float:
    """The largest error in tolerances; infinite if the shapes differ, 0 for empty arrays."""
    if reference.shape != value.shape:
        return float("inf")
    return float(np.max(ratio(reference, value, half=half), initial=0.0))


def tolerance(reference: Array, *, half: bool = False) -> float:
    """Only the reference decides: a student's own float16 does not widen the tolerance."""
    return HALF_TOLERANCE if half or reference.dtype == np.float16 else TOLERANCE


def _divided(flat: Array, s: float) -> Array:
    """Real and imaginary parts separately: numpy's complex division gives NaN for the smallest scales."""
    return (flat.view(np.float64) / s).view(flat.dtype)


def _equal(reference: Array, value: Array) -> Array:
    """Exact equality. Where numpy would go through float64, Python's own comparison of numbers is used."""
    if kind_of_mix([reference, value]) in (NumberKind.BOOLEAN, NumberKind.WHOLE):
        return np.asarray(reference == value, dtype=np.bool_)
    return np.asarray(reference.astype(object) == value.astype(object), dtype=np.bool_)
