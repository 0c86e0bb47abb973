"""A batch: find what was submitted, record it, grade what is new, and save every result as soon as it is there."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from grader.batch.engine import BatchConfig, Engine, EngineOptions, Job, LocalEngine, content_of, grader_version
from grader.batch.intake import Intake, as_known, enrol
from grader.course import Course
from grader.errors import GraderFault, UsageError, reason_of
from grader.gradebook import GRADEBOOK, Gradebook, Graded, GradingSetup, Saver, Work, me
from grader.submission.discover import DiscoveredClass, discover
from grader.submission.roster import Roster, read_roster
from grader.text import did_you_mean
from grader.worker.devices import SIMULATED

_FIRST = 20  # students: if the grader failed on all of them, it fails on everybody
_ENOUGH = 50  # students: from here on, more than one fault in ten is no accident


@dataclass(frozen=True)
class BatchOptions:
    """How to grade a batch. `plan`: the engine."""

    layout: str = "auto"
    roster: Path | None = None
    students: tuple[str, ...] = ()  # only these
    exercises: tuple[str, ...] = ()  # only these
    force: bool = False
    device: str = SIMULATED
    isolation: str = "auto"
    who: str = ""
    plan: EngineOptions = field(default_factory=EngineOptions)


@dataclass(frozen=True)
class Progress:
    """How far a batch has come."""

    wanted: int = 0
    graded: int = 0
    failed: int = 0  # submissions that did not pass
    faults: int = 0  # ours


@dataclass(frozen=True)
class Summary:
    """What a batch did."""

    students: int
    hand_ins: int
    works: int
    graded: int
    faults: int
    problems: tuple[str, ...]
    missing: tuple[str, ...]  # on the roster, but submitted nothing
    exercises: tuple[str, ...]
    interrupted: bool
    seconds: dict[str, float]  # by phase
    changed: int = 0  # students whose mark has changed
    missed: int = 0  # works that were gone when their turn came


Watch = Callable[[Progress], object]


def grade_class(
    course: Course, submissions: Path, out: Path, options: BatchOptions, watch: Watch | None = None
) -> Summary:
    """Grade everything in `submissions` that is not graded yet; the results go to `out`/gradebook.db, nowhere else.

    Ctrl-C ends it early, with what is done. UsageError if nothing can be graded as asked, GraderFault if the grader
    itself fails on most students.
    """
    seconds: dict[str, float] = {}
    with _timed(seconds, "find"):
        roster = read_roster(options.roster) if options.roster else None
        found = _find(course, submissions, options, roster, out)
    with found:
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as reason:
            why = reason_of(reason, "it cannot be created")
            raise UsageError(f"'{out}' cannot be used for results: {why}; name another folder with --out") from None
        with Gradebook.open(out / GRADEBOOK, who=options.who or me(), create=True) as book:
            book.describe(course.title)
            batch = _Batch(course, found, book, options, watch or (lambda _: None))
            with _timed(seconds, "read"):
                batch.receive(roster)
            with _timed(seconds, "grade"):
                interrupted = batch.grade()
            return batch.summary(interrupted, seconds)


@contextmanager
def _timed(seconds: dict[str, float], stage: str) -> Iterator[None]:
    began = time.perf_counter()
    yield
    seconds[stage] = time.perf_counter() - began


def plan_class(course: Course, submissions: Path, options: BatchOptions, out: Path | None = None) -> dict[str, Any]:
    """What a batch into `out` would grade, and what it does not understand. Nothing is run or saved."""
    roster = read_roster(options.roster) if options.roster else None
    with _find(course, submissions, options, roster, out) as found:
        intake = Intake(course, found)
        rows = list(intake.rows(frozenset(options.exercises) or None))
        plan = {"submissions": rows, "problems": intake.problems, "missing": list(found.missing)}
        return {"schema": 1, "layout": found.layout.value, **plan}


def _find(
    course: Course, submissions: Path, options: BatchOptions, roster: Roster | None, out: Path | None
) -> DiscoveredClass:
    """What there is to grade; the caller closes it. Without a roster, the gradebook in `out` knows who is who."""
    if out is not None and out.resolve() == submissions.resolve():
        raise UsageError(f"'{out}' holds the submissions; name another folder for results with --out")
    found = discover(submissions, layout=options.layout, slugs=course.slugs, roster=roster, results=GRADEBOOK, out=out)
    if roster is None and out is not None and (out / GRADEBOOK).is_file():
        with Gradebook.open(out / GRADEBOOK, create=False) as book:
            found = as_known(found, book.students())
    if not options.students:
        return found
    known = {one.student for one in found.handed}
    for student in options.students:
        if student not in known:
            raise UsageError(f"'{student}' submitted nothing{did_you_mean(student, known)}")
    return replace(found, handed=tuple(one for one in found.handed if one.student in options.students))


class _Batch:
    def __init__(
        self, course: Course, found: DiscoveredClass, book: Gradebook, options: BatchOptions, watch: Watch
    ) -> None:
        self._course = course
        self._found = found
        self._book = book
        self._options = options
        self._watch = watch
        self._intake = Intake(course, found)
        self._works: list[Work] = []
        self._progress = Progress()
        self._missed = 0

    def receive(self, roster: Roster | None) -> None:
        """Record who submitted what."""
        if renamed := enrol(self._book, self._found, roster):
            self._intake.problems.insert(0, renamed)
        self._book.receive(self._intake.deliveries())
        only = self._options.exercises
        self._works = [work for work in self._intake.works if not only or work.exercise in only]

    def grade(self) -> bool:
        """Grade what is pending, and return whether Ctrl-C stopped it."""
        book, options = self._book, self._options
        setups = {slug: self._setup(slug) for slug in sorted({work.exercise for work in self._works})}
        book.use(setups.values())
        pending = set(book.pending(self._works, force=options.force))
        if not pending:
            return False
        self._progress = Progress(wanted=len(pending))
        self._watch(self._progress)
        versions = {name: version(name) for name in ("numpy", "torch")}
        run = book.begin({"grader": version("attention-grader"), "python": platform.python_version(), **versions})
        done = {student for work in self._works if work not in pending for student in self._intake.students(work)}
        faulty: set[str] = set()
        config = BatchConfig(str(self._course.path.resolve()), book.salt, options.device, options.isolation)
        try:
            engine, saver = open_engine(config, options.plan), Saver(book, run, self._count, force=options.force)
            with engine, saver:
                for one in engine.map(self._jobs(book.pending(self._works, force=options.force))):
                    work = Work(one.exercise, one.digest)
                    saver.add(Graded(work, setups[one.exercise], one.result, one.seconds))
                    done |= self._intake.students(work)
                    faulty |= self._intake.students(work) if one.result.faulty else set()
                    if _is_broken(len(done), len(faulty), _FIRST):
                        break
        except KeyboardInterrupt:
            return True
        finally:
            book.finish(run, {"graded": self._progress.graded, "faults": self._progress.faults})
        if _is_broken(len(done), len(faulty), 1):
            raise GraderFault(
                f"the grader itself failed on {self._progress.faults} of {self._progress.graded} submissions, so the "
                "batch stopped and no grades were written; run 'grader doctor', then this batch again: everything "
                "graded so far is saved"
            )
        return False

    def _setup(self, slug: str) -> GradingSetup:
        exercise = self._course.find(slug)
        if not exercise.has_solution:
            raise UsageError(
                f"the course in '{self._course.path}' holds no solution of '{slug}': it is a student edition, "
                "which cannot grade a class; name the complete course with --course DIR"
            )
        device = self._options.device if exercise.needs_device else ""
        content = f"{self._course.seed} {content_of(exercise)}"
        return GradingSetup(slug, content, grader_version(), device, self._book.salt)

    def _jobs(self, works: Iterable[Work]) -> Iterator[Job]:
        for work in works:
            job = self._intake.job(work)
            if job is not None:
                yield job
            else:  # the next batch takes it in as it is then
                self._missed += 1
                self._progress = replace(self._progress, wanted=self._progress.wanted - 1)

    def _count(self, saved: Graded) -> None:
        before = self._progress
        self._progress = replace(
            before,
            graded=before.graded + 1,
            failed=before.failed + (not saved.result.passed),
            faults=before.faults + saved.result.faulty,
        )
        self._watch(self._progress)

    def summary(self, interrupted: bool, seconds: dict[str, float]) -> Summary:
        exercises = {work.exercise for work in self._works}
        return Summary(
            students=len({one.student for one in self._found.handed}),
            hand_ins=len(self._found.handed),
            works=len(self._works),
            graded=self._progress.graded,
            faults=self._progress.faults,
            problems=tuple(self._intake.problems),
            missing=self._found.missing,
            exercises=tuple(slug for slug in self._course.slugs if slug in exercises),
            interrupted=interrupted,
            seconds=seconds,
            missed=self._missed,
        )


def _is_broken(done: int, faulty: int, enough: int) -> bool:
    """Is the grader broken, rather than a submission? That is: did it fail on all of `enough` students, or on many?"""
    return done == faulty >= enough or (done >= _ENOUGH and faulty * 10 > done)


def open_engine(config: BatchConfig, options: EngineOptions) -> Engine:
    """The engine for a batch; UsageError if it is not there."""
    if not options.scheduler:
        return LocalEngine(config, options.processes or os.cpu_count() or 1)
    try:
        from grader.batch.dask_engine import DaskEngine
    except ModuleNotFoundError:
        raise UsageError("the cluster engine needs dask.distributed: pip install 'attention-grader[cluster]'") from None
    return DaskEngine(config, options)
