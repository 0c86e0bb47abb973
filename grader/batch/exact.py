"""Exact numbers: marks are computed as fractions, and become decimals only when they are told."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

_FINEST = 1_000_000  # a third is stored as 0.3333333333333333; this finds the third again


def exact(number: float) -> Fraction:
    """The decimal number that was written, not the binary one nearest to it."""
    return Fraction(repr(number))


def exact_share(number: float) -> Fraction:
    return Fraction(int(number)) if number in (0, 1) else Fraction(number).limit_denominator(_FINEST)


def rounded(number: Fraction, digits: int) -> Decimal:
    """Halves go up, away from zero."""
    above, below = number.as_integer_ratio()
    whole = (abs(above) * 10**digits * 2 + below) // (below * 2)
    return Decimal(whole if above >= 0 else -whole).scaleb(-digits)


def shown(number: Fraction, digits: int = 2) -> str:
    """ "6", "4.8", "0.33"."""
    if number.denominator == 1:
        return str(number.numerator)
    text = f"{rounded(number, digits):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
