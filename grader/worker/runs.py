"""Runs implementations through checks: starts children and listens to all of them at once."""

from __future__ import annotations

import os
import selectors
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from grader.errors import GraderFault, UsageError
from grader.worker.jobs import Limits, Report, Request
from grader.worker.run import Run
from grader.worker.spawn import Child, Spawner

_GLANCE, _SOON = 0.02, 0.001  # seconds between looks at what does not make itself heard
_LARGE = 1 << 16  # bytes that a child waits with for us to take them


class Worker:
    """Runs requests, several children at a time. The grader's only way to execute anybody's code."""

    def __init__(self, spawner: Spawner, at_once: int | None = None, least: str = "L0") -> None:
        self._spawner = spawner
        self._at_once = at_once or os.cpu_count() or 1
        self._least = least
        self._glance = _GLANCE
        self._kept: tuple[str, Limits, Child] | None = None  # with the owner of the plain code that it has run

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
        self._let_go()
        self._spawner.load(module)

    def run(self, requests: Sequence[Request], progress: Callable[[int], object] | None = None) -> list[list[Report]]:
        """The reports of each request: in order of its tasks, then of those that go apart. `progress` hears of each
        request that is done."""
        if self._least != "L0":
            self.level  # noqa: B018 - nothing runs with less isolation than was asked for
        runs = [Run(request) for request in requests]
        try:
            self._attend(runs, progress)
            self._ended()  # clears away what is left of children that are done
        except (ConnectionError, OSError) as problem:
            raise GraderFault(f"the process that runs submissions failed: {problem}") from problem
        finally:
            for part in (part for run in runs for part in (run, *run.branches)):
                if part.child is not None:
                    with suppress(OSError):
                        part.child.kill()
                    part.child.close()
                    part.child = None
        return [[report for part in (run, *run.branches) for report in part.reports] for run in runs]

    def close(self) -> None:
        self._let_go()
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
                ended = self._ended()
                for number, seconds in self._spawner.readings():
                    if number in live and live[number].child is not None:
                        live[number].take_cpu(seconds)
                for number, status in ended:
                    run = live.get(number)
                    if run is not None:  # if it is done, too: its child must not be kept for the next
                        _forget(run, selector)
                        run.ended(status)
                waiting += [branch for run in live.values() for branch in run.branch()]
                for number, run in list(live.items()):
                    if run.done or run.child is None or run.moves:
                        self._release(live.pop(number), selector)
                        if run.done and progress is not None and run in runs:
                            progress(1)
                        if not run.done:
                            waiting.insert(0, run)

    def _launch(self, run: Run, live: dict[int, Run], selector: selectors.BaseSelector) -> None:
        kept = self._take_kept(run.request)
        child = kept or self._spawner.spawn(run.request.limits)
        run.start(child, used=kept is not None)
        live[child.number] = run
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if run.wants_to_write else 0)
        selector.register(child.link, events, (run, run.read_link))
        run.heard = True
        selector.register(child.printed, selectors.EVENT_READ, (run, run.read_printed))
        selector.register(child.faults, selectors.EVENT_READ, (run, run.read_faults))

    def _release(self, run: Run, selector: selectors.BaseSelector) -> None:
        """A run that is done needs its child no more; nobody waits for the child to die."""
        if run.child is None:
            return
        _forget(run, selector)
        if run.request.owner and run.is_clean:
            self._let_go()
            self._kept = run.request.owner, run.request.limits, run.child
        else:
            run.child.kill()
            run.child.close()
        run.child = None

    def _ended(self) -> list[tuple[int, int]]:
        found = self._spawner.ended()
        if self._kept is not None and any(number == self._kept[2].number for number, _ in found):
            self._let_go()
        return found

    def _take_kept(self, request: Request) -> Child | None:
        """A child that has run plain code of the same owner with the same limits, and nothing else."""
        if self._kept is not None and self._kept[:2] != (request.owner, request.limits):
            self._let_go()
        kept, self._kept = self._kept, None
        return kept and kept[2]

    def _let_go(self) -> None:
        if self._kept is not None:
            child, self._kept = self._kept[2], None
            with suppress(OSError):
                child.kill()
            child.close()

    def _listen(self, live: dict[int, Run], selector: selectors.BaseSelector, bell: int | None) -> None:
        """To a quiet child only now and then: it would wake us for every check, and tells the same when it ends."""
        now = time.monotonic()
        patience = min([run.deadline - now for run in live.values()] + [5.0])
        if bell is None or any(run.quiet for run in live.values()):
            patience = min(patience, self._glance)
        for key, events in selector.select(max(0.0, patience)):
            if key.data is None:
                continue
            run, read = key.data
            if run.child is None:
                continue
            if events & selectors.EVENT_WRITE:
                run.write()
                if not run.wants_to_write:
                    selector.modify(key.fileobj, selectors.EVENT_READ, key.data)
            if events & selectors.EVENT_READ and read() == 0:
                selector.unregister(key.fileobj)
                run.heard = run.heard and key.fileobj is not run.child.link
        now = time.monotonic()
        for run in live.values():
            if run.quiet and run.child is not None:
                self._glance = _SOON if run.catch_up() > _LARGE else _GLANCE
            run.check_wall(now)
            if run.child is None or not run.heard:
                continue
            if run.quiet:
                selector.unregister(run.child.link)
                run.heard = False
            elif run.wants_to_write:
                both = selectors.EVENT_READ | selectors.EVENT_WRITE
                selector.modify(run.child.link, both, (run, run.read_link))


def _forget(run: Run, selector: selectors.BaseSelector) -> None:
    if run.child is None:
        return
    if run.heard:
        selector.unregister(run.child.link)
        run.heard = False
    for channel in (run.child.printed, run.child.faults):
        with suppress(KeyError):  # it has come to its end
            selector.unregister(channel)
