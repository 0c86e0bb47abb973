"""Numbers, places and texts in few words, for one line of a terminal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

LONGEST = 200
QUOTED = 40
DEEP = 4  # beyond this many steps a path in words says nothing
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def line(text: str) -> str:
    """One printable line: what a student's program sent must not move the cursor of whoever reads it."""
    safe = "".join(char if char.isprintable() else _escaped(char) for char in text[: 2 * LONGEST])
    return safe if len(safe) <= LONGEST else safe[: LONGEST - 1] + "…"


def _escaped(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def quote(text: Any) -> str:
    """A text in quotes, its control characters escaped, cut where it gets long."""
    if isinstance(text, str) and len(text) > QUOTED:
        return repr(text[: QUOTED - 1])[:-1] + "…'"
    return repr(text)


def counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def few(texts: Sequence[str]) -> str:
    return ", ".join(texts[:3]) + (", …" if len(texts) > 3 else "")


def number(value: Any, digits: int = 3) -> str:
    """A number as a person would write it: 0.21, 12346, 1.2e-07."""
    if isinstance(value, bool | np.bool_):
        return str(bool(value))
    if isinstance(value, int | np.integer):
        return _whole(int(value))
    if isinstance(value, complex | np.complexfloating):
        return f"{_real(float(value.real), digits)}{_signed(float(value.imag), digits)}j"
    return _real(float(value), digits)


def _whole(value: int) -> str:
    """Python refuses to print a whole number of thousands of digits."""
    return str(value) if value.bit_length() <= 64 else f"a number of {value.bit_length()} bits"


def _real(value: float, digits: int) -> str:
    if not math.isfinite(value):
        return str(float(value))
    whole = len(str(int(abs(value)))) if abs(value) < 1e6 else 0
    return f"{value + 0.0:.{max(digits, whole)}g}"


def _signed(value: float, digits: int) -> str:
    text = _real(value, digits)
    return text if text.startswith("-") else f"+{text}"


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
