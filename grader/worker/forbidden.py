"""Library functions that an exercise asks students to write themselves: refused while a submission runs, wherever the
call comes from. Runs in the child, before the submission is loaded. Evidence, not proof: it can be circumvented."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from typing import Any


class RefusedError(RuntimeError):
    """A call of something that the exercise forbids."""


def refuse(names: Iterable[str]) -> None:
    """Replace functions in every loaded module of their library that has them under their name, and the constructors
    of classes, so that subclasses are refused, too. Names that do not exist are ignored."""
    for name in names:
        module, _, last = name.rpartition(".")
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


def _refusal(name: str) -> Any:
    def refused(*_: object, **__: object) -> None:
        raise RefusedError(name)

    return refused
