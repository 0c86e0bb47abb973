"""Runs implementations through checks: starts children and reads from all of them at once."""

from __future__ import annotations

import os
import selectors
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from grader.errors import GraderFault, UsageError
from grader.worker.protocol import Report, Request
from grader.worker.request import Execution
from grader.worker.spawners import Spawner

_POLL_SECONDS = 0.02  # between looks for ended children, where no descriptor reports them


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
        with selectors.DefaultSelector() as selector:
            bell = self._spawner.fileno()
            if bell is not None:
                selector.register(bell, selectors.EVENT_READ, None)
            while waiting or live:
                while waiting and len(live) < self._at_once:
                    execution = waiting.pop(0)
                    child = self._spawner.spawn(execution.request.limits)
                    execution.start(child)
                    live[child.number] = execution
                    selector.register(child.link, _events(execution), (execution, execution.read_link))
                    selector.register(child.printed, selectors.EVENT_READ, (execution, execution.read_printed))
                    selector.register(child.faults, selectors.EVENT_READ, (execution, execution.read_faults))
                _listen(live, selector, 5.0 if bell is not None else _POLL_SECONDS)
                for message in self._spawner.messages():
                    one = live.get(message["number"])
                    if one is not None and "cpu" in message:
                        one.take_cpu(message["cpu"])
                    elif one is not None:
                        _unregister(one, selector)
                        one.ended(message["status"])
                for number, execution in list(live.items()):
                    if execution.done or execution.child is None:
                        _unregister(execution, selector)
                        live.pop(number).release()
                        if not execution.done:
                            waiting.insert(0, execution)
                        elif progress is not None:
                            progress(1)


def _events(execution: Execution) -> int:
    return selectors.EVENT_READ | (selectors.EVENT_WRITE if execution.outgoing else 0)


def _listen(live: dict[int, Execution], selector: selectors.BaseSelector, seconds: float) -> None:
    """Wait until something happens, `seconds` at most, and let the executions handle it."""
    now = time.monotonic()
    patience = min([seconds, *(execution.next_look - now for execution in live.values())])
    for key, events in selector.select(max(0.0, patience)):
        if key.data is None:
            continue
        execution, read = key.data
        if execution.child is None:
            continue
        if events & selectors.EVENT_WRITE:
            execution.write()
        if events & selectors.EVENT_READ and read() == b"":
            selector.unregister(key.fileobj)
    now, registered = time.monotonic(), selector.get_map()
    for execution in live.values():
        execution.check_wall(now)
        link = registered.get(execution.child.link) if execution.child else None
        if link is not None and link.events != _events(execution):
            selector.modify(link.fileobj, _events(execution), link.data)


def _unregister(execution: Execution, selector: selectors.BaseSelector) -> None:
    if execution.child is not None:
        for channel in execution.child.channels:
            if channel in selector.get_map():  # unless its end was reached
                selector.unregister(channel)
