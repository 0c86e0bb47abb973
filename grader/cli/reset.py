"""`grader reset`: back to the stub."""

from __future__ import annotations

import sys

import click

from grader.cli.common import asked_exercise, course_option, exercise_argument, need_workspace, open_course, shown_path
from grader.errors import UsageError


@click.command(name="reset", short_help="Back to the stub; your version is kept.")
@exercise_argument(required=False)
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@course_option
def command(exercise: str | None, yes: bool, course_folder: str | None) -> int:
    """Bring back the stub of EXERCISE, or of the one you are working on. Your version is kept beside it.

    \b
    Example:
      grader reset masking
    """
    from grader.student.reset import reset

    workspace = need_workspace()
    asked = asked_exercise(open_course(course_folder), exercise, workspace)
    file = workspace.file_of(asked)
    there = file.exists()
    if workspace.is_started(asked) and not (yes or _agreed(f"Bring back the stub of {asked.slug} in {file.name}?")):
        click.echo("Nothing was changed.")
        return 0
    kept = reset(workspace, asked)
    is_notebook = file.suffix == ".ipynb"
    what = f"The cell of {asked.slug} in {shown_path(file)}" if is_notebook else shown_path(file)
    click.echo(f"{what} is the stub again." + (f" Your version is kept beside it as {kept.name}." if there else ""))
    if is_notebook:
        click.echo("If the notebook is open, load it again from disk.")
    return 0


def _agreed(question: str) -> bool:
    if not sys.stdin.isatty():
        raise UsageError("resetting asks first, and there is no terminal to ask; add --yes if you are sure")
    return click.confirm(question)
