"""What torch does with processes of its own, done without them: no child may start one. Said in a sentence.
And what it imports where it is not needed, left alone: every child would pay for it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any


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
