"""`grader report`: the class in the terminal, and its files written again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from grader.cli.books import open_book, out_argument, where_to_look
from grader.cli.common import course_option, json_option, open_course, style
from grader.report.style import counted


@click.command(name="report", short_help="A graded class: the table, and its files written again.")
@out_argument
@click.option("--anew", is_flag=True, help="Compare every file, also those that nothing has changed for.")
@course_option
@json_option
def command(out: Path, anew: bool, course_folder: str | None, as_json: bool) -> int:
    """Show the class that 'grader batch' graded into OUT, and write its files again where they are out of date.

    \b
    Example:
      grader report graded
      grader report graded --json
    """
    from grader.batch.output import write_outputs
    from grader.report.classroom import render_class

    with open_book(out) as book:
        written = write_outputs(open_course(course_folder), book, out, anew=anew)
    if as_json:
        facts: dict[str, Any] = {**written.overview.to_json(), "rows": [row.to_json() for row in written.rows()]}
        files = {"written": written.written, "kept": written.kept, "removed": written.removed}
        click.echo(json.dumps({**facts, "files": files}, ensure_ascii=False))
    else:
        click.echo(render_class(written.overview, written.rows(), style()))
        if written.changes:
            click.echo(f"\n{counted(len(written.changes), 'mark')} changed since the last time.")
        click.echo(f"\n{where_to_look(written, style())}")
    return 0
