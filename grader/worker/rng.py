"""The random stream that a check draws its inputs from. Runs in the child."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

_FLOATS = (
    "beta", "chisquare", "dirichlet", "exponential", "f", "gamma", "gumbel", "laplace", "logistic", "lognormal",
    "multivariate_normal", "normal", "pareto", "power", "rand", "randn", "random", "random_sample", "rayleigh",
    "standard_cauchy", "standard_exponential", "standard_gamma", "standard_normal", "standard_t", "triangular",
    "uniform", "vonmises", "wald", "weibull",
)  # fmt: skip


class Stream(np.random.RandomState):
    """numpy's frozen generator; as a Python class it can also hold what `inject` records."""


def stream(seed: int, setting: str) -> Stream:
    """Return the stream of a check. `float32` rounds every drawn number, `nudged` moves it by a millionth.

    It is the same object each time, seeded again: numpy takes 80 times as long to make one.
    """
    found = _STREAMS[setting]
    found.__dict__.clear()
    found.seed(seed)
    return found


def _changed(name: str, change: Callable[[Any], Any]) -> type[Stream]:
    """Return a class of streams that change every drawn float."""

    def method(draw: str) -> Callable[..., Any]:
        plain = getattr(np.random.RandomState, draw)

        def changed(self: Stream, *args: Any, **kwargs: Any) -> Any:
            return change(plain(self, *args, **kwargs))

        return changed

    return type(name, (Stream,), {draw: method(draw) for draw in _FLOATS})


def _rounded(drawn: Any) -> Any:
    return drawn.astype(np.float32) if isinstance(drawn, np.ndarray) else float(np.float32(drawn))


def _nudged(drawn: Any) -> Any:
    """Move by a millionth up or down in turn: a constant factor would leave most decisions as they are."""
    if not isinstance(drawn, np.ndarray):
        return drawn * (1 + 1e-6)
    signs = 1 - 2 * (np.arange(drawn.size).reshape(drawn.shape) % 2)
    return drawn + 1e-6 * signs * np.maximum(np.abs(drawn), 1e-3)


_STREAMS = {
    "exact": Stream(0),
    "float32": _changed("Float32Stream", _rounded)(0),
    "nudged": _changed("NudgedStream", _nudged)(0),
}
