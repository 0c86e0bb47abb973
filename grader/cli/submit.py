"""`grader submit`: pack what you have done."""

from __future__ import annotations

import json
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli.common import (
    course_option,
    json_option,
    need_workspace,
    note,
    open_course,
    shown_path,
    style,
    where_progress_goes,
)
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.course import Course
    from grader.render.student import PackedFile
    from grader.results import ExerciseResult
    from grader.student.state import StudentState
    from grader.student.submit import SubmissionPackage, SubmittableWork, SubmittedExercise
    from grader.student.workspace import Workspace

NAMED = 8


@click.command(name="submit", short_help="Pack your files for your instructor.")
@click.option("--out", metavar="FILE", help="Where to. Default: submission.zip in your workspace.")
@click.option("--no-check", is_flag=True, help="Pack without checking again.")
@click.option("-f", "--force", is_flag=True, help="Replace an earlier submission without asking.")
@course_option
@json_option
def command(out: str | None, no_check: bool, force: bool, course_folder: str | None, as_json: bool) -> int:
    """Check what you have started once more, say what is missing, and pack it into one file.

    \b
    Example:
      grader submit
      grader submit --out ada.zip
    """
    from grader.student.quizzes import finished_attempts
    from grader.student.submit import collect, manifest, pack, parcel, save, standings

    workspace = need_workspace()
    course = open_course(course_folder)
    target = Path(out) if out else workspace.path / "submission.zip"
    work, quizzes = collect(course, workspace), finished_attempts(workspace)
    if not work.pieces and not quizzes:
        raise UsageError(_nothing(work))
    if not _may_write(target, force):
        click.echo("Nothing was packed.")
        return 0
    results = {} if no_check else _check(course, workspace, work.pieces)
    made = parcel(course, work.pieces)
    made.files.update(quizzes)
    now = datetime.now().astimezone()
    facts = manifest(course, made, standings(work.pieces, results, workspace.state.read(), now), now)
    data = pack(made, facts)
    save(target, data)
    if as_json:
        click.echo(json.dumps(_as_json(target, data, facts, work, made), ensure_ascii=False))
    else:
        click.echo(_page(target, data, facts, work, made, list(quizzes)))
    return 0


def _nothing(work: SubmittableWork) -> str:
    """Why there is nothing to pack."""
    if work.unsaved:
        return (
            f"you passed {_named(work.unsaved)} in a notebook that is not saved; save it in Jupyter, and submit again"
        )
    return "; ".join(work.unreadable) or "nothing is started yet; 'grader progress' says where to begin"


def _may_write(target: Path, force: bool) -> bool:
    if target.is_dir():
        raise UsageError(f"'{target}' is a folder; name a file with --out FILE")
    if force or not target.exists():
        return True
    if not sys.stdin.isatty():
        raise UsageError(f"'{shown_path(target)}' is there already; add --force, or name another with --out FILE")
    return click.confirm(f"Replace '{shown_path(target)}'?")


def _check(course: Course, workspace: Workspace, pieces: tuple[SubmittedExercise, ...]) -> dict[str, ExerciseResult]:
    from grader.grade import Grader
    from grader.worker import start_worker

    results = {}
    with (
        start_worker() as worker,
        click.progressbar(pieces, label="Checking", file=where_progress_goes()) as bar,
    ):
        grader = Grader(course, worker)
        for piece in bar:
            results[piece.exercise.slug] = grader.grade(piece.exercise, piece.submission)
    try:
        workspace.state.change(lambda state: _noted(state, pieces, results))
    except UsageError as problem:
        note(str(problem))
    return results


def _noted(
    state: StudentState, pieces: tuple[SubmittedExercise, ...], results: dict[str, ExerciseResult]
) -> StudentState:
    from grader.student.state import attempted

    now = datetime.now().astimezone()
    for piece in pieces:
        state = attempted(state, results[piece.exercise.slug], piece.digest, now)
    return state


def _as_json(
    target: Path, data: bytes, facts: dict[str, Any], work: SubmittableWork, made: SubmissionPackage
) -> dict[str, Any]:
    return {
        "schema": 1,
        "file": str(target),
        "bytes": len(data),
        "manifest": facts,
        "not_started": work.not_started,
        "warnings": [*work.unreadable, *made.left_out],
    }


def _page(
    target: Path, data: bytes, facts: dict[str, Any], work: SubmittableWork, made: SubmissionPackage, quizzes: list[str]
) -> str:
    from grader.render.student import PackedFile, render_parcel

    rows = [_row(piece, facts["exercises"][piece.exercise.slug]) for piece in work.pieces]
    rows += [PackedFile(name, "", f"comes along with {slug}", None) for name, slug in made.companions.items()]
    rows += [PackedFile(name, "", "a finished quiz", None) for name in quizzes]
    exercises = f"{len(work.pieces)} exercise{'' if len(work.pieces) == 1 else 's'}"
    heading = f"{shown_path(target)}: {exercises}, {_size(len(data))}"
    return render_parcel(heading, rows, list(_warnings(facts, work, made)), style())


def _row(piece: SubmittedExercise, known: dict[str, Any]) -> PackedFile:
    from grader.render.student import PackedFile

    name = piece.name if piece.name.startswith(piece.exercise.slug) else f"{piece.exercise.slug} in {piece.name}"
    if known["checked"] is None:
        return PackedFile(name, "", "not checked as it is now", None)
    if known["score"] is None:
        return PackedFile(name, "", "could not be checked; run grader doctor", None)
    points = f"{known['score']:g} / {known['max_score']:g}"
    more = f", {known['outstanding']:g} more from hidden checks" if known["outstanding"] else ""
    return PackedFile(name, points, f"{'passed' if known['passed'] else 'not passed'}{more}", known["passed"])


def _warnings(facts: dict[str, Any], work: SubmittableWork, made: SubmissionPackage) -> list[str]:
    judged = {slug: known for slug, known in facts["exercises"].items() if known.get("score") is not None}
    failing = [slug for slug, known in judged.items() if not known["passed"]]
    unknown = [slug for slug, known in facts["exercises"].items() if known["checked"] is None]
    outstanding = sum(known.get("outstanding", 0) for known in facts["exercises"].values())
    more = f"{outstanding:g} more point{'' if outstanding == 1 else 's'}"
    rest = [slug for slug in work.not_started if slug not in (*work.unsaved, *work.undone)]
    sentences = [
        f"Not passed: {_named(failing)}." if failing else "",
        f"Not checked: {_named(unknown)}." if unknown else "",
        f"Passed, but not in the saved notebook: {_named(work.unsaved)}. Save it in Jupyter, and submit again."
        if work.unsaved
        else "",
        f"Passed before, but now the stub again: {_named(work.undone)}." if work.undone else "",
        f"Not started: {_named(rest)}." if rest else "",
        f"Hidden checks decide about {more} when it is graded." if outstanding else "",
    ]
    return [sentence for sentence in (*sentences, *work.unreadable, *made.left_out) if sentence]


def _named(slugs: list[str] | tuple[str, ...]) -> str:
    more = len(slugs) - NAMED
    return ", ".join(slugs[:NAMED]) + (f" and {more} more" if more > 0 else "")


def _size(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{max(1, round(count / 1e3))} kB"
