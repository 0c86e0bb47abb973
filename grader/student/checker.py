"""Checks in the background, so that keys and saves are noticed while a submission runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, Queue, SimpleQueue
from threading import Lock, Thread
from typing import NamedTuple, TypeAlias

from grader.course import Course, Exercise
from grader.errors import GraderError, GraderFault
from grader.grade import Grader
from grader.results import ExerciseResult
from grader.submission import Submission
from grader.worker import Worker

PATIENCE_SECONDS = 0.5  # with a check that is not wanted any more; then its processes are ended
_GOODBYE_SECONDS = 0.5


class RunTarget(NamedTuple):
    """Where the checks of an exercise run."""

    worker: Worker
    device: str


Open: TypeAlias = Callable[[Exercise], RunTarget]


@dataclass(frozen=True)
class CheckJob:
    """A submission to check."""

    exercise: Exercise
    submission: Submission


@dataclass(frozen=True)
class Checked:
    """What came of it: a result, or why there is none."""

    job: CheckJob
    result: ExerciseResult | None
    problem: str = ""
    is_fault: bool = False  # ours, not the student's and not the course's
    seconds: float = 0.0


class _WorkerSet:
    """The workers in use, and a grader on each. When closed, whatever runs on them ends."""

    def __init__(self, course: Course, open_place: Open) -> None:
        self._course = course
        self._open = open_place
        self._lock = Lock()
        self._closed = False
        self._graders: dict[bool, tuple[Grader, Worker]] = {}  # by whether a device is needed

    def grader(self, exercise: Exercise) -> Grader:
        with self._lock:
            if self._closed:
                raise GraderFault("this check was given up")
            if exercise.needs_device not in self._graders:
                worker, device = self._open(exercise)
                self._graders[exercise.needs_device] = Grader(self._course, worker, device=device), worker
            return self._graders[exercise.needs_device][0]

    def close(self) -> None:
        with self._lock:
            self._closed = True
            for _, worker in self._graders.values():
                worker.close()


class Checker:
    """Runs one check at a time, and answers for the one asked for last. `open_place` starts a worker."""

    def __init__(self, course: Course, open_place: Open, clock: Callable[[], float]) -> None:
        self._course = course
        self._open = open_place
        self._clock = clock
        self._bench = _WorkerSet(course, open_place)
        self._done: Queue[tuple[int, Checked]] = Queue()  # one whose `get` survives being suspended
        self._said: SimpleQueue[tuple[int, str, str]] = SimpleQueue()
        self._number = 0  # of the check that was started last
        self._running: CheckJob | None = None
        self._wanted: CheckJob | None = None
        self._since = 0.0
        self._failed_once = False

    @property
    def is_busy(self) -> bool:
        return self._wanted is not None

    @property
    def waiting_seconds(self) -> float:
        """Since the check under way was asked for."""
        return self._clock() - self._since

    def check(self, job: CheckJob) -> None:
        """From now on only this is wanted."""
        self._wanted, self._since, self._failed_once = job, self._clock(), False
        if self._running is None:
            self._start(job)

    def cancel(self) -> None:
        """Nothing is wanted."""
        self._wanted, self._since = None, self._clock()

    def wait(self, seconds: float) -> Checked | None:
        """The outcome of what is wanted, if it comes in that time."""
        try:
            number, checked = self._done.get(timeout=seconds)
        except Empty:
            self._hurry()
            return None
        if number != self._number:
            return None  # given up earlier
        self._running = None
        if checked.is_fault:
            self._give_up()
            return self._after_fault(checked)
        return self._answer(checked)

    def heard(self) -> list[tuple[str, str]]:
        """What the checks under way have printed since the last time: check, text."""
        found = []
        while not self._said.empty():
            number, check, text = self._said.get()
            if number == self._number:
                found.append((check, text))
        return found

    def close(self) -> None:
        """End all processes. One that is slow to go is not waited for: it ends when it finds us gone."""
        self._give_up().join(_GOODBYE_SECONDS)

    def _answer(self, checked: Checked) -> Checked | None:
        if checked.job == self._wanted:
            self._wanted = None
            return checked
        self._start(self._wanted)
        return None

    def _after_fault(self, checked: Checked) -> Checked | None:
        """The process that runs submissions may have been ended by somebody: once, a new one may do better."""
        if self._failed_once:
            return self._answer(checked)
        self._failed_once = True
        self._start(self._wanted)
        return None

    def _hurry(self) -> None:
        outdated = self._running is not None and self._running != self._wanted
        if outdated and self.waiting_seconds > PATIENCE_SECONDS:
            self._number += 1
            self._running = None
            self._give_up()
            self._start(self._wanted)

    def _give_up(self) -> Thread:
        """Closing waits for processes to end, and nobody here has the time."""
        thread = Thread(target=self._bench.close, daemon=True)
        thread.start()
        self._bench = _WorkerSet(self._course, self._open)
        return thread

    def _start(self, job: CheckJob | None) -> None:
        if job is not None:
            self._number += 1
            self._running = job
            Thread(target=self._work, args=(self._number, job, self._bench), daemon=True).start()

    def _work(self, number: int, job: CheckJob, bench: _WorkerSet) -> None:
        began = self._clock()
        try:
            result = self._grade(number, job, bench)
            checked = Checked(job, result, is_fault=result.faulty, seconds=self._clock() - began)
        except GraderError as error:
            checked = Checked(job, None, str(error), isinstance(error, GraderFault))
        except Exception as fault:
            sentence = f"the grader itself failed ({type(fault).__name__}: {fault}); report it"
            checked = Checked(job, None, sentence, is_fault=True)
        self._done.put((number, checked))

    def _grade(self, number: int, job: CheckJob, bench: _WorkerSet) -> ExerciseResult:
        def hear(check: str, text: str) -> None:
            self._said.put((number, check, text))

        return bench.grader(job.exercise).grade(job.exercise, job.submission, hear=hear)
