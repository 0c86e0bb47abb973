"""Engines that grade the jobs of a batch: what a job is, the runner that grades one after the other in a process, and
the engine for one machine. `dask_engine` has the one for a cluster.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.metadata import version
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, Self

from grader.course import Course, Exercise, load_course
from grader.errors import ContentError, GraderFault, SubmissionError, UsageError
from grader.files import digest_of, package_digest
from grader.grade import FAULT, Grader, nothing_ran, salted
from grader.processes import Process
from grader.results import ExerciseResult, Outcome
from grader.submission import MAX_BYTES, from_bytes
from grader.submission.submission import MAX_FILES_BYTES
from grader.worker import Worker, start_worker
from grader.worker.devices import SIMULATED
from grader.worker.start import needs_fresh

_SPARES = 1  # children that are made while the one before is at work
_AHEAD = 2  # jobs that a process holds: it finds the next one waiting when it is done
_TRIES = 2
_DEATHS = 3  # of each process, without a result in between: then the machine is to blame


def content_of(exercise: Exercise) -> str:
    """The digest of everything in an exercise that can change an outcome: not its points, statement and hints."""
    parts = [exercise.slug, exercise.checks_source, exercise.stub_source, exercise.provided_source or ""]
    parts += [str(exercise.limits), str(exercise.forbids and exercise.forbids.names), str(exercise.may_change)]
    if exercise.has_solution:
        parts += [exercise.solution_source, exercise.hidden_source or ""]
        parts += [f"{mistake.name}\n{mistake.source}" for mistake in exercise.misconceptions]
    for path in (exercise.judges_path, exercise.hidden_judges_path):
        parts.append("" if path is None else path.read_text(encoding="utf-8"))
    return digest_of(parts)


def grader_version() -> str:
    """The version and a digest of the program: after a fix, everything is graded again."""
    return f"{version('attention-grader')} {package_digest()[:16]}"


@dataclass(frozen=True)
class BatchConfig:
    """What a job runner needs to know before the first job. `salt` is secret: it makes the inputs of all checks."""

    course: str  # its folder
    salt: int = field(repr=False)
    device: str = SIMULATED
    isolation: str = "auto"


@dataclass(frozen=True)
class Job:
    """One file of one student for one exercise, and the files that it uses."""

    exercise: str
    digest: str
    name: str
    source: bytes = field(repr=False)
    files: tuple[tuple[str, bytes], ...] = field(default=(), repr=False)
    note: str = ""


@dataclass(frozen=True)
class JobResult:
    """The result of a job, and how long it took."""

    exercise: str
    digest: str
    result: ExerciseResult
    seconds: float


class JobRunner:
    """Grades jobs one after the other, in one thread at a time. Its worker starts with the first."""

    def __init__(self, config: BatchConfig) -> None:
        self._config = config
        self._open: tuple[Grader, Worker] | None = None

    def grade(self, job: Job) -> JobResult:
        """The result of a job, whatever the submission does; a fault of the grader gets a second try.

        UsageError if nothing can be graded here at all: no other job would do better.
        """
        began = time.perf_counter()
        result = self._try(job)
        if result.faulty:  # the process that runs submissions may be gone, or the machine was overloaded
            self.close()
            result = self._try(job)
        return JobResult(job.exercise, job.digest, result, time.perf_counter() - began)

    def fault(self, job: Job, sentence: str) -> ExerciseResult:
        """The result of a job that cannot be graded through no fault of the student."""
        return nothing_ran(self._course.find(job.exercise), Outcome.GRADER_ERROR, FAULT, sentence)

    def close(self) -> None:
        if self._open is not None:
            self._open[1].close()
            self._open = None

    @cached_property
    def _course(self) -> Course:
        return load_course(Path(self._config.course))

    def _try(self, job: Job) -> ExerciseResult:
        try:
            exercise, device = self._course.find(job.exercise), self._config.device
            if not job.name.endswith(".ipynb") and len(job.source) > MAX_BYTES:
                raise SubmissionError(f"'{job.name}' has over {MAX_BYTES >> 20} MB; keep data out of the source file")
            if sum(len(content) for _, content in job.files) > MAX_FILES_BYTES:
                limit = MAX_FILES_BYTES >> 20
                raise SubmissionError(f"the files that '{job.name}' uses have over {limit} MB; submit less")
            submission = from_bytes(Path(job.name), job.source, exercise.slug, exercise.stub_source, job.files)
            if job.note:
                submission = replace(submission, notes=(*submission.notes, job.note))
            if self._open is None:
                kind = "fresh" if needs_fresh(device) else "auto"
                worker = start_worker(kind, at_once=1, isolation=self._config.isolation, spares=_SPARES)
                self._open = Grader(self._course, worker, keep=False, device=device), worker
            setting = salted(self._course.seed, self._config.salt, device)  # inputs that no student has seen
            return self._open[0].grade(exercise, submission, setting=setting)
        except SubmissionError as problem:
            return nothing_ran(exercise, Outcome.IMPORT_ERROR, str(problem))
        except (UsageError, ContentError) as problem:
            raise UsageError(str(problem)) from None
        except Exception as bug:  # it must neither cost the student points nor stop the others
            self.close()
            return self.fault(job, f"the grader itself failed ({type(bug).__name__}: {bug})")


def grade_jobs(config: BatchConfig) -> Callable[[Job], JobResult]:
    """For a process of the local engine."""
    return JobRunner(config).grade


class Engine(ABC):
    """Grades jobs, as many at once as it can. Used as a context."""

    def __init__(self, config: BatchConfig) -> None:
        self._config = config

    def map(self, jobs: Iterable[Job]) -> Iterator[JobResult]:
        """Results in any order, as soon as they are ready. Few jobs are held at a time, however many there are.

        A job whose process dies is tried once more; after that it is a fault of the grader. UsageError or GraderFault
        if nothing can be graded here at all.
        """
        waiting, again, held = iter(jobs), deque[Job](), 0
        deaths: Counter[Job] = Counter()
        while True:
            while held < self.room() and (job := again.popleft() if again else next(waiting, None)):
                self.submit(job)
                held += 1
            if not held:
                return
            for job, result in self.finished():
                held -= 1
                if result is not None:
                    yield result
                    continue
                deaths[job] += 1
                if deaths[job] < _TRIES:
                    again.append(job)
                else:
                    sentence = "the process that grades ended twice on this submission"
                    yield JobResult(job.exercise, job.digest, JobRunner(self._config).fault(job, sentence), 0.0)

    @abstractmethod
    def room(self) -> int:
        """How many jobs may be held."""

    @abstractmethod
    def submit(self, job: Job) -> None:
        """Take on a job."""

    @abstractmethod
    def finished(self) -> Iterator[tuple[Job, JobResult | None]]:
        """Wait for jobs to end, with a result, or None if their process died. It may give up waiting with none."""

    @abstractmethod
    def close(self) -> None: ...

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class LocalEngine(Engine):
    """Grades jobs in processes of this machine, which start when there is something to do."""

    def __init__(self, config: BatchConfig, processes: int) -> None:
        super().__init__(config)
        self._most = max(1, processes)
        self._running: list[Process] = []
        self._deaths = 0  # since the last result

    def room(self) -> int:
        return _AHEAD * self._most

    def submit(self, job: Job) -> None:
        process = min(self._running, key=lambda one: len(one.held), default=None)
        if process is None or (process.held and len(self._running) < self._most):
            process = Process(grade_jobs, self._config)
            self._running.append(process)
        process.give(job)

    def finished(self) -> Iterator[tuple[Job, JobResult | None]]:
        busy: dict[Any, Process] = {process.link: process for process in self._running if process.held}
        for process in [busy[link] for link in wait(list(busy))]:
            job, *behind = process.held
            try:
                result: JobResult | None = process.take()
                self._deaths = 0
            except (EOFError, OSError):
                result = None
                self._deaths += 1
                if self._deaths > _DEATHS * self._most:
                    raise GraderFault(
                        "the processes that grade end as soon as they start, as when a machine runs out of memory; "
                        "everything graded so far is saved: free some memory, or use fewer processes with --jobs, and "
                        "run it again"
                    ) from None
                self._running.remove(process)
                process.close()
                for other in behind:  # these only waited
                    self.submit(other)
            yield job, result

    def close(self) -> None:
        for process in self._running:
            process.close()
        self._running = []


@dataclass(frozen=True)
class EngineOptions:
    """Which engine to use: a cluster if there is a scheduler, otherwise processes of this machine.

    `scheduler`: the cluster's address, or the file that holds it; `tls`: our certificate, its key, and the authority.
    """

    processes: int = 0  # 0: as many as there are cores
    scheduler: str = ""
    tls: tuple[str, str, str] | None = None
