"""Runs implementations through checks: starts children and listens to all of them at once."""

from __future__ import annotations

import os
import selectors
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from grader.errors import GraderFault, UsageError
from grader.worker.protocol import Report, Request
from grader.worker.request import Execution
from grader.worker.spawn import Spawner

_GLANCE = 0.02  # seconds between looks for children that have ended, where nothing rings


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
        """The isolation that children get. UsageError if it is less than was asked for."""
        with _reaching():
            found = self._spawner.level
        if found < self._least:
            raise UsageError(self._spawner.why_less(self._least))
        return found

    @property
    def missing(self) -> dict[str, str]:
        """Primitive of isolation → why it cannot be had here."""
        return self._spawner.missing

    def allow(self, packages: Sequence[str] | None) -> None:
        """Name the installed packages that submissions may import, before anything runs. None: the usual ones."""
        if packages is not None:
            with _reaching():
                self._spawner.allow(tuple(packages))

    def load(self, module: str) -> None:
        """Have a module imported once, before children start."""
        with _reaching():
            self._spawner.load(module)

    def run(self, requests: Sequence[Request], progress: Callable[[int], object] | None = None) -> list[list[Report]]:
        """The reports of each request, in order of its tasks, then of its hidden ones. `progress` hears of each
        request that is done."""
        if self._least != "L0":
            self.level  # noqa: B018 - nothing runs with less isolation than was asked for
        executions = [Execution(request) for request in requests]
        try:
            with _reaching():
                self._attend(executions, progress)
                self._spawner.ended()  # clears away what is left of children that are done
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
        waiting = [one for one in executions if not one.done]
        live: dict[int, Execution] = {}  # by the number of the child
        with selectors.DefaultSelector() as selector:
            bell = self._spawner.fileno()
            if bell is not None:
                selector.register(bell, selectors.EVENT_READ, None)
            while waiting or live:
                while waiting and len(live) < self._at_once:
                    self._launch(waiting.pop(0), live, selector)
                _listen(live, selector, None if bell is not None else _GLANCE)
                ended = self._spawner.ended()
                for number, seconds in self._spawner.readings():
                    if number in live:
                        live[number].take_cpu(seconds)
                for number, status in ended:
                    if number in live:
                        _unregister(live[number], selector)
                        live[number].ended(status)
                for number, execution in list(live.items()):
                    if execution.done or execution.child is None:
                        _unregister(execution, selector)
                        live.pop(number).release()
                        if not execution.done:
                            waiting.insert(0, execution)
                        elif progress is not None:
                            progress(1)

    def _launch(self, execution: Execution, live: dict[int, Execution], selector: selectors.BaseSelector) -> None:
        child = self._spawner.spawn(execution.request.limits)
        execution.start(child)
        live[child.number] = execution
        selector.register(child.link, _events(execution), (execution, execution.read_link))
        selector.register(child.printed, selectors.EVENT_READ, (execution, execution.read_printed))
        selector.register(child.faults, selectors.EVENT_READ, (execution, execution.read_faults))


def _events(execution: Execution) -> int:
    return selectors.EVENT_READ | (selectors.EVENT_WRITE if execution.wants_to_write else 0)


def _listen(live: dict[int, Execution], selector: selectors.BaseSelector, at_most: float | None) -> None:
    """Wait until something happens, and tell the executions that it happened to."""
    now = time.monotonic()
    patience = min([one.next_look - now for one in live.values()] + [5.0 if at_most is None else at_most])
    for key, events in selector.select(max(0.0, patience)):
        if key.data is None:
            continue
        execution, read = key.data
        if execution.child is None:
            continue
        if events & selectors.EVENT_WRITE:
            execution.write()
        if events & selectors.EVENT_READ and read() == 0:
            selector.unregister(key.fileobj)
    now, registered = time.monotonic(), selector.get_map()
    for execution in live.values():
        execution.check_wall(now)
        link = execution.child and execution.child.link
        if link and link in registered and registered[link].events != _events(execution):
            selector.modify(link, _events(execution), (execution, execution.read_link))


def _unregister(execution: Execution, selector: selectors.BaseSelector) -> None:
    if execution.child is None:
        return
    for channel in (execution.child.link, execution.child.printed, execution.child.faults):
        if channel in selector.get_map():  # one that has come to its end is not
            selector.unregister(channel)
