"""Pairs up the parts of two values along the reference's structure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from grader.compare.arrays import Array, Kind, as_array, is_numbers, kind, plain
from grader.compare.difference import Verdict
from grader.compare.words import counted, few, quote, text_difference
from grader.values import Opaque, Value

DEEPEST = 60  # far above any honest result, far below Python's recursion limit

Path: TypeAlias = tuple[int | str, ...]


@dataclass(frozen=True, eq=False)
class Leaf:
    """Two arrays to be compared number by number."""

    path: Path
    reference: Array
    value: Array


@dataclass(frozen=True, eq=False)
class Mismatch:
    """Two parts that cannot be compared number by number, or are plainly not equal."""

    path: Path
    kind: Verdict
    reference: Value
    value: Value
    fact: str = ""  # empty: the types say it all


Part: TypeAlias = Leaf | Mismatch


def walk(reference: Value, value: Value, path: Path = ()) -> Iterator[Part]:
    """Every pair of arrays, and every place where the structures part."""
    reference, value = plain(reference), plain(value)
    if len(path) > DEEPEST:
        yield Mismatch(path, Verdict.WRONG_TYPE, reference, value, "nested too deeply to compare")
    elif isinstance(reference, Opaque) or isinstance(value, Opaque):
        yield Mismatch(path, Verdict.WRONG_TYPE, reference, value)
    elif reference is None or value is None:
        yield from _nothing(reference, value, path)
    elif isinstance(reference, str):
        yield from _texts(reference, value, path)
    elif isinstance(reference, dict):
        yield from _dicts(reference, value, path)
    elif isinstance(reference, list | tuple):
        yield from _sequences(reference, value, path)
    else:
        yield from _arrays(as_array(reference), reference, value, path)


def leaves(value: Value, depth: int = 0) -> Iterator[str | Array]:
    """The texts and arrays of one value, as `walk` would cut it up."""
    value = plain(value)
    array = None if isinstance(value, list | tuple) and not is_numbers(value) else as_array(value)
    if isinstance(value, str):
        yield value
    elif array is not None and not isinstance(value, tuple):
        yield array
    elif isinstance(value, list | tuple | dict) and depth <= DEEPEST:
        for item in value.values() if isinstance(value, dict) else value:
            yield from leaves(item, depth + 1)


def _nothing(reference: Value, value: Value, path: Path) -> Iterator[Part]:
    if reference is not None:
        yield Mismatch(path, Verdict.RETURNED_NONE, reference, value)
    elif value is not None:
        yield Mismatch(path, Verdict.WRONG_TYPE, reference, value)


def _texts(reference: str, value: Value, path: Path) -> Iterator[Part]:
    if not isinstance(value, str):
        yield Mismatch(path, Verdict.WRONG_TYPE, reference, value)
    elif reference != value:
        yield Mismatch(path, Verdict.DIFFERENT, reference, value, text_difference(reference, value))


def _dicts(reference: dict[str, Value], value: Value, path: Path) -> Iterator[Part]:
    if not isinstance(value, dict):
        yield Mismatch(path, Verdict.WRONG_TYPE, reference, value)
        return
    missing = [quote(key) for key in reference if key not in value]
    unknown = [quote(key) for key in value if key not in reference]
    if missing or unknown:
        yield Mismatch(path, Verdict.DIFFERENT, reference, value, _keys(missing, unknown))
    for key in reference:
        if key in value:
            yield from walk(reference[key], value[key], (*path, key))


def _keys(missing: list[str], unknown: list[str]) -> str:
    facts = []
    if missing:
        facts.append(f"missing {'key' if len(missing) == 1 else 'keys'} {few(missing)}")
    if unknown:
        facts.append(f"unknown {'key' if len(unknown) == 1 else 'keys'} {few(unknown)}")
    return "; ".join(facts)


def _sequences(reference: list[Value] | tuple[Value, ...], value: Value, path: Path) -> Iterator[Part]:
    """A list of numbers is one array; a tuple holds separate results, each with a scale of its own."""
    array = as_array(reference) if is_numbers(reference) else None
    if array is not None and isinstance(reference, list) and not _other_length(reference, value):
        yield from _arrays(array, reference, value, path)
    elif array is not None and isinstance(value, np.ndarray) and value.ndim:
        yield from _items(reference, list(value), path)
    elif isinstance(value, list | tuple):
        yield from _items(reference, value, path)
    else:
        yield Mismatch(path, Verdict.WRONG_TYPE, reference, value)


def _other_length(reference: list[Value], value: Value) -> bool:
    return isinstance(value, list | tuple) and (as_array(value) is None or len(value) != len(reference))


def _items(
    reference: list[Value] | tuple[Value, ...], value: list[Value] | tuple[Value, ...], path: Path
) -> Iterator[Part]:
    if len(reference) != len(value):
        fact = f"expected {counted(len(reference), 'value')}, got {len(value)}"
        yield Mismatch(path, Verdict.DIFFERENT, reference, value, fact)
        return
    for index, (expected, got) in enumerate(zip(reference, value, strict=True)):
        yield from walk(expected, got, (*path, index))


def _arrays(array: Array | None, reference: Value, value: Value, path: Path) -> Iterator[Part]:
    given = as_array(value)
    if array is None or given is None or _is_several(value, given, array):
        yield Mismatch(path, Verdict.WRONG_TYPE, reference, value)
    elif fact := _kinds(array, given):
        yield Mismatch(path, Verdict.WRONG_TYPE, reference, value, fact)
    else:
        yield Leaf(path, array, given)


def _is_several(value: Value, given: Array, array: Array) -> bool:
    """A tuple of arrays that do not stack to the expected shape is several results, not one wrong shape."""
    return isinstance(value, list | tuple) and given.shape != array.shape and not is_numbers(value)


def _kinds(reference: Array, value: Array) -> str:
    """What is wrong with the kind of number, if anything; an empty array has no kind worth a word."""
    expected, got = kind(reference), kind(value)
    if not value.size or expected is got or {expected, got} == {Kind.WHOLE, Kind.REAL}:
        return ""
    if Kind.BOOLEAN in (expected, got):
        return f"got {got}, expected {expected}"
    if got is Kind.COMPLEX:
        zero = " whose imaginary part is zero" if not np.any(value.imag) else ""
        return f"got {got}{zero}, expected {expected}" + (": take .real" if zero else "")
    return ""
