"""What both sides of the process boundary know: the values that cross it, and the limits behind it.

A value is what an implementation computed, once it has left its process. It is
None, a bool, int, float, complex or str, a numpy array, a list, tuple or dict (string keys) of values,
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


@dataclass(frozen=True)
class Limits:
    """What one child may use. Seconds are CPU time per check; the wall clock is only a backstop."""

    seconds: float = 5.0
    wall_seconds: float = 30.0
    loading_seconds: float = 10.0  # loading may import a library
    memory_mb: int = 1024  # 0: as much as there is, for a real accelerator maps more than anybody uses
    output_mb: float = 1.0
    processes: int = 16
    scratch_mb: int = 64

    @property
    def most_for_loading(self) -> float:
        return max(self.seconds, self.loading_seconds)
