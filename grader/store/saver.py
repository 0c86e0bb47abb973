"""Keeps outcomes in small groups: a transaction for each would wait for the disk each time."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from grader.store.book import Gradebook
from grader.store.model import Graded


class Saver:
    """Saves what is added at once, or in groups when it comes fast: `most` of them, or those of so many `seconds`.

    `told` is called with each that is on the disk; count nothing else as done. Leaving the context saves the rest,
    also when an error or Ctrl-C ends it.
    """

    def __init__(
        self,
        book: Gradebook,
        run: int | None = None,
        told: Callable[[Graded], object] = lambda _: None,
        *,
        force: bool = False,
        most: int = 100,
        seconds: float = 0.25,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._book = book
        self._run = run
        self._told = told
        self._force = force
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._waiting: list[Graded] = []
        self._next = clock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._flush()

    def add(self, graded: Graded) -> None:
        self._waiting.append(graded)
        if len(self._waiting) >= self._most or self._clock() >= self._next:
            self._flush()
            self._next = self._clock() + self._seconds

    def _flush(self) -> None:
        if not self._waiting:
            return
        with _undisturbed():  # or somebody's Ctrl-C falls between what is on the disk and what is told
            self._book.save(self._waiting, self._run, self._force)
            saved, self._waiting = self._waiting, []
            for graded in saved:
                self._told(graded)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Signals that end a program arrive when the block is done; they cannot be held back on Windows."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
