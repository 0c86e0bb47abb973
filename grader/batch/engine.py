"""Where the jobs of a batch are graded: job and result, a runner that grades one job after the other, and the local
engine, which has several processes with a runner each.
"""

from __future__ import annotations

import os
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from importlib.metadata import version
from multiprocessing.connection import Connection, wait
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Protocol, Self

from grader.course import Course, Exercise, load_course
from grader.errors import ContentError, GraderFault, SubmissionError, UsageError
from grader.files import digest_of, package_digest
from grader.grade import FAULT, Grader, Setting, nothing_ran, salted
from grader.processes import Process
from grader.results import ExerciseResult, Outcome
from grader.submission import MAX_BYTES, Submission, from_bytes
from grader.submission.submission import MAX_FILES_BYTES
from grader.worker import Worker, start_worker
from grader.worker.devices import SIMULATED
from grader.worker.start import needs_fresh

# ---- What a result depends on, as digests: when one changes, results are out of date.


def content_of(exercise: Exercise) -> str:
    """Of all in an exercise that can change an outcome. Its points, its statement and its hints cannot."""
    parts = [exercise.slug, exercise.checks_source, exercise.stub_source, exercise.provided_source or ""]
    parts += [str(exercise.limits), str(exercise.forbids and exercise.forbids.names)]
    if exercise.has_solution:
        parts += [exercise.solution_source, exercise.hidden_source or ""]
        parts += [f"{mistake.name}\n{mistake.source}" for mistake in exercise.misconceptions]
    for path in (exercise.judges_path, exercise.hidden_judges_path):
        parts.append("" if path is None else path.read_text(encoding="utf-8"))
    return digest_of(parts)


def grader_version() -> str:
    """The version, and a digest of the program: a mended grader grades anew."""
    return f"{version('attention-grader')} {package_digest()[:16]}"


# ---- Where a batch's submissions are graded: a course, a warm worker, a grader. The same on one machine and on
# many.


_SPARES = 1  # children made while the one before is at work


@dataclass(frozen=True)
class BatchConfig:
    """What a job runner needs to know before the first job. `salt` is secret: it makes the inputs of all checks."""

    course: str  # its folder
    salt: int = field(repr=False)
    device: str = SIMULATED
    isolation: str = "auto"


@dataclass(frozen=True)
class Job:
    """One file of one student for one exercise, and what came with it."""

    exercise: str
    digest: str
    name: str
    source: bytes = field(repr=False)
    files: tuple[tuple[str, bytes], ...] = field(default=(), repr=False)
    note: str = ""


@dataclass(frozen=True)
class JobResult:
    """What came of a job."""

    exercise: str
    digest: str
    result: ExerciseResult
    seconds: float


@dataclass(frozen=True)
class CannotGrade:
    """Why a job runner can grade nothing at all: no other job would fare better."""

    sentence: str


class JobRunner:
    """Grades jobs one after the other, in one thread at a time. Opens its worker with the first."""

    def __init__(self, order: BatchConfig) -> None:
        self._order = order
        self._open: tuple[Grader, Worker] | None = None

    def answer(self, job: Job) -> JobResult | CannotGrade:
        """For those who ask from another process, where errors do not travel well."""
        try:
            return self.grade(job)
        except (UsageError, ContentError) as problem:
            return CannotGrade(str(problem))

    def grade(self, job: Job) -> JobResult:
        """Never raises for a bad submission: whatever it does has an outcome. A fault of ours gets a second try."""
        began = time.perf_counter()
        result = self._tried(job)
        if result.faulty:  # the process that runs submissions may be gone, or the machine had a bad moment
            self.close()
            result = self._tried(job)
        return JobResult(job.exercise, job.digest, result, time.perf_counter() - began)

    def fault(self, job: Job, sentence: str) -> JobResult:
        """For a job that cannot be graded, by no fault of the student's."""
        return JobResult(job.exercise, job.digest, self._failed(job, sentence), 0.0)

    def close(self) -> None:
        if self._open is not None:
            self._open[1].close()
            self._open = None

    @cached_property
    def _course(self) -> Course:
        return load_course(Path(self._order.course))

    @cached_property
    def _setting(self) -> Setting:
        return salted(self._course.seed, self._order.salt, self._order.device)  # inputs that no student has seen

    def _tried(self, job: Job) -> ExerciseResult:
        try:
            return self._graded(self._course.find(job.exercise), job)
        except (UsageError, ContentError):
            raise
        except Exception as bug:  # it must not cost the student anything, nor stop the others
            self.close()
            return self._failed(job, f"the grader itself failed ({type(bug).__name__}: {bug})")

    def _graded(self, exercise: Exercise, job: Job) -> ExerciseResult:
        try:
            submission = _read(exercise, job)
        except SubmissionError as problem:
            return nothing_ran(exercise, Outcome.IMPORT_ERROR, str(problem))
        return self._grader().grade(exercise, submission, setting=self._setting)

    def _failed(self, job: Job, sentence: str) -> ExerciseResult:
        return nothing_ran(self._course.find(job.exercise), Outcome.GRADER_ERROR, FAULT, sentence)

    def _grader(self) -> Grader:
        if self._open is None:
            kind = "fresh" if needs_fresh(self._order.device) else "auto"
            worker = start_worker(kind, at_once=1, isolation=self._order.isolation, spares=_SPARES)
            self._open = Grader(self._course, worker, keep=False, device=self._order.device), worker
        return self._open[0]


