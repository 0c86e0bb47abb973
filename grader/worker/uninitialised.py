"""Arrays that nobody has written to. What is in them is luck: code that forgets to fill one may be right today and
wrong tomorrow, and may see what other code left in memory. In a child they hold what no right answer holds."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any


def fill_empty_arrays() -> None:
    """Change numpy, once and before any submission runs."""
    import numpy

    for name in ("empty", "empty_like"):
        setattr(numpy, name, _filled(getattr(numpy, name)))


def _filled(make: Callable[..., Any]) -> Any:
    from numpy import copyto, ndarray

    @wraps(make)
    def filled(*arguments: Any, **named: Any) -> Any:
        made = make(*arguments, **named)
        if isinstance(made, ndarray) and made.dtype.kind != "O":  # of objects each is None
            copyto(made, _unlikely(made.dtype))
        return made

    return filled


def _unlikely(dtype: Any) -> Any:
    """NaN, or the largest number. What has neither is zero: still the same in every run."""
    from numpy import iinfo, nan, zeros

    if dtype.kind in "fc":
        return nan
    if dtype.kind in "iu":
        return iinfo(dtype).max
    return True if dtype.kind == "b" else zeros((), dtype)
