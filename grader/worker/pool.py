"""Runs implementations through checks: starts children and reads from all of them at once."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from grader.errors import GraderFault, UsageError
from grader.worker.protocol import Report, Request
from grader.worker.request import Execution
from grader.worker.spawners import Spawner

_PATIENCE = 5.0


@contextmanager
def _reaching() -> Iterator[None]:
    """GraderFault if the process that makes children cannot be reached."""
    try:
        yield
    except OSError as problem:
        raise GraderFault(f"the process that runs submissions failed: {problem}") from problem


class Worker:
    """Runs requests, several children at a time. The grader's only way to execute anybody's code."""

    def __init__(self, spawner: Spawner, at_once: int | None = None, least: str = "L0") -> None:
        self._spawner = spawner
        self._at_once = at_once or os.cpu_count() or 1
        self._least = least

    @property
    def level(self) -> str:
        """The isolation that children get. UsageError if it is weaker than requested."""
        with _reaching():
            found, _ = self._spawner.isolation()
        if found < self._least:
            raise UsageError(self._spawner.why_less(self._least))
        return found

    @property
    def missing(self) -> dict[str, str]:
        """Primitive of isolation → why it is not available here."""
        return self._spawner.isolation()[1]

    def allow(self, packages: Sequence[str] | None) -> None:
        """Set the installed packages that submissions may import, before anything runs. None: the default ones."""
        if packages is not None:
            with _reaching():
                self._spawner.allow(tuple(packages))

    def load(self, module: str) -> None:
        """Import a module once, before children start."""
        with _reaching():
            self._spawner.load(module)

    def run(self, requests: Sequence[Request], progress: Callable[[int], object] | None = None) -> list[list[Report]]:
        """Return the reports of each request: those of its tasks in order, then those of its hidden ones.

        `progress(1)` is called for each request that is done. GraderFault if children cannot be started, UsageError
        if they get less isolation than requested.
        """
        if self._least != "L0":
            self.level  # noqa: B018 - nothing runs with less isolation than requested
        executions = [Execution(request) for request in requests]
        try:
            with _reaching():
                self._attend(executions, progress)
                self._spawner.messages()  # cleans up after children that are done
        finally:
            for execution in executions:
                execution.release()
        return [execution.reports for execution in executions]

    def close(self) -> None:
        self._spawner.close()

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _attend(self, executions: list[Execution], progress: Callable[[int], object] | None) -> None:
        """Lead all executions to their end."""
        waiting = [one for one in executions if not one.done]
        live: dict[int, Execution] = {}  # by the number of the child
        while waiting or live:
            while waiting and len(live) < self._at_once:
                execution = waiting.pop(0)
                child = self._spawner.spawn(execution.request.limits)
                live[child.number] = execution
                execution.start(child)
            self._listen(live)
            for message in self._spawner.messages():
                one = live.get(message["number"])
                if one is not None and "cpu" in message:
                    one.take_cpu(message["cpu"])
                elif one is not None:
                    one.ended(message["code"])
            for number, execution in list(live.items()):
                if execution.done or execution.child is None:
                    live.pop(number).release()
                    if not execution.done:
                        waiting.insert(0, execution)
                    elif progress is not None:
                        progress(1)

    def _listen(self, live: dict[int, Execution]) -> None:
        """Wait until something happens, and let the executions handle it."""
        now = time.monotonic()
        patience = min([_PATIENCE, *(execution.next_look - now for execution in live.values())])
        for number, stream in self._spawner.wait(max(0.0, patience)):
            if number in live:
                live[number].read(stream)
        now = time.monotonic()
        for execution in live.values():
            execution.check_time(now)
