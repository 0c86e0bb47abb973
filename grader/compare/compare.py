"""Compares what a submission computed with what the reference did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

import numpy as np

from grader.compare.explain import element, headline, make_case, picture
from grader.compare.values import (
    Array,
    NumberKind,
    as_array,
    few,
    is_numbers,
    kind,
    label,
    line,
    plain,
    quote,
    text_difference,
    whereabouts,
    worst,
)
from grader.results import Drawing
from grader.text import counted
from grader.values import Opaque, Value

DEEPEST = 60  # far above any honest result, far below Python's recursion limit

Path: TypeAlias = tuple[int | str, ...]


class DifferenceKind(StrEnum):
    """The kind of difference: a forgotten return and a wrong number deserve different advice."""

    SAME = "same"
    RETURNED_NONE = "returned_none"
    WRONG_TYPE = "wrong_type"
    DIFFERENT = "different"


@dataclass(frozen=True)
class Difference:
    """One sentence with the most useful fact, then the lines that support it, then what can be looked at."""

    kind: DifferenceKind
    message: str
    details: tuple[str, ...] = ()
    drawing: Drawing | None = None


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
    kind: DifferenceKind
    reference: Value
    value: Value
    fact: str = ""  # empty: the types say it all


Part: TypeAlias = Leaf | Mismatch


def walk(reference: Value, value: Value, path: Path = ()) -> Iterator[Part]:
    """Every pair of arrays, and every place where the structures part."""
    reference, value = plain(reference), plain(value)
    if len(path) > DEEPEST:
        yield Mismatch(path, DifferenceKind.WRONG_TYPE, reference, value, "nested too deeply to compare")
    elif isinstance(reference, Opaque) or isinstance(value, Opaque) or (reference is None and value is not None):
        yield Mismatch(path, DifferenceKind.WRONG_TYPE, reference, value)
    elif value is None:
        if reference is not None:
            yield Mismatch(path, DifferenceKind.RETURNED_NONE, reference, value)
    elif isinstance(reference, str):
        if not isinstance(value, str):
            yield Mismatch(path, DifferenceKind.WRONG_TYPE, reference, value)
        elif reference != value:
            yield Mismatch(path, DifferenceKind.DIFFERENT, reference, value, text_difference(reference, value))
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


def _dicts(reference: dict[str, Value], value: Value, path: Path) -> Iterator[Part]:
    if not isinstance(value, dict):
        yield Mismatch(path, DifferenceKind.WRONG_TYPE, reference, value)
        return
    missing = [quote(key) for key in reference if key not in value]
    unknown = [quote(key) for key in value if key not in reference]
    if missing or unknown:
        named = [("missing", missing), ("unknown", unknown)]
        fact = "; ".join(f"{word} {'key' if len(keys) == 1 else 'keys'} {few(keys)}" for word, keys in named if keys)
        yield Mismatch(path, DifferenceKind.DIFFERENT, reference, value, fact)
    for key in reference:
        if key in value:
            yield from walk(reference[key], value[key], (*path, key))


def _sequences(reference: list[Value] | tuple[Value, ...], value: Value, path: Path) -> Iterator[Part]:
    """A list of numbers is one array; a tuple holds separate results, each with a scale of its own."""
    array = as_array(reference) if is_numbers(reference) else None
    several = isinstance(value, list | tuple)
    if array is not None and isinstance(reference, list):
        if not several or (as_array(value) is not None and len(value) == len(reference)):
            yield from _arrays(array, reference, value, path)
            return
    elif array is not None and isinstance(value, np.ndarray) and value.ndim:
        value = list(value)
    if not isinstance(value, list | tuple):
        yield Mismatch(path, DifferenceKind.WRONG_TYPE, reference, value)
    elif len(reference) != len(value):
        fact = f"expected {counted(len(reference), 'value')}, got {len(value)}"
        yield Mismatch(path, DifferenceKind.DIFFERENT, reference, value, fact)
    else:
        for index, (expected, got) in enumerate(zip(reference, value, strict=True)):
            yield from walk(expected, got, (*path, index))


def _arrays(array: Array | None, reference: Value, value: Value, path: Path) -> Iterator[Part]:
    given = as_array(value)
    if array is None or given is None:
        yield Mismatch(path, DifferenceKind.WRONG_TYPE, reference, value)
    elif isinstance(value, list | tuple) and given.shape != array.shape and not is_numbers(value):
        # A tuple of arrays that do not stack to the expected shape is several results, not one wrong shape.
        yield Mismatch(path, DifferenceKind.WRONG_TYPE, reference, value)
    elif fact := _kinds(array, given):
        yield Mismatch(path, DifferenceKind.WRONG_TYPE, reference, value, fact)
    else:
        yield Leaf(path, array, given)


def _kinds(reference: Array, value: Array) -> str:
    """What is wrong with the kind of number, if anything; an empty array has no kind worth a word."""
    expected, got = kind(reference), kind(value)
    if not value.size or expected is got or {expected, got} == {NumberKind.WHOLE, NumberKind.REAL}:
        return ""
    if NumberKind.BOOLEAN in (expected, got):
        return f"got {got}, expected {expected}"
    if got is NumberKind.COMPLEX:
        zero = " whose imaginary part is zero" if not np.any(value.imag) else ""
        return f"got {got}{zero}, expected {expected}" + (": take .real" if zero else "")
    return ""


Shape = tuple[int, ...]
SINGLE = {
    NumberKind.BOOLEAN: "a boolean",
    NumberKind.WHOLE: "a whole number",
    NumberKind.REAL: "a number",
    NumberKind.COMPLEX: "a complex number",
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
        keys = [_with_article(key.kind) if isinstance(key, Opaque) else quote(key) for key in value]
        return f"a dict with the {'key' if len(keys) == 1 else 'keys'} {few(keys)}" if keys else "an empty dict"
    array = as_array(value)
    if isinstance(value, list | tuple):
        noun = type(value).__name__
        if array is not None and array.ndim > 1 and is_numbers(value):
            return f"a {noun} of shape {named_shape(array.shape)}"
        return f"a {noun} of {counted(len(value), 'value')}"
    if array is None:
        return _with_article(type(value).__name__)
    if array.ndim == 0:
        return SINGLE[kind(array)]
    of = " of booleans" if kind(array) is NumberKind.BOOLEAN else ""
    return f"an array{of} of shape {named_shape(array.shape, names)}"


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


def compare(
    reference: Value, value: Value, *, axes: str = "", half: bool = False, name: str = "result"
) -> Difference | None:
    """None if the value is right; otherwise the first part that is not, told so that a student can act on it.

    `axes` names the axes ("query key"); a result of several values has one group for each, separated by ";".
    """
    wrong = [part for part in walk(reference, value) if _part_excess(part, half=half) > 1]
    if not wrong:
        return None
    first = wrong[0]
    group = _group(axes, reference, first.path)
    found = _mismatch(first, group) if isinstance(first, Mismatch) else _wrong_array(first, group, name, half=half)
    others = [f"{len(wrong)} values of the result are wrong; this is the first"] if len(wrong) > 1 else []
    details = tuple(line(text) for text in [*found.details, *others])
    return Difference(found.kind, line(found.message), details, found.drawing)


def excess(reference: Value, value: Value, *, half: bool = False) -> float:
    """The worst error in tolerances, of which authors demand room around 1; infinite if structures differ."""
    return max((_part_excess(part, half=half) for part in walk(reference, value)), default=0.0)


def same(a: Value, b: Value, *, half: bool = False) -> bool:
    """Are these one outcome? NaN and infinities agree with their like, an opaque object with nothing."""
    return excess(a, b, half=half) <= 1


def is_evidence(value: Value) -> bool:
    """Can this outcome identify a mistake? Too many end in NaN, in nothing, or in one number repeated."""
    return any(bool(leaf) if isinstance(leaf, str) else _varies(leaf) for leaf in leaves(value))


def _varies(array: Array) -> bool:
    """A number tells something; an array must hold two different ones (NaN beside a number is two)."""
    if not array.size:
        return False
    if array.size == 1:
        return not bool(np.any(array != array))
    return bool(np.any(array != array.flat[0])) and not bool(np.all(array != array))


def _part_excess(part: Part, *, half: bool) -> float:
    return float("inf") if isinstance(part, Mismatch) else worst(part.reference, part.value, half=half)


def _mismatch(part: Mismatch, group: str) -> Difference:
    where = whereabouts(part.path)
    if part.fact:
        return Difference(part.kind, f"{where}: {part.fact}" if where else part.fact)
    forgotten = part.kind is DifferenceKind.RETURNED_NONE
    if forgotten and not part.path:
        return Difference(part.kind, "returned None: did you forget a return?")
    array = as_array(part.reference)
    expected = describe(part.reference, () if array is None else _names(group, array))
    verb = f"{where} is" if where else "returned"
    ask = ": did you forget a return?" if forgotten else ""
    return Difference(part.kind, f"{verb} {describe(part.value)}, expected {expected}{ask}")


def _wrong_array(part: Leaf, group: str, name: str, *, half: bool) -> Difference:
    names = _names(group, part.reference)
    where = whereabouts(part.path)
    prefix = f"{where}: " if where else ""
    if part.reference.shape != part.value.shape:
        shapes = wrong_shape(part.reference.shape, part.value.shape, names)
        return Difference(DifferenceKind.DIFFERENT, prefix + shapes)
    case = make_case(part.reference, part.value, names, half=half)
    fact = headline(case)
    if not part.reference.ndim:
        sentence = element(case, where or name)
        return Difference(DifferenceKind.DIFFERENT, f"{sentence}: {fact}" if fact else sentence)
    sentence = element(case, label(name, part.path))
    message, support = (fact, (sentence,)) if fact else (sentence, ())
    return Difference(DifferenceKind.DIFFERENT, prefix + message, support, picture(case))


def _group(axes: str, reference: Value, path: Path) -> str:
    """The axis names meant for one part of the result; a single group is meant for every part."""
    groups = axes.split(";")
    if len(groups) == 1 or not path:
        return groups[0]
    position = list(reference).index(path[0]) if isinstance(reference, dict) else int(path[0])
    return groups[position] if position < len(groups) else ""


def _names(group: str, array: Array) -> tuple[str, ...]:
    """The names of an array's axes, if the author gave as many as it has."""
    names = tuple(group.split())
    return names if len(names) == array.ndim else ()
