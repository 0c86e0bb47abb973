"""Grading from a program, as the commands do it: `from grader import grade_submission, grade_batch`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from grader.batch.engine import EngineKind, EngineOptions
from grader.batch.outputs import write_outputs
from grader.batch.run import BatchOptions, Summary, Watch, grade_class
from grader.course import Course, load_course
from grader.grade import Grader
from grader.gradebook import GRADEBOOK, Gradebook, me
from grader.results import ExerciseResult
from grader.submission import Submission, read_submission
from grader.worker.start import choose_device, needs_fresh, start_worker


def grade_submission(
    course: Course | Path | str,
    exercise: str,
    submission: Path | str | bytes,
    *,
    device: str = "auto",
    isolation: str = "auto",
) -> ExerciseResult:
    """Grade one solution, as `grader check` does. A Path is read, a notebook as well; a text is the code itself.

    Each call starts and ends the processes that run it. For many, use `grade_batch`, or a `Grader` with one worker.
    """
    opened = _course(course)
    wanted = opened.find(exercise)
    if isinstance(submission, Path):
        read = read_submission(submission, wanted.slug, wanted.stub_source)
    else:
        source = submission.encode() if isinstance(submission, str) else submission
        read = Submission(Path(f"{wanted.slug}.py"), source)
    chosen = choose_device(device)
    kind = "fresh" if wanted.needs_device and needs_fresh(chosen) else "auto"
    with start_worker(kind, isolation=isolation) as worker:
        return Grader(opened, worker, device=chosen).grade(wanted, read)


def grade_batch(
    course: Course | Path | str,
    submissions: Path | str,
    out: Path | str,
    *,
    layout: str = "auto",
    roster: Path | str | None = None,
    students: Sequence[str] = (),
    exercises: Sequence[str] = (),
    force: bool = False,
    jobs: int = 0,
    scheduler: str = "",
    tls: tuple[str, str, str] | None = None,
    device: str = "auto",
    isolation: str = "auto",
    who: str = "",
    watch: Watch | None = None,
) -> Summary:
    """Grade what is new in `submissions` and write all of `out`, as `grader batch` does, whose options these are.

    `students`, `exercises`: only these. `jobs`: processes, 0 for one a core; with `scheduler`, the workers of that
    cluster take their place. `watch` is called with a `Progress` at the start and after every result. Ctrl-C ends it
    with what is done.
    """
    opened = _course(course)
    options = BatchOptions(
        layout=layout,
        roster=Path(roster) if roster else None,
        students=tuple(students),
        exercises=tuple(opened.find(name).slug for name in exercises),
        force=force,
        device=choose_device(device),
        isolation=isolation,
        who=who or me(),
        plan=EngineOptions(EngineKind.DASK if scheduler else EngineKind.LOCAL, jobs, scheduler, tls),
    )
    summary = grade_class(opened, Path(submissions), Path(out), options, watch)
    began = time.perf_counter()
    with Gradebook.open(Path(out) / GRADEBOOK, who=options.who, create=False) as book:
        written = write_outputs(opened, book, Path(out))
    seconds = {**summary.seconds, "write": time.perf_counter() - began}
    return replace(summary, changed=len(written.changes), seconds=seconds)


def _course(course: Course | Path | str) -> Course:
    return course if isinstance(course, Course) else load_course(Path(course))
