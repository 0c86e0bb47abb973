"""The engine for one machine: a few processes, each a station, and what becomes of a job when one of them dies."""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

from grader.batch.process import Process
from grader.batch.station import Done, Job, Order, Refused, Station
from grader.errors import GraderFault, UsageError

_AHEAD = 2  # jobs a process holds: it finds the next one waiting when it is done
_TRIES = 2
_DEATHS = 3  # of each process, with no result in between: then it is the machine
_KEEP_ENDING = (
    "the processes that grade end as soon as they begin, as when a machine has no memory left; "
    "what is graded is kept: make room, or use fewer with --jobs, and run it again"
)
_ROOT = str(Path(__file__).parents[2])


class Local:
    """Grades jobs in parallel. Results come as they are ready, in any order."""

    def __init__(self, order: Order, processes: int) -> None:
        self._order = order
        self._benches = [_Bench(order) for _ in range(max(1, processes))]

    def map(self, jobs: Iterable[Job]) -> Iterator[Done]:
        """Jobs are taken only as fast as they are done: however many there are, few are held."""
        waiting, again = iter(jobs), deque[Job]()
        tries: Counter[Job] = Counter()
        deaths = 0
        while self._hand_out(waiting, again):
            for bench in self._answering():
                try:
                    yield bench.take()
                    deaths = 0
                except (EOFError, OSError):
                    deaths += 1
                    if deaths > _DEATHS * len(self._benches):
                        raise GraderFault(_KEEP_ENDING) from None
                    yield from self._after_death(bench, tries, again)

    def close(self) -> None:
        for bench in self._benches:
            bench.close()

    def __enter__(self) -> Local:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _hand_out(self, waiting: Iterator[Job], again: deque[Job]) -> bool:
        """Give every process its share, evenly. False when nothing is left to wait for."""
        for full in range(1, _AHEAD + 1):
            for bench in self._benches:
                if len(bench.held) < full and (job := again.popleft() if again else next(waiting, None)):
                    bench.give(job)
        return any(bench.held for bench in self._benches)

    def _answering(self) -> list[_Bench]:
        busy = {bench.link: bench for bench in self._benches if bench.held}
        return [busy[link] for link in wait(list(busy)) if isinstance(link, Connection)]

    def _after_death(self, bench: _Bench, tries: Counter[Job], again: deque[Job]) -> Iterator[Done]:
        """The job at work is tried once more; after that it is a fault of ours. The one behind it only waited."""
        at_work, *behind = bench.held
        bench.close()
        again.extend(behind)
        tries[at_work] += 1
        if tries[at_work] < _TRIES:
            again.append(at_work)
        else:
            yield Station(self._order).fault(at_work, "the process that grades ended twice on this submission")


class _Bench:
    """A process with a station in it, started when there is something to do."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._running: Process | None = None
        self.held: deque[Job] = deque()

    @property
    def link(self) -> Connection:
        if self._running is None:
            self._running = Process(__name__, self._order)
        return self._running.link

    def give(self, job: Job) -> None:
        self.held.append(job)
        with suppress(OSError):  # it has just died: noticed when its answer is asked for
            self.link.send(job)

    def take(self) -> Done:
        answer: Done | Refused = self.link.recv()
        if isinstance(answer, Refused):
            raise UsageError(answer.sentence)
        self.held.popleft()
        return answer

    def close(self) -> None:
        self.held.clear()
        if self._running is not None:
            running, self._running = self._running, None
            running.close()


def serve(descriptor: int) -> None:
    """What the process runs: until its link closes, a job comes and an answer goes."""
    link = Connection(descriptor)
    station, jobs = Station(link.recv()), SimpleQueue[Job]()
    Thread(target=_receive, args=(link, jobs), daemon=True).start()
    with suppress(OSError):
        while True:
            link.send(station.answer(jobs.get()))
    os._exit(0)


def _receive(link: Connection, jobs: SimpleQueue[Job]) -> None:
    """Jobs are taken in at once: if both sides waited for the other to read, neither would ever go on."""
    with suppress(EOFError, OSError):
        while True:
            jobs.put(link.recv())
    os._exit(0)  # nobody wants the rest; the station's processes end when they find it gone
