"""`grader list`: the exercises of the course."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import click

from grader.cli.common import course_option, json_option, my_workspace, open_course, style
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.course import Course, Exercise
    from grader.report.catalogue import Part


@click.command(name="list", short_help="All exercises, by part.")
@click.argument("words", nargs=-1)
@click.option("--part", type=int, metavar="N", help="Only this part.")
@click.option("--todo", is_flag=True, help="Only what you have not passed.")
@click.option("--started", is_flag=True, help="Only what you have started and not passed.")
@click.option("--passed", is_flag=True, help="Only what you have passed.")
@course_option
@json_option
def command(
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
    from grader.report.catalogue import render_list

    course = open_course(course_folder)
    wanted = {*["passed"] * passed, *["started"] * (started or todo), *["open"] * todo}
    parts = _parts(course, [word.casefold() for word in words], part, wanted)
    if as_json:
        rows = [{"part": part.number, **row._asdict()} for part in parts for row in part.rows]
        click.echo(json.dumps({"schema": 1, "course": course.title, "exercises": rows}, ensure_ascii=False))
    elif not parts and course.folders:
        click.echo("No exercise is like that. 'grader list' shows them all.")
    else:
        click.echo(render_list(parts, style()))
    return 0


def _parts(course: Course, words: list[str], number: int | None, wanted: set[str]) -> list[Part]:
    from grader.report.catalogue import Part, Row

    known = {part.number for part in course.parts}
    if number is not None and number not in known:
        raise UsageError(f"there is no part {number}; the course has parts {', '.join(map(str, sorted(known)))}")
    statuses, found = _statuses(course, wanted), dict[int, Part]()
    inside = not any(_is_named(exercise, words) for exercise in course.exercises)  # names first, then statements
    for at, exercise in enumerate(course.exercises, 1):
        status, part = statuses.get(exercise.slug), exercise.part
        if number in (None, part.number) and (not wanted or status in wanted) and _matches(exercise, words, inside):
            row = Row(
                exercise.slug, exercise.title, exercise.minutes, exercise.difficulty, exercise.importance,
                exercise.max_score, exercise.needs, at, status,
            )  # fmt: skip
            found.setdefault(part.number, Part(part.title, part.number, [])).rows.append(row)
    return list(found.values())


def _statuses(course: Course, wanted: set[str]) -> dict[str, str]:
    """Slug → how far it is; nothing outside a workspace."""
    workspace = my_workspace()
    if workspace is None and wanted:
        raise UsageError("there is no workspace here that knows what you have passed; make one with 'grader init'")
    if workspace is None:
        return {}
    state = workspace.state.read()
    return {folder.slug: workspace.status_of(folder, state).value for folder in course.folders}


def _matches(exercise: Exercise, words: list[str], inside: bool) -> bool:
    """By its name or title; `inside`: by its statement, too."""
    return _is_named(exercise, words) or (
        inside and all(_begins_a_word(word, f"{_name(exercise)} {exercise.statement}".casefold()) for word in words)
    )


def _is_named(exercise: Exercise, words: list[str]) -> bool:
    return all(word in _name(exercise) for word in words)


def _name(exercise: Exercise) -> str:
    return f"{exercise.slug} {exercise.slug.replace('_', ' ')} {exercise.title}".casefold()


def _begins_a_word(word: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}", text) is not None
