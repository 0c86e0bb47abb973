"""Item analysis as Moodle does it: pure functions of a table of marks.

x is an item's mark, T an attempt's total, o = T − x. Variances are over s − 1. What has no value (one attempt, a zero
denominator) is None, never an error.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

NOTHING = 1e-12  # a denominator below this is only rounding


@dataclass(frozen=True)
class ItemStats:
    """One question over all attempts that had it. Everything but facility, SD and counts is in percent."""

    item: str
    attempts: int
    max_mark: float
    facility: float | None
    sd: float | None
    intended_weight: float | None
    effective_weight: float | None
    discrimination: float | None
    efficiency: float | None


@dataclass(frozen=True)
class QuizStats:
    """All attempts together. Marks, not percents, but for consistency and error ratio."""

    attempts: int
    mean: float | None
    median: float | None
    sd: float | None
    skewness: float | None
    kurtosis: float | None
    consistency: float | None  # coefficient of internal consistency (Cronbach's α in percent)
    error_ratio: float | None
    standard_error: float | None


@dataclass(frozen=True)
class Analysis:
    quiz: QuizStats
    items: tuple[ItemStats, ...]


Marks = Mapping[str, float | None]  # item → mark; None, or missing: not on this paper. A blank answer has mark 0.


def analyse(
    attempts: Sequence[Marks], max_marks: Mapping[str, float], totals: Sequence[float] | None = None
) -> Analysis:
    """Every item of `max_marks`, and the quiz. `totals` of the attempts are by default the sums of their marks."""
    if totals is None:
        totals = [math.fsum(mark for mark in marks.values() if mark is not None) for marks in attempts]
    shares = {item: _effect(attempts, totals, item) for item in max_marks}
    whole = sum(share for share in shares.values() if share is not None)
    full = sum(max_marks.values())
    items = tuple(
        _item(item, *_columns(attempts, totals, item), max_marks[item], full, _percent(shares[item], whole))
        for item in max_marks
    )
    return Analysis(_quiz(attempts, totals, list(max_marks)), items)


def _item(
    item: str, x: list[float], totals: list[float], max_mark: float, full: float, effective: float | None
) -> ItemStats:
    others = [total - mark for mark, total in zip(x, totals, strict=True)]
    joint = covariance(x, others)
    return ItemStats(
        item=item,
        attempts=len(x),
        max_mark=max_mark,
        facility=_over(fmean(x), max_mark) if x else None,
        sd=_root(covariance(x, x)),
        intended_weight=_percent(max_mark, full),
        effective_weight=effective,
        discrimination=_percent(joint, _root(_product(covariance(x, x), covariance(others, others)))),
        efficiency=_percent(joint, covariance(sorted(x), sorted(others))),
    )


def _columns(attempts: Sequence[Marks], totals: Sequence[float], item: str) -> tuple[list[float], list[float]]:
    """The item's marks, and the totals of the attempts that had it."""
    pairs = [(marks.get(item), total) for marks, total in zip(attempts, totals, strict=True)]
    had = [(mark, total) for mark, total in pairs if mark is not None]
    return [mark for mark, _ in had], [total for _, total in had]


def _effect(attempts: Sequence[Marks], totals: Sequence[float], item: str) -> float | None:
    """√cov(x, T); None where that is negative."""
    return _root(covariance(*_columns(attempts, totals, item)))


def _quiz(attempts: Sequence[Marks], totals: Sequence[float], items: Sequence[str]) -> QuizStats:
    consistency = _consistency(attempts, totals, items)
    sd = _root(covariance(totals, totals))
    error_ratio = None if consistency is None else _product(100, _root(1 - consistency / 100))
    return QuizStats(
        attempts=len(totals),
        mean=fmean(totals) if totals else None,
        median=median(totals) if totals else None,
        sd=sd,
        skewness=skewness(totals),
        kurtosis=kurtosis(totals),
        consistency=consistency,
        error_ratio=error_ratio,
        standard_error=_over(_product(error_ratio, sd), 100),
    )


def _consistency(attempts: Sequence[Marks], totals: Sequence[float], items: Sequence[str]) -> float | None:
    """Only where everybody had the same items: with pools it has no meaning."""
    if any(marks.get(item) is None for marks in attempts for item in items):
        return None
    single = [covariance(x, x) for x in (_columns(attempts, totals, item)[0] for item in items)]
    if any(variance is None for variance in single):
        return None
    left = _over(math.fsum(variance for variance in single if variance is not None), covariance(totals, totals))
    factor = _over(len(items), len(items) - 1)
    return None if left is None else _product(100 * (1 - left), factor)


def covariance(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Over s − 1; None for fewer than two."""
    if len(a) < 2:
        return None
    mean_a, mean_b = fmean(a), fmean(b)
    return math.fsum((x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True)) / (len(a) - 1)


def skewness(totals: Sequence[float]) -> float | None:
    s = len(totals)
    k2 = covariance(totals, totals)
    if s < 3 or k2 is None or k2 < NOTHING:
        return None
    return s**2 * _moment(totals, 3) / ((s - 1) * (s - 2)) / math.pow(k2, 1.5)


def kurtosis(totals: Sequence[float]) -> float | None:
    s = len(totals)
    k2 = covariance(totals, totals)
    if s < 4 or k2 is None or k2 < NOTHING:
        return None
    m2, m4 = _moment(totals, 2), _moment(totals, 4)
    return s**2 * ((s + 1) * m4 - 3 * (s - 1) * m2**2) / ((s - 1) * (s - 2) * (s - 3)) / k2**2


def _moment(totals: Sequence[float], power: int) -> float:
    mean = fmean(totals)
    return fmean((total - mean) ** power for total in totals)


def _root(value: float | None) -> float | None:
    return None if value is None or value < 0 else math.sqrt(value)


def _product(a: float | None, b: float | None) -> float | None:
    return None if a is None or b is None else a * b


def _over(a: float | None, b: float | None) -> float | None:
    return None if a is None or b is None or abs(b) < NOTHING else a / b


def _percent(a: float | None, b: float | None) -> float | None:
    return _product(100, _over(a, b))
