"""Library functions that an exercise asks students to write themselves: refused while a submission runs, wherever the
call comes from. Runs in the child, before the submission is loaded. Evidence, not proof: whoever digs finds a way."""

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
    of classes, so that subclasses are refused, too. What is not there needs no refusal."""
    for name in names:
        module, _, last = name.rpartition(".")
        found = None
        with suppress(Exception):  # no such library, or one that cannot be imported here
            found = getattr(import_module(module), last, None)
        if found is None:
            continue
        refusal = _refusal(name)
        try:
            if isinstance(found, type):
                found.__init__ = refusal  # type: ignore[misc]
                continue
        except TypeError:  # a class written in C cannot be changed: its names can
            pass
        _replace(found, refusal, name)


def _replace(found: Any, refusal: Any, name: str) -> None:
    """By its names: to look at everything that a library holds would copy all of that for this process."""
    root, last = name.partition(".")[0], name.rpartition(".")[2]
    for module_name, module in list(sys.modules.items()):
        if module_name == root or module_name.startswith(f"{root}."):
            held = getattr(module, "__dict__", {})
            for key in {last, getattr(found, "__name__", last)}:
                if held.get(key) is found:
                    with suppress(AttributeError, TypeError):
                        setattr(module, key, refusal)


def _refusal(name: str) -> Any:
    def refused(*_: object, **__: object) -> None:
        raise RefusedError(name)

    return refused
