"""A batch: find what was handed in, note it down, grade what is new, keep every result as soon as it is there."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

from grader.batch.engine import (
    BatchConfig,
    Engine,
    EngineKind,
    EngineOptions,
    Job,
    LocalEngine,
    content_of,
    grader_version,
)
from grader.batch.intake import Intake, as_known, enrol
from grader.course import Course
from grader.errors import GraderFault, UsageError, reason_of
from grader.gradebook import GRADEBOOK, Gradebook, Graded, GradingSetup, Saver, Work, me
from grader.submission.discover import DiscoveredAttempt, DiscoveredClass, discover
from grader.submission.roster import Roster, read_roster
from grader.text import did_you_mean
from grader.worker.devices import SIMULATED

_CHUNK = 200  # hand-ins that are noted down in one go
_FIRST = 20  # students: if the grader failed on all of them, it fails on everybody
_ENOUGH = 50  # students: from here on, more than one fault in ten is no accident


@dataclass(frozen=True)
class BatchOptions:
    """How a batch is done. `plan`: on what it runs."""

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
    """How far a batch is."""

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
    missing: tuple[str, ...]  # on the roster, but handed in nothing
    exercises: tuple[str, ...]
    interrupted: bool
    seconds: dict[str, float]  # by phase
    changed: int = 0  # students whose mark is another than before
    missed: int = 0  # works that were there no more when their turn came


Watch = Callable[[Progress], object]


def grade_class(
    course: Course, submissions: Path, out: Path, options: BatchOptions | None = None, watch: Watch | None = None
) -> Summary:
    """Grade everything in `submissions` that is not graded yet; results are in `out`/gradebook.db, and nowhere else."""
    options, clock = options or BatchOptions(), _StageTimes()
    roster = read_roster(options.roster) if options.roster else None
    with clock.phase("find"):
        found = _look(course, submissions, options, roster, out)
    with found:
        _make_folder(out)
        with Gradebook.open(out / GRADEBOOK, who=options.who or me(), create=True) as book:
            book.describe(course.title)
            batch = _Batch(course, found, book, options, watch or (lambda _: None))
            with clock.phase("read"):
                batch.receive(roster)
            with clock.phase("grade"):
                interrupted = batch.grade()
            return batch.summary(interrupted, clock.seconds)


def plan_class(
    course: Course, submissions: Path, options: BatchOptions | None = None, out: Path | None = None
) -> dict[str, Any]:
    """What a batch into `out` would grade, and what it does not understand. Nothing is run, and nothing kept."""
    options = options or BatchOptions()
    roster = read_roster(options.roster) if options.roster else None
    with _look(course, submissions, options, roster, out) as found:
        intake = Intake(course, found)
        rows = list(intake.rows(frozenset(options.exercises) or None))
        told = {"submissions": rows, "problems": intake.problems, "missing": list(found.missing)}
        return {"schema": 1, "layout": found.layout.value, **told}


def _look(
    course: Course, submissions: Path, options: BatchOptions, roster: Roster | None, out: Path | None = None
) -> DiscoveredClass:
    """What there is to grade. The caller closes it. `out`: where earlier runs may have told who is who."""
    if out is not None and out.resolve() == submissions.resolve():
        raise UsageError(f"'{out}' holds the submissions; name another folder for results with --out")
    found = discover(submissions, layout=options.layout, slugs=course.slugs, roster=roster, results=GRADEBOOK, out=out)
    if roster is None and out is not None and (out / GRADEBOOK).is_file():
        with Gradebook.open(out / GRADEBOOK, create=False) as book:
            found = as_known(found, book.students())
    return replace(found, handed=_only(found.handed, options.students)) if options.students else found


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
        self._progress = Progress()
        self._missed = 0

    def receive(self, roster: Roster | None) -> None:
        """Note down who handed in what."""
        if told := enrol(self._book, self._found, roster):
            self._intake.problems.insert(0, told)
        hand_ins = self._intake.hand_ins()
        while chunk := list(islice(hand_ins, _CHUNK)):
            self._book.receive(chunk)

    def grade(self) -> bool:
        """Returns whether somebody stopped it."""
        works = self._works()
        setups = {slug: self._setup(slug) for slug in sorted({work.exercise for work in works})}
        self._book.use(setups.values())
        force = self._options.force
        pending = set(self._book.pending(works, force=force))
        self._progress = Progress(wanted=len(pending))
        if not self._progress.wanted:
            return False
        self._watch(self._progress)
        run, health = self._book.begin(_versions()), _Health()
        for work in works:
            if work not in pending:
                health.add(self._intake.students(work), faulty=False)
        try:
            with self._engine() as engine, Saver(self._book, run, self._tell, force=force) as saver:
                for done in engine.map(self._jobs(self._book.pending(works, force=force))):
                    work = Work(done.exercise, done.digest)
                    saver.add(Graded(work, setups[done.exercise], done.result, done.seconds))
                    health.add(self._intake.students(work), done.result.faulty)
                    if health.is_broken():
                        break
        except KeyboardInterrupt:
            return True
        finally:
            self._book.finish(run, {"graded": self._progress.graded, "faults": self._progress.faults})
        if health.is_broken(at_end=True):
            raise GraderFault(
                f"the grader itself failed on {self._progress.faults} of {self._progress.graded} submissions, so the "
                "batch stopped and no grades were written; run 'grader doctor', then this batch again: what was graded "
                "is kept"
            )
        return False

    def summary(self, interrupted: bool, seconds: dict[str, float]) -> Summary:
        works = self._works()
        graded = {work.exercise for work in works}
        return Summary(
            students=len({one.student for one in self._found.handed}),
            hand_ins=len(self._found.handed),
            works=len(works),
            graded=self._progress.graded,
            faults=self._progress.faults,
            problems=tuple(self._intake.problems),
            missing=self._found.missing,
            exercises=tuple(slug for slug in self._course.slugs if slug in graded),
            interrupted=interrupted,
            seconds=seconds,
            missed=self._missed,
        )

    def _works(self) -> list[Work]:
        only = self._options.exercises
        return [work for work in self._intake.works if not only or work.exercise in only]

    def _engine(self) -> Engine:
        order = BatchConfig(
            str(self._course.path.resolve()), self._book.salt, self._options.device, self._options.isolation
        )
        return open_engine(order, self._options.plan)

    def _jobs(self, works: Iterable[Work]) -> Iterator[Job]:
        for work in works:
            job = self._intake.job(work)
            if job is not None:
                yield job
            else:  # the next batch takes it in as it is then
                self._missed += 1
                self._progress = replace(self._progress, wanted=self._progress.wanted - 1)

    def _setup(self, slug: str) -> GradingSetup:
        exercise = self._course.find(slug)
        if not exercise.has_solution:
            raise UsageError(
                f"the course in '{self._course.path}' holds no solution of '{slug}': it is a student edition, "
                "which grades no class; name the whole course with --course DIR"
            )
        device = self._options.device if exercise.needs_device else ""
        content = f"{self._course.seed} {content_of(exercise)}"
        return GradingSetup(slug, content, grader_version(), device, self._book.salt)

    def _tell(self, graded: Graded) -> None:
        before = self._progress
        self._progress = replace(
            before,
            graded=before.graded + 1,
            failed=before.failed + (not graded.result.passed),
            faults=before.faults + graded.result.faulty,
        )
        self._watch(self._progress)


class _Health:
    """Is it the grader that is broken, and not a submission? Told by how many students it failed on."""

    def __init__(self) -> None:
        self._done: set[str] = set()
        self._faulty: set[str] = set()

    def add(self, students: set[str], faulty: bool) -> None:
        self._done |= students
        if faulty:
            self._faulty |= students

    def is_broken(self, at_end: bool = False) -> bool:
        done, faulty = len(self._done), len(self._faulty)
        everybody = bool(faulty) and faulty == done and (done >= _FIRST or at_end)
        return everybody or (done >= _ENOUGH and faulty * 10 > done)


class _StageTimes:
    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = time.perf_counter() - began


def open_engine(order: BatchConfig, plan: EngineOptions) -> Engine:
    if plan.kind is EngineKind.LOCAL:
        return LocalEngine(order, plan.processes or os.cpu_count() or 1)
    try:
        from grader.batch.dask_engine import DaskEngine
    except ModuleNotFoundError:
        raise UsageError("the cluster engine needs dask.distributed: pip install 'attention-grader[cluster]'") from None
    return DaskEngine(order, plan)


def _only(handed: Sequence[DiscoveredAttempt], students: Sequence[str]) -> tuple[DiscoveredAttempt, ...]:
    known = {one.student for one in handed}
    for student in students:
        if student not in known:
            raise UsageError(f"'{student}' handed in nothing{did_you_mean(student, known)}")
    return tuple(one for one in handed if one.student in students)


def _make_folder(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as reason:
        why = reason_of(reason, "it cannot be made")
        raise UsageError(f"'{out}' cannot be used for results: {why}; name another folder with --out") from None


def _versions() -> dict[str, str]:
    from importlib.metadata import version

    return {
        "grader": version("attention-grader"),
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "torch": version("torch"),
    }
