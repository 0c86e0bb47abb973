"""Commands about exercises: `grader list`, `show`, `hint`, `reset`, `solution`, `progress`."""

from __future__ import annotations

import sys
from contextlib import suppress
from datetime import datetime
from importlib import import_module
from typing import TYPE_CHECKING

import click

from grader.cli.common import (
    asked_exercise,
    course_option,
    exercise_argument,
    here,
    json_option,
    my_workspace,
    need_workspace,
    note,  # fmt: skip
    open_course,
    print_json,
    shown_path,
    style,
)
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.course import Exercise
    from grader.student.hints import Hint
    from grader.student.workspace import Workspace

# ---- `grader list`: the exercises of the course.


@click.command(name="list", short_help="All exercises, by part.")
@click.argument("words", nargs=-1)
@click.option("--part", type=int, metavar="N", help="Only this part.")
@click.option("--todo", is_flag=True, help="Only what you have not passed.")
@click.option("--started", is_flag=True, help="Only what you have started and not passed.")
@click.option("--passed", is_flag=True, help="Only what you have passed.")
@course_option
@json_option
def list_command(
    words: tuple[str, ...],
    part: int | None,
    todo: bool,
    started: bool,
    passed: bool,
    course_folder: str | None,
    as_json: bool,
) -> int:
    """List the exercises, by part; with WORDS, those whose name or title has them all, else those whose statement has.

    In a workspace a mark says which are passed and which are started.

    \b
    Example:
      grader list
      grader list mask --todo
      grader list --part 2
    """
    from grader.render.student import render_list
    from grader.student.progress import search

    course = open_course(course_folder)
    wanted = {*["passed"] * passed, *["started"] * (started or todo), *["open"] * todo}
    found = search(course, my_workspace, words, part, wanted)
    if as_json:
        rows = [one.to_json() for one in found]
        print_json({"schema": 1, "course": course.title, "exercises": rows})
    elif not found and course.folders:
        click.echo("No exercise is like that. 'grader list' shows them all.")
    else:
        click.echo(render_list(found, style()))
    return 0


# ---- `grader show`: read an exercise's statement.


@click.command(name="show", short_help="The statement of an exercise.")
@exercise_argument(required=False)
@course_option
@json_option
def show_command(exercise: str | None, course_folder: str | None, as_json: bool) -> int:
    """Show the statement of EXERCISE, or of the one you are working on, and the checks it will be graded by.

    \b
    Example:
      grader show
      grader show softmax
    """
    from grader.render.student import render_statement

    course = open_course(course_folder)
    found = asked_exercise(course, exercise, my_workspace())
    checks = [(spec.id, spec.title, found.points[spec.id]) for spec in found.checks]
    if as_json:
        facts = {"schema": 1, "exercise": found.slug, "title": found.title, "statement": found.statement}
        listed = [{"id": name, "title": title, "max_score": points} for name, title, points in checks]
        print_json({**facts, "checks": listed})
        return 0
    listed_text = "\n".join(f"- {title} ({points:g})" for _, title, points in checks)
    more = found.max_score - sum(points for _, _, points in checks)
    hidden = f"\n\nHidden checks add {more:g} more." if more else ""
    sources = "".join(f"- {name}: {course.sources[name]}\n" for name in found.sources if name in course.sources)
    text = f"{found.statement}\n\n{sources}\n## Checks, with their points\n\n{listed_text}{hidden}\n"
    click.echo(render_statement(text, style(), found.picture))
    return 0


# ---- `grader hint`: the next hint.


@click.command(name="hint", short_help="The next hint.")
@exercise_argument(required=False)
@click.option("--again", is_flag=True, help="The last one once more.")
@click.option("-n", "--number", type=click.IntRange(min=1), metavar="N", help="Hint N.")
@click.option("--all", "every", is_flag=True, help="All of them.")
@course_option
@json_option
def hint_command(
    exercise: str | None, again: bool, number: int | None, every: bool, course_folder: str | None, as_json: bool
) -> int:
    """Give the next hint for EXERCISE, or for the one you are working on.

    Hints go from a nudge to almost the code. If the last check named a mistake, the first hint is about that.

    \b
    Example:
      grader hint
      grader hint masking --again
    """
    from grader.student.hints import next_hint, nth_hint
    from grader.student.state import ExerciseState

    workspace = my_workspace()
    asked = asked_exercise(open_course(course_folder), exercise, workspace)
    record = workspace.state.read().record(asked.slug) if workspace else ExerciseState()
    if every:
        hints = [nth_hint(asked, at + 1) for at in range(len(asked.hints))]
    elif number or again:
        hints = [nth_hint(asked, number or max(1, record.hints))]
    else:
        hints = [next_hint(asked, record, workspace.source_of(asked) if workspace else None)]
    if as_json:
        listed = [{"kind": hint.kind.value, "number": hint.number, "text": hint.text} for hint in hints]
        print_json({"schema": 1, "exercise": asked.slug, "hints": listed})
    else:
        _show(asked, hints)
    _remember(asked, workspace, hints)
    return 0


def _show(exercise: Exercise, hints: list[Hint]) -> None:
    from grader.render.style import wrap

    paint = style()
    for at, hint in enumerate(hints):
        heading = paint.clean(f"{exercise.title} {paint.dot} {hint.title}")
        lines = [*wrap(paint.bold(heading), paint.width), *wrap(paint.clean(hint.text), paint.width, "  ")]
        click.echo("\n".join([""] * bool(at) + lines))


def _remember(exercise: Exercise, workspace: Workspace | None, hints: list[Hint]) -> None:
    from grader.student.state import hinted

    if workspace is None:
        more = f"'grader hint {exercise.slug} --number {hints[-1].number + 1}' shows the next one"
        note(f"without a workspace nothing is remembered: {more}, 'grader init' makes a workspace")
        return
    last = hints[-1]
    try:
        workspace.state.change(lambda state: hinted(state, exercise.slug, last.number, last.mistake))
    except UsageError as problem:
        note(str(problem))


# ---- `grader reset`: back to the stub.


@click.command(name="reset", short_help="Back to the stub; your version is kept.")
@exercise_argument(required=False)
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@course_option
def reset_command(exercise: str | None, yes: bool, course_folder: str | None) -> int:
    """Bring back the stub of EXERCISE, or of the one you are working on. Your version is kept beside it.

    \b
    Example:
      grader reset masking
    """
    from grader.student.workspace import reset

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


# ---- `grader solution`: the reference, after passing.


@click.command(name="solution", short_help="The reference, once you have passed.")
@exercise_argument()
@course_option
@json_option
def solution_command(exercise: str, course_folder: str | None, as_json: bool) -> int:
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
        print_json(found)
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


# ---- `grader progress`: how far you are, and what comes next.


@click.command(name="progress", short_help="How far you are, and what comes next.")
@course_option
@json_option
def progress_command(course_folder: str | None, as_json: bool) -> int:
    """Show how far you are, part by part, which mistakes you met most, and what comes next.

    \b
    Example:
      grader progress
    """
    from grader.render.student import render_progress
    from grader.student.progress import progress

    workspace = need_workspace()
    found = progress(open_course(course_folder), workspace, here(), datetime.now().astimezone().date())
    if as_json:
        print_json(found.to_json())
    else:
        click.echo(render_progress(found, style()))
    return 0
