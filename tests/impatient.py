"""A helper that gives up at once on a notebook with a certain name in it, and has time for everything else. So a test
of what happens when time is over takes none. A process of a batch can be started from this module, too."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from grader import processes
from grader.batch.engine import BatchConfig, Job, JobResult, JobRunner

MARK = "endless_reading"
# Each function may use every name there is, so that reading this takes very long; where it is parsed, time is over.
HARD = f"{MARK} = 1\n" + "\n".join(f"def f{n}(): eval" for n in range(19_000))


class Impatient:
    """Two helpers: which one is asked depends on what is to be read."""

    def __init__(self) -> None:
        self.hasty, self.patient = processes.Helper(seconds=0.05), processes.Helper()

    def call(self, function: str, arguments: tuple[Any, ...]) -> Any:
        return (self.hasty if MARK in str(arguments) else self.patient).call(function, arguments)


helper = cache(Impatient)


def grade_jobs(config: BatchConfig) -> Callable[[Job], JobResult]:
    """What such a process calls, in place of the engine's own."""
    processes.helper = helper
    return JobRunner(config).grade


def hungry(megabytes: int) -> int:
    """For a helper to call."""
    return len(bytearray(megabytes << 20))
