"""`grader show`: read an exercise's statement."""

from __future__ import annotations

import json

import click

from grader.cli.common import (
    asked_exercise,
    course_option,
    exercise_argument,
    json_option,
    my_workspace,
    open_course,
    style,
)


@click.command(name="show", short_help="The statement of an exercise.")
@exercise_argument(required=False)
@course_option
@json_option
def command(exercise: str | None, course_folder: str | None, as_json: bool) -> int:
    """Show the statement of EXERCISE, or of the one you are working on, and the checks it will be graded by.

    \b
    Example:
      grader show
      grader show softmax
    """
    from grader.report.catalogue import render_statement

    course = open_course(course_folder)
    found = asked_exercise(course, exercise, my_workspace())
    checks = [(spec.id, spec.title, found.points[spec.id]) for spec in found.checks]
    if as_json:
        facts = {"schema": 1, "exercise": found.slug, "title": found.title, "statement": found.statement}
        listed = [{"id": name, "title": title, "max_score": points} for name, title, points in checks]
        click.echo(json.dumps({**facts, "checks": listed}, ensure_ascii=False))
        return 0
    listed_text = "\n".join(f"- {title} ({points:g})" for _, title, points in checks)
    more = found.max_score - sum(points for _, _, points in checks)
    hidden = f"\n\nHidden checks add {more:g} more." if more else ""
    sources = "".join(f"- {name}: {course.sources[name]}\n" for name in found.sources if name in course.sources)
    text = f"{found.statement}\n\n{sources}\n## Checks, with their points\n\n{listed_text}{hidden}\n"
    click.echo(render_statement(text, style(), found.picture))
    return 0
