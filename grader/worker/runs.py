"""Runs implementations through checks: starts children and listens to all of them at once."""

from __future__ import annotations

import os
import selectors
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from grader.errors import GraderFault, UsageError
from grader.worker.jobs import Report
from grader.worker.run import Request, Run
from grader.worker.spawn import Spawner


class Worker:
    """Runs requests, several children at a time. The grader's only way to execute anybody's code."""

    def __init__(self, spawner: Spawner, at_once: int | None = None, least: str = "L0") -> None:
        self._spawner = spawner
        self._at_once = at_once or os.cpu_count() or 1
        self._least = least

    @property
    def level(self) -> str:
        """The isolation that children get. UsageError if it is less than was asked for."""
        try:
            found = self._spawner.level
        except (ConnectionError, OSError) as problem:
            raise GraderFault(f"the process that runs submissions failed: {problem}") from problem
        if found < self._least:
            raise UsageError(self._spawner.why_less(self._least))
        return found

    @property
    def missing(self) -> dict[str, str]:
        """Primitive of isolation → why it cannot be had here."""
        return self._spawner.missing

    def load(self, module: str) -> None:
        """Have a module imported once, before children start."""
        self._spawner.load(module)

    def run(self, requests: Sequence[Request], progress: Callable[[int], object] | None = None) -> list[list[Report]]:
        """The reports of each request, in order of its tasks. `progress` hears of each request that is done."""
        if self._least != "L0":
            self.level  # noqa: B018 - nothing runs with less isolation than was asked for
        runs = [Run(request) for request in requests]
        try:
            self._attend(runs, progress)
            self._spawner.ended()  # clears away what is left of children that are done
        except (ConnectionError, OSError) as problem:
            raise GraderFault(f"the process that runs submissions failed: {problem}") from problem
        finally:
            for run in runs:
                if run.child is not None:
                    with suppress(OSError):
                        run.child.kill()
                    run.child.close()
                    run.child = None
        return [run.reports for run in runs]

    def close(self) -> None:
        self._spawner.close()

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _attend(self, runs: list[Run], progress: Callable[[int], object] | None) -> None:
        waiting = [run for run in runs if not run.done]
        live: dict[int, Run] = {}
        with selectors.DefaultSelector() as selector:
            bell = self._spawner.fileno()
            if bell is not None:
                selector.register(bell, selectors.EVENT_READ, None)
            while waiting or live:
                while waiting and len(live) < self._at_once:
                    self._launch(waiting.pop(0), live, selector)
                self._listen(live, selector, bell)
                ended = self._spawner.ended()
                for number, seconds in self._spawner.readings():
                    if number in live and live[number].child is not None:
                        live[number].take_cpu(seconds)
                for number, status in ended:
                    run = live.get(number)
                    if run is not None and not run.done:
                        _forget(run, selector)
                        run.ended(status)
                for number, run in list(live.items()):
                    if run.done or run.child is None:
                        self._release(live.pop(number), selector)
                        if run.done and progress is not None:
                            progress(1)
                        if not run.done:
                            waiting.insert(0, run)

    def _launch(self, run: Run, live: dict[int, Run], selector: selectors.BaseSelector) -> None:
        child = self._spawner.spawn(run.request.limits)
        run.start(child)
        run.write()
        live[child.number] = run
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if run.wants_to_write else 0)
        selector.register(child.link, events, (run, run.read_link))
        selector.register(child.printed, selectors.EVENT_READ, (run, run.read_printed))
        selector.register(child.faults, selectors.EVENT_READ, (run, run.read_faults))

    def _release(self, run: Run, selector: selectors.BaseSelector) -> None:
        """A run that is done needs its child no more; nobody waits for the child to die."""
        if run.child is None:
            return
        _forget(run, selector)
        run.child.kill()
        run.child.close()
        run.child = None

    def _listen(self, live: dict[int, Run], selector: selectors.BaseSelector, bell: int | None) -> None:
        now = time.monotonic()
        patience = min([run.deadline - now for run in live.values()] + [5.0])
        for key, events in selector.select(max(0.0, patience if bell is not None else min(patience, 0.02))):
            if key.data is None:
                continue
            run, read = key.data
            if run.child is None:
                continue
            if events & selectors.EVENT_WRITE:
                run.write()
                if not run.wants_to_write:
                    selector.modify(key.fileobj, selectors.EVENT_READ, key.data)
            if events & selectors.EVENT_READ and not read():
                selector.unregister(key.fileobj)
        now = time.monotonic()
        for run in live.values():
            run.check_wall(now)
            if run.wants_to_write and run.child is not None and run.child.link in selector.get_map():
                both = selectors.EVENT_READ | selectors.EVENT_WRITE
                selector.modify(run.child.link, both, (run, run.read_link))


def _forget(run: Run, selector: selectors.BaseSelector) -> None:
    if run.child is None:
        return
    for channel in (run.child.link, run.child.printed, run.child.faults):
        if channel in selector.get_map():
            selector.unregister(channel)
