"""What kind of thing a value is, in a few words, and what is wrong with a shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from grader.compare.arrays import Array, Kind, as_array, is_numbers, kind
from grader.compare.words import counted, few, quote
from grader.values import Opaque, Value

Shape = tuple[int, ...]
SINGLE = {
    Kind.BOOLEAN: "a boolean",
    Kind.WHOLE: "a whole number",
    Kind.REAL: "a number",
    Kind.COMPLEX: "a complex number",
}


def describe(value: Value, names: Sequence[str] = ()) -> str:
    """`an array of shape (query 5, key 7)`, `a generator`, `a dict with the keys 'a', 'b'`."""
    if value is None:
        return "None"
    if isinstance(value, Opaque):
        return _with_article(value.kind[:60] or "object")
    if isinstance(value, str):
        return f"the text {quote(value)}"
    if isinstance(value, dict):
        return _dict(value)
    array = as_array(value)
    if isinstance(value, list | tuple):
        return _sequence(value, array)
    return _with_article(type(value).__name__) if array is None else _array(array, names)


def _array(array: Array, names: Sequence[str]) -> str:
    if array.ndim == 0:
        return SINGLE[kind(array)]
    of = " of booleans" if kind(array) is Kind.BOOLEAN else ""
    return f"an array{of} of shape {named_shape(array.shape, names)}"


def _sequence(value: list[Value] | tuple[Value, ...], array: Array | None) -> str:
    noun = type(value).__name__
    if array is not None and array.ndim > 1 and is_numbers(value):
        return f"a {noun} of shape {named_shape(array.shape)}"
    return f"a {noun} of {counted(len(value), 'value')}"


def _dict(value: dict[str, Value]) -> str:
    if not value:
        return "an empty dict"
    return f"a dict with the {'key' if len(value) == 1 else 'keys'} {few([_key(key) for key in value])}"


def _key(key: Value) -> str:
    return _with_article(key.kind) if isinstance(key, Opaque) else quote(key)


def _with_article(noun: str) -> str:
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def named_shape(shape: Shape, names: Sequence[str] = ()) -> str:
    """`(query 5, key 7)`, or Python's own `(5, 7)` where the axes have no names."""
    if len(names) != len(shape) or not names:
        return str(tuple(int(size) for size in shape))
    return "(" + ", ".join(f"{name} {size}" for name, size in zip(names, shape, strict=True)) + ")"


def wrong_shape(expected: Shape, got: Shape, names: Sequence[str] = ()) -> str:
    """Both shapes, and the likely slip between them."""
    if names and _is_permutation(expected, got) and len(set(expected)) == len(expected):
        moved = [names[expected.index(size)] for size in got]
        both = f"expected {named_shape(expected, names)}, got {named_shape(got, moved)}"
    else:
        both = f"expected {_shape(expected, names)}, got {_shape(got).removeprefix('shape ')}"
    slip = _slip(expected, got, names)
    return f"{both}: {slip}" if slip else both


def _shape(shape: Shape, names: Sequence[str] = ()) -> str:
    return f"shape {named_shape(shape, names)}" if shape else "a single number"


def _slip(expected: Shape, got: Shape, names: Sequence[str]) -> str:
    if _is_permutation(expected, got):
        return "the axes look swapped"
    lost = _left_out(expected, got)
    if lost and expected and got:
        return f"the {names[lost[0]]} axis is missing" if names and len(lost) == 1 else "an axis is missing"
    if expected and _left_out(got, expected):
        return "one axis too many"
    return ""


def _is_permutation(expected: Shape, got: Shape) -> bool:
    return expected != got and Counter(expected) == Counter(got)


def _left_out(longer: Shape, shorter: Shape) -> list[int]:
    """The axes of the longer shape whose loss gives the shorter one."""
    return [axis for axis in range(len(longer)) if longer[:axis] + longer[axis + 1 :] == shorter]
