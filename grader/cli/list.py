"""`grader list`: the exercises of the course."""

from __future__ import annotations

import json

import click

from grader.cli.common import course_option, json_option, open_course, style


@click.command(name="list", short_help="All exercises, by part.")
@course_option
@json_option
def command(course_folder: str | None, as_json: bool) -> int:
    """List the exercises, by part.

    \b
    Example:
      grader list
    """
    from grader.report.catalogue import Part, Row, render_list

    course = open_course(course_folder)
    parts: dict[int, Part] = {}
    for exercise in course.exercises:
        row = Row(
            exercise.slug, exercise.title, exercise.minutes, exercise.difficulty, exercise.importance,
            exercise.max_score, exercise.needs,
        )  # fmt: skip
        part = parts.setdefault(exercise.part.number, Part(exercise.part.title, exercise.part.number, []))
        part.rows.append(row)
    if as_json:
        rows = [{"part": part.number, **row._asdict()} for part in parts.values() for row in part.rows]
        click.echo(json.dumps({"schema": 1, "course": course.title, "exercises": rows}, ensure_ascii=False))
    else:
        click.echo(render_list(list(parts.values()), style()))
    return 0