def _read(exercise: Exercise, job: Job) -> Submission:
    """SubmissionError if it cannot be read, or is larger than what `grader check` takes."""
    if not job.name.endswith(".ipynb") and len(job.source) > MAX_BYTES:
        raise SubmissionError(f"'{job.name}' has over {MAX_BYTES >> 20} MB; keep data out of the source file")
    if sum(len(content) for _, content in job.files) > MAX_FILES_BYTES:
        raise SubmissionError(f"the files that '{job.name}' uses have over {MAX_FILES_BYTES >> 20} MB; send less")
    found = from_bytes(Path(job.name), job.source, exercise.slug, exercise.stub_source, job.files)
    return replace(found, notes=(*found.notes, job.note)) if job.note else found


# ---- The engine for one machine: a few processes, each a job runner, and what becomes of a job when one of them dies.


_AHEAD = 2  # jobs a process holds: it finds the next one waiting when it is done
_TRIES = 2
_DEATHS = 3  # of each process, with no result in between: then it is the machine
_KEEP_ENDING = (
    "the processes that grade end as soon as they begin, as when a machine has no memory left; "
    "what is graded is kept: make room, or use fewer with --jobs, and run it again"
)
_ROOT = str(Path(__file__).parents[2])


class LocalEngine:
    """Grades jobs in parallel. Results come as they are ready, in any order."""

    def __init__(self, order: BatchConfig, processes: int) -> None:
        self._order = order
        self._benches = [_RunnerProcess(order) for _ in range(max(1, processes))]

    def map(self, jobs: Iterable[Job]) -> Iterator[JobResult]:
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

    def __enter__(self) -> LocalEngine:
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

    def _answering(self) -> list[_RunnerProcess]:
        busy = {bench.link: bench for bench in self._benches if bench.held}
        return [busy[link] for link in wait(list(busy)) if isinstance(link, Connection)]

    def _after_death(self, bench: _RunnerProcess, tries: Counter[Job], again: deque[Job]) -> Iterator[JobResult]:
        """The job at work is tried once more; after that it is a fault of ours. The one behind it only waited."""
        at_work, *behind = bench.held
        bench.close()
        again.extend(behind)
        tries[at_work] += 1
        if tries[at_work] < _TRIES:
            again.append(at_work)
        else:
            yield JobRunner(self._order).fault(at_work, "the process that grades ended twice on this submission")


class _RunnerProcess:
    """A process with a job runner in it, started when there is something to do."""

    def __init__(self, order: BatchConfig) -> None:
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

    def take(self) -> JobResult:
        answer: JobResult | CannotGrade = self.link.recv()
        if isinstance(answer, CannotGrade):
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
    runner, jobs = JobRunner(link.recv()), SimpleQueue[Job]()
    Thread(target=_receive, args=(link, jobs), daemon=True).start()
    with suppress(OSError):
        while True:
            link.send(runner.answer(jobs.get()))
    os._exit(0)


def _receive(link: Connection, jobs: SimpleQueue[Job]) -> None:
    """Jobs are taken in at once: if both sides waited for the other to read, neither would ever go on."""
    with suppress(EOFError, OSError):
        while True:
            jobs.put(link.recv())
    os._exit(0)  # nobody wants the rest; the job runner's processes end when they find it gone


# ---- On what a batch runs: processes of this machine, or a cluster. Both run the same function.


class EngineKind(StrEnum):
    """The engines there are."""

    LOCAL = "local"
    DASK = "dask"


@dataclass(frozen=True)
class EngineOptions:
    """Which engine, and how much of it. `scheduler`: a cluster's address, or the file that tells it; `tls`: our
    certificate, its key, and the authority."""

    kind: EngineKind = EngineKind.LOCAL
    processes: int = 0  # 0: as many as there are cores
    scheduler: str = ""
    tls: tuple[str, str, str] | None = None

    def __post_init__(self) -> None:
        if self.kind is EngineKind.DASK and not self.scheduler:
            raise UsageError("say where the cluster is: --scheduler tcp://HOST:8786, or the file of its scheduler")


class Engine(Protocol):
    """Grades jobs, as many at once as it can. Results come in any order."""

    def map(self, jobs: Iterable[Job]) -> Iterator[JobResult]: ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...
