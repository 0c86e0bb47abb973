"""What numpy and torch do differently in a child."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from types import ModuleType
from typing import Any

# ---- Arrays that nobody has written to. What is in them is luck: code that forgets to fill one may be right today
# and wrong tomorrow, and may see what other code left in memory. In a child they hold what no right answer
# holds.


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


# ---- What torch does with processes of its own, done without them: no child may start one. Said in a sentence. And
# what it imports where it is not needed, left alone: every child would pay for it.


def make_do(torch: Any) -> None:
    """Change torch, once and before any child: data is loaded and code is run in the child's own process."""
    torch.compile = _compile
    _load_alone(torch.utils.data.DataLoader)
    _check_plainly(torch)
    if "torch._dynamo" not in sys.modules:
        torch._dynamo = sys.modules["torch._dynamo"] = Compiler("torch._dynamo")


def _compile(model: Callable[..., Any] | None = None, **_: Any) -> Any:
    print("torch.compile needs a compiler, which a check does not have: your code runs as it is, uncompiled.")
    return model if model is not None else lambda given: given


def _load_alone(loader: Any) -> None:
    original = loader._get_iterator

    def iterator(self: Any) -> Any:
        if self.num_workers:
            print("DataLoader workers are processes, which a check cannot start: the batches are loaded without them.")
            self.num_workers, self.timeout = 0, 0
        return original(self)

    loader._get_iterator = iterator


def _check_plainly(torch: Any) -> None:
    """A condition that holds needs no symbolic algebra, whose import takes half a second in `nn.MultiheadAttention`."""
    original = torch._check_with

    def check_with(error_type: Any, cond: Any, message: Any) -> None:
        if cond is not True:
            original(error_type, cond, message)

    torch._check_with = check_with


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
