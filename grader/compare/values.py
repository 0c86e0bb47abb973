"""Values as arrays, the tolerance rule, and the words for both."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import StrEnum
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from grader.values import Value

Array: TypeAlias = npt.NDArray[Any]

DEEPEST = 32  # numpy's own limit on axes before 2.0


class NumberKind(StrEnum):
    """Kinds of number that a student can confuse; widths of a kind are interchangeable."""

    BOOLEAN = "booleans"
    WHOLE = "whole numbers"
    REAL = "real numbers"
    COMPLEX = "complex numbers"


# Whole numbers beyond 64 bits have no dtype; inside this package an object array holds them.
KINDS = {
    "b": NumberKind.BOOLEAN,
    "i": NumberKind.WHOLE,
    "u": NumberKind.WHOLE,
    "O": NumberKind.WHOLE,
    "f": NumberKind.REAL,
    "c": NumberKind.COMPLEX,
}


def kind(array: Array) -> NumberKind:
    return KINDS[array.dtype.kind]


def is_exact(array: Array) -> bool:
    """Booleans and whole numbers have no rounding to forgive."""
    return kind(array) in (NumberKind.BOOLEAN, NumberKind.WHOLE)


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


def _complex(number: Any) -> complex:
    return number if isinstance(number, complex) else complex(_float(number))


# ---- Numbers, places and texts in few words, for one line of a terminal.


LONGEST = 200
QUOTED = 40
DEEP = 4  # beyond this many steps a path in words says nothing
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def line(text: str) -> str:
    """One printable line: what a student's program sent must not move the cursor of whoever reads it."""
    start = text[: 2 * LONGEST]
    safe = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in start)
    return safe if len(safe) <= LONGEST else safe[: LONGEST - 1] + "…"


def quote(text: Any) -> str:
    """A text in quotes, its control characters escaped, cut where it gets long."""
    if isinstance(text, str) and len(text) > QUOTED:
        return repr(text[: QUOTED - 1])[:-1] + "…'"
    return repr(text)


def few(texts: Sequence[str]) -> str:
    return ", ".join(texts[:3]) + (", …" if len(texts) > 3 else "")


def number(value: Any, digits: int = 3) -> str:
    """A number as a person would write it: 0.21, 12346, 1.2e-07."""
    if isinstance(value, bool | np.bool_):
        return str(bool(value))
    if isinstance(value, int | np.integer):
        return _whole(int(value))
    if isinstance(value, complex | np.complexfloating):
        imaginary = _real(float(value.imag), digits)
        sign = "" if imaginary.startswith("-") else "+"
        return f"{_real(float(value.real), digits)}{sign}{imaginary}j"
    return _real(float(value), digits)


def _whole(value: int) -> str:
    """Python refuses to print a whole number of thousands of digits."""
    return str(value) if value.bit_length() <= 64 else f"a number of {value.bit_length()} bits"


def _real(value: float, digits: int) -> str:
    if not math.isfinite(value):
        return str(float(value))
    whole = len(str(int(abs(value)))) if abs(value) < 1e6 else 0
    return f"{value + 0.0:.{max(digits, whole)}g}"


def pair(value: Any, reference: Any) -> tuple[str, str]:
    """Both numbers with as few digits as tell them apart."""
    for digits in range(3, 18):
        texts = number(value, digits), number(reference, digits)
        if texts[0] != texts[1]:
            break
    return texts


def decimals(value: float, reference: float) -> tuple[str, str]:
    """Two decimals, or as many as tell them apart: sums are read against 1.00."""
    if not abs(value) < 1e6:
        return pair(value, reference)
    for places in range(2, 18):
        texts = f"{value + 0.0:.{places}f}", f"{reference + 0.0:.{places}f}"
        if texts[0] != texts[1]:
            break
    return texts


def place(index: Sequence[int], names: Sequence[str]) -> str:
    """An element's place: `query 2, key 0` where the axes have names, else `[2, 0]`."""
    if names:
        return ", ".join(f"{name} {position}" for name, position in zip(names, index, strict=False))
    return "[" + ", ".join(str(int(position)) for position in index) + "]"


