"""Compares what a submission computed with what the reference computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from grader.compare.explain import Context, element, headline, picture
from grader.compare.values import Array, NumberKind, as_array, is_numbers, kind, plain, worst
from grader.results import Drawing
from grader.text import counted
from grader.values import Opaque, Value

DEEPEST = 60  # far above any honest result, far below Python's recursion limit
LONGEST = 200  # characters of a line
_SMALL = 10  # counts under it are in many results by chance
QUOTED = 40
DEEP = 4  # a longer path is not worth words
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")

Path: TypeAlias = tuple[int | str, ...]


class DifferenceKind(StrEnum):
    """The kind of difference: a forgotten return and a wrong number deserve different advice."""

    SAME = "same"
    RETURNED_NONE = "returned_none"
    WRONG_TYPE = "wrong_type"
    DIFFERENT = "different"


@dataclass(frozen=True)
class Difference:
    """A sentence with the most useful fact, lines that support it, and a drawing."""

    kind: DifferenceKind
    message: str
    details: tuple[str, ...] = ()
    drawing: Drawing | None = None


@dataclass(frozen=True, eq=False)
class ComparedPart:
    """Two parts of a result: arrays to compare number by number, or, with a `kind`, texts or different structures."""

    path: Path
    reference: Value
    value: Value
    kind: DifferenceKind | None = None
    fact: str = ""  # empty: the types say it all


def walk(reference: Value, value: Value, path: Path = ()) -> Iterator[ComparedPart]:
    """Every pair of arrays or texts, and every difference between the structures."""
    reference, value = plain(reference), plain(value)
    if len(path) > DEEPEST:
        yield ComparedPart(path, reference, value, DifferenceKind.WRONG_TYPE, "nested too deeply to compare")
    elif isinstance(reference, Opaque) or isinstance(value, Opaque) or (reference is None and value is not None):
        yield ComparedPart(path, reference, value, DifferenceKind.WRONG_TYPE)
    elif value is None:
        if reference is not None:
            yield ComparedPart(path, reference, value, DifferenceKind.RETURNED_NONE)
    elif isinstance(reference, str) and isinstance(value, str):
        kind = DifferenceKind.SAME if reference == value else DifferenceKind.DIFFERENT
        yield ComparedPart(path, reference, value, kind, text_difference(reference, value))
    elif isinstance(reference, dict) and isinstance(value, dict):
        yield from _dicts(reference, value, path)
    elif isinstance(reference, str | dict):
        yield ComparedPart(path, reference, value, DifferenceKind.WRONG_TYPE)
    elif isinstance(reference, list | tuple):
        yield from _sequences(reference, value, path)
    else:
        yield from _arrays(as_array(reference), reference, value, path)


def _dicts(reference: dict[str, Value], value: dict[str, Value], path: Path) -> Iterator[ComparedPart]:
    missing = [quote(key) for key in reference if key not in value]
    unknown = [quote(key) for key in value if key not in reference]
    if missing or unknown:
        named = [("missing", missing), ("unknown", unknown)]
        fact = "; ".join(f"{word} {'key' if len(keys) == 1 else 'keys'} {_few(keys)}" for word, keys in named if keys)
        yield ComparedPart(path, reference, value, DifferenceKind.DIFFERENT, fact)
    for key in reference:
        if key in value:
            yield from walk(reference[key], value[key], (*path, key))


def _sequences(reference: list[Value] | tuple[Value, ...], value: Value, path: Path) -> Iterator[ComparedPart]:
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
        yield ComparedPart(path, reference, value, DifferenceKind.WRONG_TYPE)
    elif len(reference) != len(value):
        fact = f"expected {counted(len(reference), 'value')}, got {len(value)}"
        yield ComparedPart(path, reference, value, DifferenceKind.DIFFERENT, fact)
    else:
        for index, (expected, got) in enumerate(zip(reference, value, strict=True)):
            yield from walk(expected, got, (*path, index))


def _arrays(array: Array | None, reference: Value, value: Value, path: Path) -> Iterator[ComparedPart]:
    given = as_array(value)
    if array is None or given is None:
        yield ComparedPart(path, reference, value, DifferenceKind.WRONG_TYPE)
    elif isinstance(value, list | tuple) and given.shape != array.shape and not is_numbers(value):
        # A tuple of arrays that do not stack to the expected shape is several results, not one wrong shape.
        yield ComparedPart(path, reference, value, DifferenceKind.WRONG_TYPE)
    elif fact := _kinds(array, given):
        yield ComparedPart(path, reference, value, DifferenceKind.WRONG_TYPE, fact)
    else:
        yield ComparedPart(path, array, given)


def _kinds(reference: Array, value: Array) -> str:
    """What is wrong with the kind of number; "" if nothing is, or the array is empty."""
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
        return f"a dict with the {'key' if len(keys) == 1 else 'keys'} {_few(keys)}" if keys else "an empty dict"
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
    """`(query 5, key 7)`, or Python's own `(5, 7)` if the axes have no names."""
    if len(names) != len(shape) or not names:
        return str(tuple(int(size) for size in shape))
    return "(" + ", ".join(f"{name} {size}" for name, size in zip(names, shape, strict=True)) + ")"


