"""What all parts share: the values that cross the process boundary, the limits of a child, the engine's own checks.

A value is what an implementation computed, once it has left its process. It is
None, a bool, int, float, complex or str, a numpy array, a list, tuple or dict (string keys) of values,
or `Opaque` for an object that is none of these.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

Value: TypeAlias = Any

# The checks that the engine adds to those of an exercise.
INPUTS = "inputs_unchanged"
HIDDEN_INPUTS = "inputs_unchanged_hidden"
OWN_WORK = "own_work"


class Opaque:
    """Stands for an object that cannot leave a child: only the name of its type is known."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Opaque) and other.kind == self.kind

    def __hash__(self) -> int:
        return hash(self.kind)

    def __repr__(self) -> str:
        return f"Opaque(kind={self.kind!r})"


class Limits(NamedTuple):
    """The resources of one child. Seconds are CPU time per check; wall time is only a backstop."""

    seconds: float = 5.0
    wall_seconds: float = 30.0
    loading_seconds: float = 10.0  # loading may import a library
    memory_mb: int = 1024  # 0: unlimited, because a real accelerator maps far more than it uses
    output_mb: float = 1.0
    processes: int = 16
    scratch_mb: int = 64

    @property
    def most_for_loading(self) -> float:
        return max(self.seconds, self.loading_seconds)
