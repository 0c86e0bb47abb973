"""What stands out about a wrong array: the fact that a teacher looking over a shoulder would name first.

Each fact is a function from a case to a sentence, or to nothing. They are tried from the most to the least
telling: what makes numbers meaningless, then causes that explain every number, then patterns.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from grader.compare.arrays import Array, Kind, kind
from grader.compare.case import Case
from grader.compare.patterns import PATTERNS
from grader.compare.words import counted, number, pair

Fact: TypeAlias = Callable[[Case], str | None]


def headline(case: Case) -> str | None:
    """The first fact that holds, or None if the numbers must speak for themselves."""
    facts = NUMBER_FACTS if case.r.size == 1 else FACTS
    with np.errstate(all="ignore"):
        return next((sentence for fact in facts if (sentence := fact(case))), None)


def not_a_number(case: Case) -> str | None:
    """NaN where a number was expected."""
    return _strange(case, np.isnan(case.x) & ~np.isnan(case.r), "NaN")


def infinite(case: Case) -> str | None:
    return _strange(case, np.isinf(case.x) & np.isfinite(case.r), "infinite")


def _strange(case: Case, mask: Array, what: str) -> str | None:
    count = int(np.count_nonzero(mask))
    if not count or not mask.ndim:
        return None
    if count == mask.size:
        return f"every value is {what}"
    where = case.at(case.first(mask))
    if count == 1:
        return f"1 value is {what}, at {where}"
    return f"{count} values are {what}; the first at {where}"


def whole_numbers(case: Case) -> str | None:
    """An integer array where fractions were expected: an integer dtype cut them off."""
    if kind(case.value) is not Kind.WHOLE or kind(case.reference) is not Kind.REAL:
        return None
    fractions = np.isfinite(case.r) & (case.r != np.round(case.r))
    if not np.any(fractions):
        return None
    example = number(case.r[case.first(fractions)])
    return f"the values are whole numbers ({case.value.dtype}), expected fractions such as {example}"


def constant(case: Case) -> str | None:
    """One number everywhere, most often zeros that were never filled."""
    if _is_complex(case) or np.any(np.isnan(case.r)) or np.any(case.x != case.x.flat[0]):
        return None
    low, high = case.reference.flat[np.argmin(case.r)], case.reference.flat[np.argmax(case.r)]
    got, _ = pair(case.value.flat[0], low)
    if _is_boolean(case) and low != high:
        return f"every value is {got}, expected {_count_of(not case.value.flat[0], case.reference)}"
    if np.all(case.r == case.r.flat[0]):
        return "every value is {}, expected {}".format(*pair(case.value.flat[0], low))
    return f"every value is {got}, expected values from {number(low)} to {number(high)}"


def _count_of(flag: bool, reference: Array) -> str:
    return f"{flag} for {np.count_nonzero(reference == flag)} of {counted(reference.size, 'value')}"


def opposite(case: Case) -> str | None:
    if _is_boolean(case):
        return "every value is the opposite of the expected one" if case.explains(1 - case.r) else None
    return "the sign is flipped: every value is minus the expected one" if case.explains(-case.r) else None


def factor(case: Case) -> str | None:
    """A forgotten or doubled scale."""
    if _is_boolean(case) or _is_complex(case) or np.count_nonzero(case.r) < 2:
        return None
    largest = _largest_finite(case.r)
    times = case.x.flat[largest] / case.r.flat[largest]
    if not np.isfinite(times) or not times or abs(times - 1) < 0.005:
        return None
    return f"every value is {times:#.3g} times the expected one" if case.explains(times * case.r) else None


def offset(case: Case) -> str | None:
    """A forgotten or doubled shift."""
    if _is_boolean(case) or _is_complex(case):
        return None
    largest = _largest_finite(case.r)
    by = case.x.flat[largest] - case.r.flat[largest]
    if not np.isfinite(by) or not case.explains(case.r + by):
        return None
    return f"every value is {number(abs(by))} too {'large' if by > 0 else 'small'}"


def _largest_finite(r: Array) -> int:
    return int(np.argmax(np.where(np.isfinite(r), np.abs(r), -1)))


def single_sign(case: Case) -> str | None:
    """For a lone number a factor or an offset always fits; only a flipped sign says something."""
    return "the sign is flipped" if not _is_boolean(case) and case.explains(-case.r) else None


def _is_boolean(case: Case) -> bool:
    return kind(case.reference) is Kind.BOOLEAN


def _is_complex(case: Case) -> bool:
    return kind(case.reference) is Kind.COMPLEX


FACTS: tuple[Fact, ...] = (
    not_a_number,
    infinite,
    whole_numbers,
    constant,
    opposite,
    factor,
    offset,
    *PATTERNS,
)
NUMBER_FACTS: tuple[Fact, ...] = (single_sign,)
