"""What an implementation computed, once it has left its process.

A value is None, a bool, int, float, complex or str, a numpy array, a list, tuple or dict (string keys) of values,
or `Opaque` for an object that is none of these.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

Value: TypeAlias = Any


@dataclass(frozen=True)
class Opaque:
    """Stands for an object that cannot leave a child: only the name of its type is known."""

    kind: str
