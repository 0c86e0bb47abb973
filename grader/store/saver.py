"""Keeps outcomes in small groups: a transaction for each would wait for the disk each time."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from grader.store.book import Gradebook
from grader.store.model import Graded


class Saver:
    """Saves what is added once there are `most` of it, or the oldest is `seconds` old when the next comes.

    What `add` and `flush` return is on the disk; count nothing else as done. Leaving the context saves the rest, also
    when an error or Ctrl-C ends it.
    """

    def __init__(
        self,
        book: Gradebook,
        run: int | None = None,
        *,
        force: bool = False,
        most: int = 100,
        seconds: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._book = book
        self._run = run
        self._force = force
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._waiting: list[Graded] = []
        self._since = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.flush()

    def add(self, graded: Graded) -> tuple[Graded, ...]:
        """Those that are on the disk since the last call; often none."""
        if not self._waiting:
            self._since = self._clock()
        self._waiting.append(graded)
        due = len(self._waiting) >= self._most or self._clock() - self._since >= self._seconds
        return self.flush() if due else ()

    def flush(self) -> tuple[Graded, ...]:
        if not self._waiting:
            return ()
        self._book.save(self._waiting, self._run, self._force)
        saved, self._waiting = tuple(self._waiting), []
        return saved
