"""The public door: do two outcomes agree, by how much do they not, and is one worth a diagnosis?"""

from __future__ import annotations

import numpy as np

from grader.compare.arrays import Array, as_array
from grader.compare.case import element, make_case
from grader.compare.describe import describe, wrong_shape
from grader.compare.difference import Difference, Verdict
from grader.compare.facts import headline
from grader.compare.picture import picture
from grader.compare.rule import worst
from grader.compare.walk import Leaf, Mismatch, Part, Path, leaves, walk
from grader.compare.words import label, line, whereabouts
from grader.values import Value


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
    return any(_tells(leaf) for leaf in leaves(value))


def _tells(leaf: str | Array) -> bool:
    """A number tells something; an array must hold two different ones (NaN beside a number is two)."""
    return bool(leaf) if isinstance(leaf, str) else _varies(leaf)


def _varies(array: Array) -> bool:
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
    if part.kind is Verdict.RETURNED_NONE:
        return Difference(part.kind, _forgotten(part, group))
    verb = f"{where} is" if where else "returned"
    return Difference(part.kind, f"{verb} {describe(part.value)}, expected {_expected(part, group)}")


def _forgotten(part: Mismatch, group: str) -> str:
    if not part.path:
        return "returned None: did you forget a return?"
    return f"{whereabouts(part.path)} is None, expected {_expected(part, group)}: did you forget a return?"


def _expected(part: Mismatch, group: str) -> str:
    array = as_array(part.reference)
    return describe(part.reference, () if array is None else _names(group, array))


def _wrong_array(part: Leaf, group: str, name: str, *, half: bool) -> Difference:
    names = _names(group, part.reference)
    where = whereabouts(part.path)
    prefix = f"{where}: " if where else ""
    if part.reference.shape != part.value.shape:
        shapes = wrong_shape(part.reference.shape, part.value.shape, names)
        return Difference(Verdict.DIFFERENT, prefix + shapes)
    case = make_case(part.reference, part.value, names, half=half)
    fact = headline(case)
    if not part.reference.ndim:
        sentence = element(case, where or name)
        return Difference(Verdict.DIFFERENT, f"{sentence}: {fact}" if fact else sentence)
    sentence = element(case, label(name, part.path))
    message, support = (fact, (sentence,)) if fact else (sentence, ())
    return Difference(Verdict.DIFFERENT, prefix + message, support, picture(case))


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
