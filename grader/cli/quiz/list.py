"""`grader quiz list`: the quizzes, and how one did."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import click

from grader.cli.common import course_option, here, json_option, my_workspace, note, open_course, style


@click.command(name="list", short_help="The quizzes, and how you did.")
@course_option
@json_option
def command(course_folder: str | None, as_json: bool) -> int:
    """List the quizzes: how many questions, which attempts are used and left, your best score, what is due for review.

    \b
    Example:
      grader quiz list
      grader quiz list --json
    """
    from grader.render.quiz import render_quizzes
    from grader.student.quizzes import quiz_standings

    found = quiz_standings(open_course(course_folder), my_workspace(), here(), datetime.now(UTC))
    for standing in found:
        if standing.problem:
            note(standing.problem)
    if as_json:
        rows = [standing.to_json() for standing in found]
        click.echo(json.dumps({"schema": 1, "quizzes": rows}, ensure_ascii=False))
    else:
        click.echo(render_quizzes(found, style()))
    return 0
