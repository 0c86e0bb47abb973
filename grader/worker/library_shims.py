"""What numpy and torch do differently in a child."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from types import ModuleType
from typing import Any


def fill_empty_arrays() -> None:
    """Change numpy, once and before any submission runs: arrays that nobody has written to hold what no right answer
    holds. Else code that forgets to fill one may be right today and wrong tomorrow, and see what others left in memory.
    """
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


def make_do(torch: Any) -> None:
    """Change torch, once and before any child. What it does with processes of its own is done without them, and said in
    a sentence: no child may start one. What it imports without need is left alone: every child would pay for it."""
    torch.compile = _compile
    check, loader = torch._check_with, torch.utils.data.DataLoader
    get_iterator = loader._get_iterator

    def iterator(self: Any) -> Any:
        if self.num_workers:
            print("DataLoader workers are processes, which a check cannot start: the batches are loaded without them.")
            self.num_workers, self.timeout = 0, 0
        return get_iterator(self)

    def check_with(error_type: Any, cond: Any, message: Any) -> None:
        """A condition that holds needs no symbolic algebra, which takes half a second in `nn.MultiheadAttention`."""
        if cond is not True:
            check(error_type, cond, message)

    loader._get_iterator, torch._check_with = iterator, check_with
    if "torch._dynamo" not in sys.modules:
        torch._dynamo = sys.modules["torch._dynamo"] = Compiler("torch._dynamo")


def _compile(model: Callable[..., Any] | None = None, **_: Any) -> Any:
    print("torch.compile needs a compiler, which a check does not have: your code runs as it is, uncompiled.")
    return model if model is not None else lambda given: given


class Compiler(ModuleType):
    """In place of `torch._dynamo`, which every optimiser imports, 800 modules in all, to ask for nothing but these two.
    Whoever wants more gets the real one."""

    def graph_break(self) -> None: ...

    def disable(self, function: Any, *_: Any, **__: Any) -> Any:
        return function

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name != "__path__":
            raise AttributeError(name)
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)