def whereabouts(path: Sequence[int | str]) -> str:
    """A part of the result in words: `the second value`, `'loss' of the first value`."""
    if len(path) > DEEP:
        return "a deeply nested value"
    return " of ".join(_step(step) for step in reversed(path))


def _step(step: int | str) -> str:
    if isinstance(step, int):
        return f"the {ORDINALS[step]} value" if step < len(ORDINALS) else f"value {step + 1}"
    return quote(step)


def label(name: str, path: Sequence[int | str]) -> str:
    """The same part as Python would index it: `result[1]['loss']`."""
    return name + "".join(f"[{quote(step)}]" for step in path)


def text_difference(reference: str, value: str) -> str:
    """Both texts, from shortly before the first difference if they are long."""
    if max(len(reference), len(value)) <= QUOTED:
        return f"got {quote(value)}, expected {quote(reference)}"
    pairs = enumerate(zip(reference, value, strict=False))
    first = next((at for at, (r, x) in pairs if r != x), min(len(reference), len(value)))
    start = max(0, first - 10)
    return f"differs from character {first} on: {quote(value[start:])}, expected {quote(reference[start:])}"


# ---- The one tolerance: |x − r| ≤ t·(|r| + s), with s the largest finite |r| of the array.
#
# The dtype of a result does not show the precision used to compute it, so t is generous; checks, not
# tolerances, are what tells a mistake from rounding.


TOLERANCE = 1e-4
HALF_TOLERANCE = 1e-2


def ratio(reference: Array, value: Array, *, half: bool = False) -> Array:
    """Each element's error in tolerances: above 1 is wrong, infinite where nothing would be forgiven.

    Both arrays have the same shape, and kinds that may be compared.
    """
    if is_exact(reference):
        return np.where(_equal(reference, value), 0.0, np.inf)
    with np.errstate(all="ignore"):
        return _measured(as_float(reference), as_float(value), tolerance(reference, half=half))


def worst(reference: Array, value: Array, *, half: bool = False) -> float:
    """The largest error in tolerances; infinite if the shapes differ, 0 for empty arrays."""
    if reference.shape != value.shape:
        return float("inf")
    return float(np.max(ratio(reference, value, half=half), initial=0.0))


def tolerance(reference: Array, *, half: bool = False) -> float:
    """Only the reference decides: a student's own float16 does not buy a wider tolerance."""
    return HALF_TOLERANCE if half or reference.dtype == np.float16 else TOLERANCE


def _measured(r: Array, x: Array, t: float) -> Array:
    """Everything is divided by s first: the difference of two large numbers could overflow."""
    finite = np.isfinite(r) & np.isfinite(x)
    s = _scale(r)
    rs, xs = _divided(r[finite], s), _divided(x[finite], s)
    errors = np.full(r.shape, np.inf)
    errors[finite] = np.abs(xs - rs) / (t * (np.abs(rs) + 1))
    errors[np.isnan(errors)] = np.inf
    return np.where((r == x) | (np.isnan(r) & np.isnan(x)), 0.0, errors)


def _divided(flat: Array, s: float) -> Array:
    """Part by part: numpy's complex division gives NaN for the tiniest scales."""
    return (flat.view(np.float64) / s).view(flat.dtype)


def _scale(r: Array) -> float:
    """The largest finite magnitude, or 1; a complex one may overflow although both its parts are finite."""
    largest = float(np.max(np.abs(r[np.isfinite(r)]), initial=0.0))
    return min(largest, float(np.finfo(np.float64).max)) or 1.0


def _equal(reference: Array, value: Array) -> Array:
    """Exact equality. Where numpy would go through float64, Python's own comparison of numbers is used."""
    if kind_of_mix([reference, value]) in (NumberKind.BOOLEAN, NumberKind.WHOLE):
        return np.asarray(reference == value, dtype=np.bool_)
    return np.asarray(reference.astype(object) == value.astype(object), dtype=np.bool_)
