"""A helper that gives up at once on a notebook with a certain name in it, and has time for everything else. So a test
of what happens when time is over takes none. A process of a batch can be started from this module, too."""

from __future__ import annotations

from functools import cache
from typing import Any

from grader import processes
from grader.batch import engine as local

MARK = "endless_reading"
# Each function may use every name there is, so that reading this takes very long; where it is parsed, time is over.
HARD = f"{MARK} = 1\n" + "\n".join(f"def f{n}(): eval" for n in range(19_000))


class Impatient(processes.Helper):
    def call(self, function: str, arguments: tuple[Any, ...]) -> Any:
        self._seconds = 0.05 if MARK in str(arguments) else processes.SECONDS
        return super().call(function, arguments)


helper = cache(Impatient)


def serve(descriptor: int) -> None:
    """What such a process runs."""
    processes._helper = helper
    local.serve(descriptor)


def hungry(megabytes: int) -> int:
    """For a helper to call."""
    return len(bytearray(megabytes << 20))
