"""`grader hint`: the next hint."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from grader.cli.common import (
    asked_exercise,
    course_option,
    exercise_argument,
    json_option,
    my_workspace,
    note,
    open_course,
    style,
)  # fmt: skip
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.course import Exercise
    from grader.student.hints import Hint
    from grader.student.workspace import Workspace


@click.command(name="hint", short_help="The next hint.")
@exercise_argument(required=False)
@click.option("--again", is_flag=True, help="The last one once more.")
@click.option("-n", "--number", type=click.IntRange(min=1), metavar="N", help="Hint N.")
@click.option("--all", "every", is_flag=True, help="All of them.")
@course_option
@json_option
def command(
    exercise: str | None, again: bool, number: int | None, every: bool, course_folder: str | None, as_json: bool
) -> int:
    """Give the next hint for EXERCISE, or for the one you are working on.

    Hints go from a nudge to almost the code. If the last check named a mistake, the first hint is about that.

    \b
    Example:
      grader hint
      grader hint masking --again
    """
    workspace = my_workspace()
    asked = asked_exercise(open_course(course_folder), exercise, workspace)
    hints = _chosen(asked, workspace, again, number, every)
    if as_json:
        listed = [{"kind": hint.kind.value, "number": hint.number, "text": hint.text} for hint in hints]
        click.echo(json.dumps({"schema": 1, "exercise": asked.slug, "hints": listed}, ensure_ascii=False))
    else:
        _show(asked, hints)
    _remember(asked, workspace, hints)
    return 0


def _chosen(
    exercise: Exercise, workspace: Workspace | None, again: bool, number: int | None, every: bool
) -> list[Hint]:
    from grader.student.hints import next_hint, nth_hint
    from grader.student.state import Record

    record = workspace.state.read().record(exercise.slug) if workspace else Record()
    if every:
        return [nth_hint(exercise, at + 1) for at in range(len(exercise.hints))]
    if number or again:
        return [nth_hint(exercise, _checked(exercise, number or max(1, record.hints)))]
    return [next_hint(exercise, record, workspace.source_of(exercise) if workspace else None)]


def _checked(exercise: Exercise, number: int) -> int:
    count = len(exercise.hints)
    if number > count:
        raise UsageError(f"there is no hint {number}; {exercise.slug} has {count}")
    return number


def _show(exercise: Exercise, hints: list[Hint]) -> None:
    from grader.report.style import wrap

    paint = style()
    for at, hint in enumerate(hints):
        heading = paint.clean(f"{exercise.title} {paint.dot} {hint.title}")
        lines = [*wrap(paint.bold(heading), paint.width), *wrap(paint.clean(hint.text), paint.width, "  ")]
        click.echo("\n".join([""] * bool(at) + lines))


def _remember(exercise: Exercise, workspace: Workspace | None, hints: list[Hint]) -> None:
    from grader.student.hints import told

    if workspace is None:
        more = f"'grader hint {exercise.slug} --number {hints[-1].number + 1}' shows the next one"
        note(f"without a workspace nothing is remembered: {more}, 'grader init' makes a workspace")
        return
    try:
        workspace.state.change(lambda state: told(state, exercise.slug, hints[-1]))
    except UsageError as problem:
        note(str(problem))
