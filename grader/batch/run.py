"""A batch: find what was submitted, record it, grade what is new, and save every result as soon as it is there."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from grader.batch.engine import BatchConfig, Engine, EngineOptions, LocalEngine, content_of, grader_version
from grader.batch.intake import Intake, as_known, enrol, forget, share
from grader.batch.rules import Proposal, accept_proposal, groups_of, rules_of, settle, unknown_people
from grader.course import Course
from grader.errors import GraderFault, UsageError
from grader.grade import missing_package
from grader.gradebook import (
    GRADEBOOK,
    ChosenAssignment,
    Decision,
    DecisionKind,
    Gradebook,
    Graded,
    GradingSetup,
    HandIn,
    Saver,
    Student,
    Work,
)
from grader.submission.discover import DiscoveredClass, alias_command, discover
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
    assignment: str = ""
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
    assignment: str = ""
    counts: tuple[str, ...] = ()  # the exercises and quizzes of the assignment
    proposal: Proposal | None = None  # why they are these, if nothing had declared it
    files: tuple[HandIn, ...] = field(default=(), repr=False)  # what became of the files of each hand-in


Watch = Callable[[Progress], object]


def grade_class(
    course: Course, submissions: Path, out: Path, options: BatchOptions, watch: Watch | None = None
) -> Summary:
    """Grade everything in `submissions` that is not graded yet; the results go to `out`/gradebook.db, nowhere else.

    Ctrl-C ends it early, with what is done. UsageError if nothing can be graded as asked, GraderFault if the grader
    itself fails on most students.
    """
    if out.exists() and not out.is_dir():
        raise UsageError(f"'{out}' cannot be used for results: file exists; choose another folder with --out DIR")
    seconds: dict[str, float] = {}
    with _timed(seconds, "find"):
        roster = read_roster(options.roster) if options.roster else None
        found, matches = _find(course, submissions, options, roster, out)
    with found, Gradebook.open(out / GRADEBOOK, who=options.who) as book:
        inherited = settle(course, book, options.assignment, options.exercises if _is_first(book) else ())
        book.describe(course.title)
        intake = Intake(course, found, matches)
        with _timed(seconds, "read"):
            renamed = enrol(book, found, roster)
            book.receive(intake.deliveries())
            forget(book, found, roster)
        only = options.exercises
        works = [work for work in intake.works if not only or work.exercise in only]
        with _timed(seconds, "grade"):
            progress, interrupted = _grade(course, book, intake, works, options, watch or (lambda _: None))
        proposal = None
        if not interrupted and not options.students and not {*book.assignment.items} & {*course.slugs}:
            proposal = accept_proposal(course, book, course.slugs)
        rules = rules_of(course, book)
        exercises = {work.exercise for work in works}
        return Summary(
            students=len({one.student for one in found.handed}),
            hand_ins=len(found.handed),
            works=len(works),
            graded=progress.graded,
            faults=progress.faults,
            problems=tuple(filter(None, (inherited, renamed, *unknown_people(rules, book), *intake.problems))),
            missing=found.missing,
            exercises=tuple(slug for slug in course.slugs if slug in exercises),
            interrupted=interrupted,
            seconds=seconds,
            missed=intake.missed,
            assignment=rules.assignment.name,
            counts=tuple(item.name for item in rules.items),
            proposal=proposal,
            files=tuple(intake.hand_ins),
        )


def _is_first(book: Gradebook) -> bool:
    """Is this the first batch, in which the exercises that are named declare what counts?"""
    return book.assignment == ChosenAssignment()


@contextmanager
def _timed(seconds: dict[str, float], stage: str) -> Iterator[None]:
    began = time.perf_counter()
    yield
    seconds[stage] = time.perf_counter() - began


def plan_class(course: Course, submissions: Path, options: BatchOptions, out: Path | None) -> dict[str, Any]:
    """What a batch into `out` would grade, and what it does not understand. Nothing is run or saved."""
    roster = read_roster(options.roster) if options.roster else None
    found, matches = _find(course, submissions, options, roster, out)
    with found:
        intake, only = Intake(course, found, matches), options.exercises
        rows = [
            {
                "student": handed.student,
                "name": handed.name,
                "attempt": handed.attempt,
                "late": bool(handed.late),
                "when": handed.when.isoformat() if handed.when else None,
                "label": handed.label,
                "via": handed.via,
                "exercises": [work.exercise for work in delivery.works if not only or work.exercise in only],
                "files": intake.hand_ins[-1].to_json(),
            }
            for handed, delivery in zip(found.handed, intake.deliveries(), strict=True)
        ]
        plan = {"submissions": rows, "problems": intake.problems, "missing": list(found.missing)}
        return {"schema": 1, "layout": found.layout.value, **plan}


def _find(
    course: Course, submissions: Path, options: BatchOptions, roster: Roster | None, out: Path | None
) -> tuple[DiscoveredClass, dict[str, Decision]]:
    """What there is to grade, which the caller closes, and which exercises files were said to answer. Without a roster,
    the gradebook in `out` knows who is who."""
    if out is not None and out.resolve() == submissions.resolve():
        raise UsageError(f"'{out}' holds the submissions; name another folder for results with --out")
    decided: dict[DecisionKind, dict[str, Decision]] = {kind: {} for kind in DecisionKind}
    students: list[Student] = []
    chosen = options.assignment
    if out is not None and (out / GRADEBOOK).is_file():
        with Gradebook.open(out / GRADEBOOK, create=False) as book:
            decided = {kind: book.decisions(kind) for kind in DecisionKind}
            students = list(book.students())
            chosen = chosen or book.assignment.name
    found = discover(
        submissions,
        layout=options.layout,
        slugs=course.slugs,
        roster=roster,
        results=GRADEBOOK,
        out=out,
        aliases={folder: decision.chosen for folder, decision in decided[DecisionKind.ALIAS].items()},
    )
    if roster is None:
        found = as_known(found, students, alias_command(out))
    found = share(found, groups_of(course, out, chosen))
    if options.students:
        known = {one.student for one in found.handed}
        for student in options.students:
            if student not in known:
                raise UsageError(f"'{student}' submitted nothing{did_you_mean(student, known)}")
        found = replace(found, handed=tuple(one for one in found.handed if one.student in options.students))
    return found, decided[DecisionKind.MATCH]


def _grade(
    course: Course, book: Gradebook, intake: Intake, works: Sequence[Work], options: BatchOptions, watch: Watch
) -> tuple[Progress, bool]:
    """Grade what is pending. Returns how far that came, and whether Ctrl-C stopped it."""
    setups = {slug: _setup(course, book, slug, options) for slug in sorted({work.exercise for work in works})}
    book.use(setups.values())
    pending = set(book.pending(works, force=options.force))
    progress, interrupted = Progress(wanted=len(pending)), False
    if not pending:
        return progress, interrupted
    watch(progress)

    def count(saved: Graded) -> None:
        nonlocal progress
        progress = Progress(
            wanted=len(pending) - intake.missed,
            graded=progress.graded + 1,
            failed=progress.failed + (not saved.result.passed),
            faults=progress.faults + saved.result.faulty,
        )
        watch(progress)

    versions = {name: version(name) for name in ("numpy", "torch") if find_spec(name)}
    run = book.begin({"grader": version("attention-grader"), "python": platform.python_version(), **versions})
    done = {student for work in works if work not in pending for student in intake.students(work)}
    faulty: set[str] = set()
    config = BatchConfig(str(course.path.resolve()), book.salt, options.device, options.isolation)
    try:
        with open_engine(config, options.plan) as engine, Saver(book, run, count, force=options.force) as saver:
            for one in engine.map(intake.jobs(book.pending(works, force=options.force))):
                work = Work(one.exercise, one.digest)
                saver.add(Graded(work, setups[one.exercise], one.result, one.seconds))
                done |= intake.students(work)
                faulty |= intake.students(work) if one.result.faulty else set()
                if _is_broken(len(done), len(faulty), _FIRST):
                    break
    except KeyboardInterrupt:
        interrupted = True
    finally:
        book.finish(run, {"graded": progress.graded, "faults": progress.faults})
    if not interrupted and _is_broken(len(done), len(faulty), 1):
        raise GraderFault(
            f"the grader itself failed on {progress.faults} of {progress.graded} submissions, so the batch stopped and "
            "no grades were written; run 'grader doctor', then this batch again: everything graded so far is saved"
        )
    return progress, interrupted


def _setup(course: Course, book: Gradebook, slug: str, options: BatchOptions) -> GradingSetup:
    exercise = course.find(slug)
    if not exercise.has_solution:
        raise UsageError(
            f"the course in '{course.path}' holds no solution of '{slug}': it is a student edition, which cannot grade "
            "a class; name the complete course with --course DIR"
        )
    if missing := missing_package(exercise):
        raise UsageError(missing)
    device = options.device if exercise.needs_device else ""
    return GradingSetup(slug, f"{course.seed} {content_of(exercise)}", grader_version(), device, book.salt)


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
