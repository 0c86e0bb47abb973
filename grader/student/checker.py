"""Checks in the background, so that keys and saves are noticed while a submission runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, Queue, SimpleQueue
from threading import Lock, Thread
from typing import TypeAlias

from grader.course import Course, Exercise
from grader.errors import GraderError, GraderFault
from grader.grade import Grader
from grader.results import ExerciseResult
from grader.student.try_out import Tried, try_out
from grader.student.workspace import Workspace
from grader.submission import Submission
from grader.worker import Worker

PATIENCE_SECONDS = 0.5  # for a check that is no longer wanted; after that its processes are ended
_CLOSE_SECONDS = 0.5


Open: TypeAlias = Callable[[Exercise], tuple[Worker, str]]  # starts a worker, and names the device it runs on


@dataclass(frozen=True)
class CheckJob:
    """A submission to check, or to try on a text."""

    exercise: Exercise
    submission: Submission
    text: str | None = None  # for try.py


@dataclass(frozen=True)
class Checked:
    """The outcome of a job: a result, what was tried, or the reason why there is neither."""

    job: CheckJob
    result: ExerciseResult | None
    problem: str = ""
    tried: Tried | None = None
    is_fault: bool = False  # of the grader, not of the student or the course
    seconds: float = 0.0


class _WorkerSet:
    """The workers in use, and a grader on each. Closing it ends whatever runs on them."""

    def __init__(self, course: Course, open_target: Open) -> None:
        self._course = course
        self._open = open_target
        self._lock = Lock()
        self._closed = False
        self._graders: dict[bool, tuple[Grader, Worker]] = {}  # by whether a device is needed

    def grader(self, exercise: Exercise) -> Grader:
        with self._lock:
            if self._closed:
                raise GraderFault("this check was cancelled")
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
    """Runs one check at a time and returns the outcome of the latest job. `open_target` starts a worker.

    `done` is called in another thread whenever there may be an outcome to `wait` for.
    """

    def __init__(
        self, course: Course, open_target: Open, clock: Callable[[], float], workspace: Workspace | None = None
    ) -> None:
        self.done: Callable[[], object] = lambda: None
        self._course = course
        self._workspace = workspace
        self._open = open_target
        self.clock = clock
        self._workers = _WorkerSet(course, open_target)
        self._outcomes: Queue[tuple[int, Checked]] = Queue()  # unlike SimpleQueue's, its `get` survives being suspended
        self._printed: SimpleQueue[tuple[int, str, str]] = SimpleQueue()
        self._number = 0  # of the check that was started last
        self._running: CheckJob | None = None
        self._wanted: CheckJob | None = None
        self._since = 0.0
        self._failed_once = False

    @property
    def is_busy(self) -> bool:
        return self._wanted is not None

    @property
    def job(self) -> CheckJob | None:
        """The latest job, while its outcome is waited for."""
        return self._wanted

    @property
    def waiting_seconds(self) -> float:
        """Seconds since `check` or `cancel` was last called."""
        return self.clock() - self._since

    def check(self, job: CheckJob) -> None:
        """Check this job; the outcome of any earlier one is discarded."""
        self._wanted, self._since, self._failed_once = job, self.clock(), False
        if self._running is None:
            self._start_wanted()

    def cancel(self) -> None:
        """Discard the outcome of the job under way."""
        self._wanted, self._since = None, self.clock()

    def wait(self, seconds: float) -> Checked | None:
        """The outcome of the latest job, or None if it does not arrive in that time."""
        try:
            number, checked = self._outcomes.get(timeout=seconds)
        except Empty:
            is_outdated = self._running is not None and self._running != self._wanted
            if is_outdated and self.waiting_seconds > PATIENCE_SECONDS:
                self._number += 1
                self._replace_workers()
                self._start_wanted()
            return None
        if number != self._number:
            return None  # of a check that was abandoned
        # A worker may have been killed from outside, so a fault is tried once more on a new one.
        try_again = checked.is_fault and not self._failed_once
        if checked.is_fault:
            self._failed_once = True
            self._replace_workers()
        if try_again or checked.job != self._wanted:
            self._start_wanted()
            return None
        self._running = self._wanted = None
        return checked

    def heard(self) -> list[tuple[str, str]]:
        """What the check under way has printed since the last call: pairs of check and text."""
        found = []
        while not self._printed.empty():
            number, check, text = self._printed.get()
            if number == self._number:
                found.append((check, text))
        return found

    def close(self) -> None:
        """End all processes. Slow ones are not waited for: they end when they find this process gone."""
        self._replace_workers().join(_CLOSE_SECONDS)

    def _replace_workers(self) -> Thread:
        """Close the workers in a thread of their own, since closing waits for their processes to end."""
        thread = Thread(target=self._workers.close, daemon=True)
        thread.start()
        self._workers = _WorkerSet(self._course, self._open)
        return thread

    def _start_wanted(self) -> None:
        self._running = self._wanted
        if self._running is not None:
            self._number += 1
            Thread(target=self._run, args=(self._number, self._running, self._workers), daemon=True).start()

    def _run(self, number: int, job: CheckJob, workers: _WorkerSet) -> None:
        def hear(check: str, text: str) -> None:
            self._printed.put((number, check, text))

        start = self.clock()
        try:
            grader = workers.grader(job.exercise)
            if job.text is not None:
                tried = try_out(grader, self._course, job.exercise, job.submission, job.text, self._workspace, hear)
                checked = Checked(job, None, tried.problem, tried, seconds=self.clock() - start)
            else:
                result = grader.grade(job.exercise, job.submission, hear=hear)
                checked = Checked(job, result, is_fault=result.faulty, seconds=self.clock() - start)
        except GraderError as error:
            checked = Checked(job, None, str(error), is_fault=isinstance(error, GraderFault))
        except Exception as fault:
            problem = f"the grader itself failed ({type(fault).__name__}: {fault}); report it"
            checked = Checked(job, None, problem, is_fault=True)
        self._outcomes.put((number, checked))
        self.done()