def wrong_shape(expected: Shape, got: Shape, names: Sequence[str] = ()) -> str:
    """Both shapes, and the likely slip between them."""
    swapped = expected != got and Counter(expected) == Counter(got)
    if names and swapped and len(set(expected)) == len(expected):
        moved = [names[expected.index(size)] for size in got]
        return f"expected {named_shape(expected, names)}, got {named_shape(got, moved)}: the axes look swapped"
    wanted = f"shape {named_shape(expected, names)}" if expected else "a single number"
    both = f"expected {wanted}, got {named_shape(got) if got else 'a single number'}"
    if swapped:
        return f"{both}: the axes look swapped"
    lost = _left_out(expected, got)
    if lost and expected and got:
        of_one = " of length 1" if all(expected[axis] == 1 for axis in lost) else ""
        return f"{both}: {f'the {names[lost[0]]} axis' if names and len(lost) == 1 else 'an axis'}{of_one} is missing"
    if len(got) < len(expected) and tuple(n for n in expected if n != 1) == tuple(n for n in got if n != 1):
        return f"{both}: axes of length 1 are missing"
    return f"{both}: one axis too many" if expected and _left_out(got, expected) else both


def _left_out(longer: Shape, shorter: Shape) -> list[int]:
    """The axes that the longer shape has and the shorter one lacks: without one of them, the shapes are equal."""
    return [axis for axis in range(len(longer)) if longer[:axis] + longer[axis + 1 :] == shorter]


class PartName(NamedTuple):
    """What an author calls a part of a result: its name, the names of its axes, and its own parts."""

    name: str
    axes: tuple[str, ...] = ()
    parts: tuple[PartName, ...] = ()


def read_parts(text: str) -> tuple[PartName, ...]:
    """Read the names of parts: "weights: query key; cache (keys: head token; values: head token)".

    A single name for several parts names each of them: "step" for a list of steps. ValueError if a bracket is missing.
    """
    found, rest = _read_parts(text)
    if rest:
        raise ValueError(f"there is no '(' for '{rest[:20]}'")
    return found


def _read_parts(text: str) -> tuple[tuple[PartName, ...], str]:
    """Read up to the closing bracket, and return what follows it."""
    found: list[PartName] = []
    while text.strip():
        end = min((at for at in map(text.find, ";()") if at >= 0), default=len(text))
        name, _, axes = text[:end].partition(":")
        mark, text, inner = text[end : end + 1], text[end + 1 :], tuple[PartName, ...]()
        if mark == "(":
            inner, text = _read_parts(text)
            if not text.startswith(")"):
                raise ValueError(f"the '(' after '{name.strip()}' is not closed")
            text = text[1:].lstrip().removeprefix(";")
        if name.strip():
            found.append(PartName(name.strip(), tuple(axes.split()), inner))
        if mark == ")":
            return tuple(found), f"){text}"
    return tuple(found), ""


