"""How long a child may take: seconds of CPU time for each check, and the clock as a backstop."""

from __future__ import annotations

import time

from grader.worker.spawn import Child

_DUMP_SECONDS = 0.5  # for a child to begin to write where it is
_GRACE = 0.2


class Deadline:
    """Of one child. The clock in the child can be stopped by the code it measures. So once the CPU time of a check
    should be over, we look from outside, and allow the same time once more from there."""

    def __init__(self) -> None:
        self.until = 0.0
        self.asked_where = False  # by the clock its time is over, and it was asked for its stack
        self._cpu_seconds = 0.0
        self._cpu_before: float | None = None
        self._ask_at = 0.0

    def begin(self, cpu_seconds: float, wall_seconds: float) -> None:
        """With the loading, or with a check."""
        self.wait(wall_seconds)
        self._cpu_seconds, self._cpu_before = cpu_seconds, None
        self._ask_at = time.monotonic() + cpu_seconds + _GRACE

    def wait(self, seconds: float) -> None:
        self.until = time.monotonic() + seconds

    @property
    def next_look(self) -> float:
        return min(self.until, self._ask_at)

    def is_over(self, cpu_seconds: float) -> bool:
        """Whether it has used up its CPU time, now that it has used so much in all. The child's own clock, which also
        tells where it is, comes first."""
        if self._cpu_before is None:
            self._cpu_before = cpu_seconds
            return False
        return cpu_seconds - self._cpu_before >= self._cpu_seconds + _GRACE

    def is_at_an_end(self, now: float, child: Child) -> bool:
        """Whether its time is over by the clock. Before that, it is asked what it has used, and where it is."""
        if now >= self._ask_at:
            self._ask_at = now + _GRACE
            child.ask_cpu()
        if now < self.until:
            return False
        if self.asked_where:
            return True
        self.asked_where = True
        self.until = now + _DUMP_SECONDS
        child.ask_where()
        return False
