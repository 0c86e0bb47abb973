"""`grader submit`: pack what you have done."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.common import (
    course_option,
    json_option,
    need_workspace,
    note,
    open_course,
    print_json,
    shown_path,
    style,
    where_progress_goes,
)
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.course import Course
    from grader.results import ExerciseResult
    from grader.student.submit import SubmittedExercise
    from grader.student.workspace import Workspace


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
    from grader.render.student import named, render_parcel
    from grader.student.quizzes import finished_attempts
    from grader.student.submit import collect, packed, save, standings

    workspace = need_workspace()
    course = open_course(course_folder)
    target = Path(out) if out else workspace.path / "submission.zip"
    work, quizzes = collect(course, workspace), finished_attempts(workspace)
    if not work.pieces and not quizzes and work.unsaved:
        missing = named(work.unsaved)
        raise UsageError(f"you passed {missing} in a notebook that is not saved; save it in Jupyter, and submit again")
    if not work.pieces and not quizzes:
        raise UsageError("; ".join(work.unreadable) or "nothing is started yet; 'grader progress' says where to begin")
    if not _may_write(target, force):
        click.echo("Nothing was packed.")
        return 0
    results = {} if no_check else _check(course, workspace, work.pieces)
    now = datetime.now().astimezone()
    made = packed(course, work, quizzes, standings(work.pieces, results, workspace.state.read(), now), now)
    save(target, made.data)
    if as_json:
        print_json(made.to_json(target))
    else:
        click.echo(render_parcel(made, shown_path(target), style()))
    return 0


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
    from grader.student.submit import checked
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
        now = datetime.now().astimezone()
        workspace.state.change(lambda state: checked(state, pieces, results, now))
    except UsageError as problem:
        note(str(problem))
    return results
