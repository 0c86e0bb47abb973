"""CPU time of a check. Runs in the child; the grader reads the other end.

When the time is over the kernel sends SIGPROF, and faulthandler writes the Python stack to a pipe from inside the
signal handler: that works even if the code sits in a C loop or catches every exception. The grader sees the pipe,
takes the line from it and kills the child.
"""

from __future__ import annotations

import faulthandler
import signal
from collections.abc import Iterator
from contextlib import contextmanager


class Clock:
    def __init__(self, faults: int) -> None:
        self.late = False  # the time of the last check was over before it was
        faulthandler.enable(file=faults, all_threads=False)  # a crash leaves its line too
        self._works = hasattr(signal, "setitimer")
        if self._works:
            faulthandler.register(signal.SIGPROF, file=faults, all_threads=True, chain=False)

    @contextmanager
    def limit(self, seconds: float) -> Iterator[None]:
        if not self._works:
            yield
            return
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            yield
        finally:
            left, _ = signal.setitimer(signal.ITIMER_PROF, 0)
            self.late = left == 0