def _child(parts: tuple[PartName, ...], position: int, count: int) -> PartName | None:
    """The name of one of `count` parts; a single name is that of each."""
    if len(parts) == 1 and count > 1:
        ordinal = ORDINALS[position] if position < len(ORDINALS) else f"{position + 1}th"
        return parts[0]._replace(name=f"the {ordinal} {parts[0].name}")
    return parts[position] if position < len(parts) else None


def unnamed(reference: Value, parts: tuple[PartName, ...]) -> bool:
    """Has the value several parts of which one has no name? The keys of a dict are names, of axes and parts too."""
    reference = plain(reference)
    if isinstance(reference, dict):
        known = {part.name: part.parts for part in parts}
        return any(unnamed(item, known.get(key, ())) for key, item in reference.items())
    if not isinstance(reference, list | tuple) or (isinstance(reference, list) and is_numbers(reference)):
        return False
    names = [_child(parts, position, len(reference)) for position in range(len(reference))]
    return any(name is None or unnamed(item, name.parts) for name, item in zip(names, reference, strict=True))


def compare(
    reference: Value, value: Value, *, axes: str = "", parts: str = "", half: bool = False, name: str = "result"
) -> Difference | None:
    """None if the value is right; otherwise a difference that describes the first wrong part.

    `axes` names the axes of a single array ("query key"), `parts` the parts of a result of several values and their
    axes, see `read_parts`.
    """
    wrong = [part for part in walk(reference, value) if _part_excess(part, half=half) > 1]
    if not wrong:
        return None
    first = wrong[0]
    named = _Named(reference, first.path, read_parts(parts))
    array = first.reference if first.kind is None else as_array(first.reference)
    names = named.axes if parts else tuple(axes.split())
    names = names if array is not None and len(names) == array.ndim else ()
    if first.kind is None:
        found = _wrong_array(first, names, named.where, named.label(name), half=half)
    else:
        found = _mismatch(first, first.kind, names, named.where)
    others = [f"{len(wrong)} parts of the result are wrong; this is the first"] if len(wrong) > 1 else []
    details = tuple(line(text) for text in [*found.details, *others])
    return Difference(found.kind, line(found.message), details, found.drawing)


class _Named:
    """A path into a result, in the author's words where there are some."""

    def __init__(self, reference: Value, path: Path, parts: tuple[PartName, ...]) -> None:
        self.path = path
        self.axes: tuple[str, ...] = ()
        self._words: list[str] = []
        self._short: list[str] = []  # the same, as Python would index it
        value = reference
        for step in path:
            known: PartName | None = None
            if isinstance(step, int):
                known = _child(parts, step, len(value))
                self._words.append(known.name if known else _ordinal(step))
                self._short.append("" if known else f"[{step}]")
            else:
                known = next((part for part in parts if part.name == step), None)
                self._words.append(quote(step))
                self._short.append(f"[{quote(step)}]")
            value = value[step]
            self.axes, parts = (known.axes, known.parts) if known else ((), ())

    @property
    def where(self) -> str:
        """`weights`, `keys of the second step`; "" for the whole result."""
        return " of ".join(reversed(self._words)) if len(self.path) <= DEEP else "a deeply nested value"

    def label(self, name: str) -> str:
        """What an element's position is written behind: `weights`, `result[1]['loss']`."""
        if all(self._short):
            return name + "".join(self._short)
        return self.where


def _ordinal(step: int) -> str:
    return f"the {ORDINALS[step]} value" if step < len(ORDINALS) else f"value {step + 1}"


def excess(reference: Value, value: Value, *, half: bool = False) -> float:
    """The largest error in tolerances (authors want it to be far from 1); infinite if structures differ."""
    return max((_part_excess(part, half=half) for part in walk(reference, value)), default=0.0)


def same(a: Value, b: Value, *, half: bool = False) -> bool:
    """Are these the same outcome? NaN and infinities equal themselves, an opaque object equals nothing."""
    return excess(a, b, half=half) <= 1


