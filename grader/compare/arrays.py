"""Values as arrays: what counts as numbers, and of which kind, without losing a digit of a whole number."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from grader.values import Value

Array: TypeAlias = npt.NDArray[Any]

DEEPEST = 32  # numpy's own limit on axes before 2.0


class Kind(StrEnum):
    """Kinds of number that a student can confuse; widths of a kind are interchangeable."""

    BOOLEAN = "booleans"
    WHOLE = "whole numbers"
    REAL = "real numbers"
    COMPLEX = "complex numbers"


# Whole numbers beyond 64 bits have no dtype; inside this package an object array holds them.
KINDS = {
    "b": Kind.BOOLEAN,
    "i": Kind.WHOLE,
    "u": Kind.WHOLE,
    "O": Kind.WHOLE,
    "f": Kind.REAL,
    "c": Kind.COMPLEX,
}


def kind(array: Array) -> Kind:
    return KINDS[array.dtype.kind]


def is_exact(array: Array) -> bool:
    """Booleans and whole numbers have no rounding to forgive."""
    return kind(array) in (Kind.BOOLEAN, Kind.WHOLE)


def plain(value: Value) -> Value:
    """An array of text says no more than a list of texts, and is compared as one."""
    if isinstance(value, np.ndarray) and value.dtype.kind in "USO":
        return value.tolist()
    return value


def as_array(value: Value, depth: int = 0) -> Array | None:
    """The array that a number, an array or a rectangular nesting of them stands for, else None."""
    if isinstance(value, np.ndarray | np.generic):
        return np.asarray(value) if value.dtype.kind in "biufc" else None
    if isinstance(value, bool | int | float | complex):
        return _from_numbers([value]).reshape(())
    if isinstance(value, list | tuple) and depth < DEEPEST:
        return _from_items(value, depth)
    return None


def is_numbers(value: Value, depth: int = 0) -> bool:
    """Is this nesting made of bare numbers? A list of arrays is several results, a list of numbers is one."""
    if isinstance(value, list | tuple):
        return depth < DEEPEST and all(is_numbers(item, depth + 1) for item in value)
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


def _from_items(items: Sequence[Value], depth: int) -> Array | None:
    if not items:
        return np.zeros((0,))
    if all(type(item) in (bool, int, float, complex) for item in items):
        same_kind = len({type(item) is bool for item in items}) == 1
        return _from_numbers(items) if same_kind else None
    parts = [as_array(item, depth + 1) for item in items]
    arrays = [part for part in parts if part is not None]
    if len(arrays) < len(parts) or len({part.shape for part in arrays}) > 1 or arrays[0].ndim >= DEEPEST:
        return None
    return _stack(arrays)


def _from_numbers(numbers: Sequence[Any]) -> Array:
    """A flat array of the narrowest kind that holds every number exactly."""
    if all(isinstance(number, bool) for number in numbers):
        return np.array(numbers, dtype=np.bool_)
    if any(isinstance(number, complex) for number in numbers):
        return np.array([_complex(number) for number in numbers], dtype=np.complex128)
    if any(isinstance(number, float) for number in numbers):
        return np.array([_float(number) for number in numbers], dtype=np.float64)
    for dtype in (np.int64, np.uint64):
        limits = np.iinfo(dtype)
        if all(limits.min <= number <= limits.max for number in numbers):
            return np.array(numbers, dtype=dtype)
    return np.array(numbers, dtype=object)


def _stack(arrays: list[Array]) -> Array | None:
    """One array of equal parts; int64 beside uint64 would become float64, so those go through objects."""
    kinds = {kind(array) for array in arrays if array.size}
    if Kind.BOOLEAN in kinds and len(kinds) > 1:
        return None
    if kinds == {Kind.WHOLE} and kind_of_mix(arrays) is not Kind.WHOLE:
        return np.stack([array.astype(object) for array in arrays])
    if any(array.dtype.kind == "O" for array in arrays) and kinds != {Kind.WHOLE}:
        return np.stack([as_float(array) for array in arrays])
    return np.stack(arrays)


def kind_of_mix(arrays: Sequence[Array]) -> Kind:
    """The kind numpy would give to these arrays together."""
    return KINDS[np.result_type(*(array.dtype for array in arrays)).kind]


def _float(number: Any) -> float:
    try:
        return float(number)
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")


def _complex(number: Any) -> complex:
    return number if isinstance(number, complex) else complex(_float(number))
