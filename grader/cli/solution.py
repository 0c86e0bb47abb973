"""`grader solution`: the reference, after passing."""

from __future__ import annotations

import json
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING

import click

from grader.cli.common import (
    asked_exercise,
    course_option,
    exercise_argument,
    json_option,
    my_workspace,
    open_course,
    style,
)  # fmt: skip
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.course import Exercise
    from grader.student.workspace import Workspace


@click.command(name="solution", short_help="The reference, once you have passed.")
@exercise_argument()
@course_option
@json_option
def command(exercise: str, course_folder: str | None, as_json: bool) -> int:
    """Show the reference of EXERCISE, once you have passed it.

    \b
    Example:
      grader solution masking
    """
    workspace = my_workspace()
    asked = asked_exercise(open_course(course_folder), exercise, workspace)
    _refuse(asked, workspace)
    if as_json:
        found = {"schema": 1, "exercise": asked.slug, "source": asked.solution_source}
        click.echo(json.dumps(found, ensure_ascii=False))
    else:
        click.echo(_shown(asked.solution_source).rstrip())
    return 0


def _refuse(exercise: Exercise, workspace: Workspace | None) -> None:
    slug = exercise.slug
    if not exercise.has_solution:
        raise UsageError(f"this edition holds no solutions; your instructor has that of {slug}")
    if workspace is None:
        raise UsageError("a solution is shown once you have passed, and there is no workspace here; see 'grader init'")
    record = workspace.state.read().record(slug)
    if record.passed:
        return
    if not record.attempts:
        raise UsageError(f"{slug} is not checked yet; its solution is shown once you have passed: grader check {slug}")
    stand = f"{record.score:g} of {record.max_score:g} points, {len(record.failed)} of its checks fail"
    raise UsageError(f"{slug} is not passed yet ({stand}); 'grader hint {slug}' helps, and then the solution is yours")


def _shown(source: str) -> str:
    """With colours, where a terminal has them and Pygments is there."""
    paint = style()
    if paint.color:
        with suppress(ModuleNotFoundError):
            lexer, formatter = (import_module(f"pygments.{part}") for part in ("lexers", "formatters"))
            return str(import_module("pygments").highlight(source, lexer.PythonLexer(), formatter.TerminalFormatter()))
    return source if paint.unicode else paint.clean(source)
