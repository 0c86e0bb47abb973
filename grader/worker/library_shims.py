"""What libraries do differently in a child: what they leave undone, what an exercise forbids, which are not there."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from functools import wraps
from importlib import import_module
from types import ModuleType
from typing import Any


def fill_empty_arrays() -> None:
    """Change numpy, once and before any submission runs: uninitialised arrays hold what no right answer holds.
    Otherwise code that forgets to fill one may be right today and wrong tomorrow, and see what others left in memory.
    """
    import numpy as np

    def unlikely(dtype: Any) -> Any:
        """NaN, or the largest number. Zero for what has neither: still the same in every run."""
        if dtype.kind in "fc":
            return np.nan
        if dtype.kind in "iu":
            return np.iinfo(dtype).max
        return True if dtype.kind == "b" else np.zeros((), dtype)

    def filled(make: Callable[..., Any]) -> Any:
        @wraps(make)
        def make_filled(*arguments: Any, **named: Any) -> Any:
            made = make(*arguments, **named)
            if isinstance(made, np.ndarray) and made.dtype.kind != "O":  # of objects each is None
                np.copyto(made, unlikely(made.dtype))
            return made

        return make_filled

    for name in ("empty", "empty_like"):
        setattr(np, name, filled(getattr(np, name)))


def make_do(torch: Any) -> None:
    """Change torch, once and before any child. What it does with processes is done without them, and a message is
    printed: no child may start one. What it imports without need is not imported: every child would pay for it."""

    def uncompiled(model: Callable[..., Any] | None = None, **_: Any) -> Any:
        print("torch.compile needs a compiler, which a check does not have: your code runs uncompiled.")
        return model if model is not None else lambda given: given

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

    torch.compile, loader._get_iterator, torch._check_with = uncompiled, iterator, check_with
    if "torch._dynamo" not in sys.modules:
        torch._dynamo = sys.modules["torch._dynamo"] = Compiler("torch._dynamo")


class Compiler(ModuleType):
    """Replaces `torch._dynamo`, which every optimiser imports, 800 modules in all, to use nothing but these two.
    Any other attribute loads the real one."""

    def graph_break(self) -> None: ...

    def disable(self, function: Any, *_: Any, **__: Any) -> Any:
        return function

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name != "__path__":
            raise AttributeError(name)
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


class RefusedError(RuntimeError):
    """A call of something that the exercise forbids."""


def refuse(names: Iterable[str], sources: Collection[bytes]) -> list[str]:
    """Refuse library functions that an exercise asks students to write themselves, wherever the call comes from.

    Functions are replaced in every loaded module of their library that has them under their name. Of classes the
    constructor is replaced, so that subclasses are refused, too. Names that do not exist are ignored. This runs in the
    child, before the submission is loaded. It gives evidence, not proof: it can be circumvented.

    Returns the names of libraries that are neither loaded nor mentioned in the submission's `sources`: nothing of them
    can be called yet, and importing one takes long.
    """
    waiting = []
    for name in names:
        module, _, last = name.rpartition(".")
        library = name.partition(".")[0]
        if library not in sys.modules and not any(library.encode() in source for source in sources):
            waiting.append(name)
            continue
        found = None
        with suppress(Exception):  # no such library, or one that cannot be imported here
            found = getattr(import_module(module), last, None)
        if found is None:
            continue
        refusal = _refusal(name)
        if isinstance(found, type):
            with suppress(TypeError):  # a class written in C cannot be changed: its names can
                found.__init__ = refusal  # type: ignore[misc]
                continue
        # Only under its names: looking at everything in a library would copy all of its memory for this process.
        root, keys = name.partition(".")[0], {last, getattr(found, "__name__", last)}
        for module_name, loaded in list(sys.modules.items()):
            if module_name == root or module_name.startswith(f"{root}."):
                held = getattr(loaded, "__dict__", {})
                for key in keys:
                    if held.get(key) is found:
                        with suppress(AttributeError, TypeError):
                            setattr(loaded, key, refusal)
    return waiting


def _refusal(name: str) -> Any:
    def refused(*_: object, **__: object) -> None:
        raise RefusedError(name)

    return refused


class Absent:
    """Stands for something of a package that a submission imports and that is not here: it raises, when it is used,
    what the import would have raised."""

    def __init__(self, package: str, file: str, line: int) -> None:
        self._why = f"No module named '{package}' (imported in {file}, line {line})"
        self._package = package

    def _raise(self, *_: object, **__: object) -> Any:
        raise ModuleNotFoundError(self._why, name=self._package)

    __getattr__ = __call__ = __getitem__ = __setitem__ = __iter__ = __len__ = __bool__ = __contains__ = _raise
    __enter__ = __exit__ = __add__ = __radd__ = __mul__ = __rmul__ = __matmul__ = __or__ = __ror__ = _raise
