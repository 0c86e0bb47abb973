"""Where a batch's submissions are graded: a course, a warm worker, a grader. The same on one machine and on many."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from grader.course import Course, Exercise, load_course
from grader.errors import ContentError, SubmissionError, UsageError
from grader.grade import FAULT, Grader, Setting, nothing_ran, salted
from grader.results import ExerciseResult, Outcome
from grader.submission import MAX_BYTES, Submission, from_bytes
from grader.submission.read import MAX_FILES_BYTES
from grader.worker import Worker, start_worker
from grader.worker.devices import SIMULATED
from grader.worker.start import needs_fresh

_AHEAD = 1  # children made while the one before is at work


@dataclass(frozen=True)
class Order:
    """What a station needs to know before the first job. `salt` is secret: it makes the inputs of all checks."""

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
class Done:
    """What came of a job."""

    exercise: str
    digest: str
    result: ExerciseResult
    seconds: float


@dataclass(frozen=True)
class Refused:
    """Why a station can grade nothing at all: no other job would fare better."""

    sentence: str


class Station:
    """Grades jobs one after the other, in one thread at a time. Opens its worker with the first."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._open: tuple[Grader, Worker] | None = None

    def answer(self, job: Job) -> Done | Refused:
        """For those who ask from another process, where errors do not travel well."""
        try:
            return self.grade(job)
        except (UsageError, ContentError) as problem:
            return Refused(str(problem))

    def grade(self, job: Job) -> Done:
        """Never raises for a bad submission: whatever it does has an outcome. A fault of ours gets a second try."""
        began = time.perf_counter()
        result = self._tried(job)
        if result.faulty:  # the process that runs submissions may be gone, or the machine had a bad moment
            self.close()
            result = self._tried(job)
        return Done(job.exercise, job.digest, result, time.perf_counter() - began)

    def fault(self, job: Job, sentence: str) -> Done:
        """For a job that cannot be graded, by no fault of the student's."""
        return Done(job.exercise, job.digest, self._failed(job, sentence), 0.0)

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
            worker = start_worker(kind, at_once=1, isolation=self._order.isolation, spares=_AHEAD)
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