def is_evidence(value: Value) -> bool:
    """Can this outcome identify a mistake? NaN, nothing, one number repeated, or a single ratio of small counts such as
    1/3 come from too many mistakes."""
    small = set[complex]()
    for part in walk(value, value):
        if part.kind is None and _varies(part.value):
            return True
        if part.kind is DifferenceKind.SAME and part.value:
            return True
        if part.kind is None and part.value.size == 1 and abs(part.value.flat[0]) < _SMALL:
            small.add(complex(part.value.flat[0]))
    return len(small) > 1


def _varies(array: Array) -> bool:
    """A single number counts, unless it is a ratio of small counts; an array must hold two different ones (NaN beside a
    number is two)."""
    nan = array != array
    if array.size <= 1:
        return bool(array.size and not np.any(nan)) and not _is_of_small_counts(array.flat[0])
    return bool(np.any(array != array.flat[0])) and not bool(np.all(nan))


def _is_of_small_counts(number: Any) -> bool:
    size = abs(number)
    if not size < _SMALL:
        return False
    tops = [size * below for below in range(1, _SMALL) if size * below < _SMALL]
    return any(abs(top - round(top)) < 1e-9 for top in tops)


def _part_excess(part: ComparedPart, *, half: bool) -> float:
    if part.kind is None:
        return worst(part.reference, part.value, half=half)
    return 0.0 if part.kind is DifferenceKind.SAME else float("inf")


def _mismatch(part: ComparedPart, kind: DifferenceKind, names: tuple[str, ...], where: str) -> Difference:
    if part.fact:
        return Difference(kind, f"{where}: {part.fact}" if where else part.fact)
    ask = ": did you forget a return?" if kind is DifferenceKind.RETURNED_NONE else ""
    if ask and not part.path:
        return Difference(kind, f"returned None{ask}")
    verb = f"{where} is" if where else "returned"
    return Difference(kind, f"{verb} {describe(part.value)}, expected {describe(part.reference, names)}{ask}")


def _wrong_array(part: ComparedPart, names: tuple[str, ...], where: str, label: str, *, half: bool) -> Difference:
    prefix = f"{where}: " if where else ""
    if part.reference.shape != part.value.shape:
        shapes = wrong_shape(part.reference.shape, part.value.shape, names)
        return Difference(DifferenceKind.DIFFERENT, prefix + shapes)
    case = Context(part.reference, part.value, names, half=half)
    fact = headline(case)
    if not part.reference.ndim:
        sentence = element(case, where or label)
        return Difference(DifferenceKind.DIFFERENT, f"{sentence}: {fact}" if fact else sentence)
    sentence = element(case, label)
    message, support = (fact, (sentence,)) if fact else (sentence, ())
    return Difference(DifferenceKind.DIFFERENT, prefix + message, support, picture(case))


def line(text: str) -> str:
    """One printable line: what a student's program sent must not control the terminal."""
    start = text[: 2 * LONGEST]
    safe = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in start)
    return safe if len(safe) <= LONGEST else safe[: LONGEST - 1] + "…"


def quote(text: Any) -> str:
    """A text in quotes, its control characters escaped, shortened if it is long."""
    if isinstance(text, str) and len(text) > QUOTED:
        return repr(text[: QUOTED - 1])[:-1] + "…'"
    return repr(text)


def _few(texts: Sequence[str]) -> str:
    return ", ".join(texts[:3]) + (", …" if len(texts) > 3 else "")


def text_difference(reference: str, value: str) -> str:
    """Both texts, from shortly before the first difference if they are long."""
    if max(len(reference), len(value)) <= QUOTED:
        return f"got {quote(value)}, expected {quote(reference)}"
    pairs = enumerate(zip(reference, value, strict=False))
    first = next((at for at, (r, x) in pairs if r != x), min(len(reference), len(value)))
    start = max(0, first - 10)
    return f"differs from character {first} on: {quote(value[start:])}, expected {quote(reference[start:])}"
