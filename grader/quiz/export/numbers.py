"""Numeric questions in numbers: what is right, within which margin, and which mistakes were foreseen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from grader.course.quizmath import evaluate
from grader.course.quizmodel import Numeric
from grader.quiz.draw import Number, Variant


@dataclass(frozen=True)
class Range:
    """From `low` to `high`, both right; `middle` is the answer, or half way."""

    middle: float
    margin: float

    @property
    def low(self) -> float:
        return self.middle - self.margin

    @property
    def high(self) -> float:
        return self.middle + self.margin


def right_range(variant: Variant) -> Range:
    numeric = _numeric(variant)
    if numeric.answer is not None:
        return _around(variant, numeric, evaluate(numeric.answer, variant.values))
    assert numeric.low is not None
    assert numeric.high is not None
    low, high = evaluate(numeric.low, variant.values), evaluate(numeric.high, variant.values)
    return Range((low + high) / 2, (high - low) / 2)


def mistakes(variant: Variant) -> Iterator[tuple[Range, str]]:
    """Each with what to say to it."""
    numeric = _numeric(variant)
    assert isinstance(variant.task, Number)
    for mistake, (_, feedback) in zip(numeric.mistakes, variant.task.mistakes, strict=True):
        yield _around(variant, numeric, evaluate(mistake.answer, variant.values)), feedback


def has_margins(variant: Variant) -> bool:
    """A question with an answer, not a range."""
    return _numeric(variant).answer is not None


def decimal(number: float) -> str:
    """Digits and a point alone: some readers know no exponent, and a comma would mean something else."""
    text = f"{Decimal(f'{number:.12g}'):f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def _around(variant: Variant, numeric: Numeric, answer: float) -> Range:
    tolerance, relative = evaluate(numeric.tolerance, variant.values), evaluate(numeric.relative, variant.values)
    return Range(answer, max(tolerance, relative * abs(answer)))


def _numeric(variant: Variant) -> Numeric:
    assert isinstance(variant.question.task, Numeric)
    return variant.question.task
