"""Library functions that an exercise asks students to write themselves: refused while a submission runs, wherever the
call comes from. Runs in the child, before the submission is loaded. Evidence, not proof: whoever digs finds a way."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Any


class RefusedError(RuntimeError):
    """A call of something that the exercise forbids."""


def refuse(names: Iterable[str]) -> None:
    """Replace functions under every name that they have in loaded modules of their library, and the constructors of
    classes, so that subclasses are refused, too."""
    for name in names:
        module, _, last = name.rpartition(".")
        found = getattr(import_module(module), last, None)
        if isinstance(found, type):
            found.__init__ = _refusal(name)  # type: ignore[misc]
        elif found is not None:
            _replace(found, _refusal(name), root=module.partition(".")[0])


def _replace(found: Any, refusal: Any, root: str) -> None:
    for name, module in list(sys.modules.items()):
        if name == root or name.startswith(f"{root}."):
            for key in [key for key, value in vars(module).items() if value is found]:
                setattr(module, key, refusal)


def _refusal(name: str) -> Any:
    def refused(*_: object, **__: object) -> None:
        raise RefusedError(name)

    return refused
