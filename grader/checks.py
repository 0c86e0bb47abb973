"""What the author of an exercise imports.

`check` marks a function of `checks.py`; `judge` and `given` mark functions of `judges.py`; `inject` fills a torch
module's parameters. Children load this module, so it imports nothing heavy.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

# What `inject` saw of the modules of the check that is running: the child sends it along, the grader compares it.
NOTES = "__grader_injected__"


def check(
    sentence: str,
    *,
    axes: str = "",
    follows: str = "",
    raises: str = "",
    returns: str = "",
    seconds: float = 0.0,
    slow: bool = False,
) -> Callable[[F], F]:
    """Mark a check. `sentence` states what holds when the code is right.

    axes     names of the result's axes, "query key"; messages use them. For a tuple, separate with ";"
    follows  the check whose failure explains this one's
    raises   the exception the implementation must raise, "ValueError"
    returns  "tensor" or "array" where the exercise asks for a type
    seconds  CPU time, if the exercise's limit does not fit
    slow     run once, and leave out of seed repeats and mutation
    """
    arguments = (sentence, axes, follows, raises, returns, seconds, slow)

    def mark(function: F) -> F:
        function.__check__ = arguments  # type: ignore[attr-defined]
        return function

    return mark


def judge(check_id: str) -> Callable[[F], F]:
    """Mark `f(value, reference, secret)` in judges.py: it returns None if `value` is right, else a sentence.

    For a check with no single right value. `secret` is what `given` kept back, or None.
    """

    def mark(function: F) -> F:
        function.__judge__ = check_id  # type: ignore[attr-defined]
        return function

    return mark


def given(check_id: str) -> Callable[[F], F]:
    """Mark `f(rng) -> (inputs, secret)` in judges.py: the check gets `inputs` as its third argument."""

    def mark(function: F) -> F:
        function.__given__ = check_id  # type: ignore[attr-defined]
        return function

    return mark


def inject(module: Any, rng: Any, scale: float = 0.5) -> Any:
    """Fill the parameters of a torch module with numbers that depend on `rng` and their names, not on their order.

    Returns the module. Whether names and shapes are the expected ones is judged outside, from the notes left here.
    """
    torch = __import__("torch")
    numpy = __import__("numpy")
    base = int(rng.randint(0, 2**31 - 1))
    parameters = dict(module.named_parameters())
    with torch.no_grad():
        for name, parameter in parameters.items():
            stream = numpy.random.RandomState((base + zlib.crc32(name.encode())) % 2**32)
            numbers = stream.normal(0.0, scale, size=tuple(parameter.shape))
            parameter.copy_(torch.as_tensor(numbers, dtype=parameter.dtype))
    notes = rng.__dict__.setdefault(NOTES, []) if hasattr(rng, "__dict__") else []
    notes.append({name: list(parameter.shape) for name, parameter in parameters.items()})
    return module
