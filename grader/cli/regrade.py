"""`grader regrade`: marks by today's points and policy, from the outcomes that are there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.books import open_book, out_argument, where_to_look
from grader.cli.common import course_option, json_option, open_course, style
from grader.report.style import wrap

if TYPE_CHECKING:
    from grader.course import Course
    from grader.store import Change, Gradebook


@click.command(name="regrade", short_help="Marks by today's points and policy, without running anything.")
@out_argument
@click.option(
    "--policy",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Another policy than that of course.yaml: a file with the keys of 'policy'.",
)
@click.option("--dry-run", is_flag=True, help="Show what would change, and change nothing.")
@course_option
@json_option
def command(out: Path, policy: Path | None, dry_run: bool, course_folder: str | None, as_json: bool) -> int:
    """Make the marks of OUT anew, with the points of the exercises and the policy as they are today. No submission is
    run. Marks that change are shown, and kept in the audit trail.

    \b
    Example:
      grader regrade graded
      grader regrade graded --policy kinder.yaml --dry-run
    """
    from grader.batch.output import write_outputs
    from grader.batch.policyfile import with_policy

    course = open_course(course_folder)
    course = with_policy(course, policy) if policy else course
    with open_book(out) as book:
        if dry_run:
            return _tell(_would_change(course, book), as_json, "would change")
        written = write_outputs(course, book, out)
    _tell(list(written.changes), as_json, "changed")
    if not as_json:
        click.echo(where_to_look(written, style()))
        if policy:
            told = f"Put the keys of '{policy}' into course.yaml: every other command goes by that."
            click.echo("\n".join(wrap(told, style().width)))
    return 0


def _would_change(course: Course, book: Gradebook) -> list[Change]:
    from grader.batch.collect import counted_items
    from grader.batch.marks import marks
    from grader.store import Change

    items = counted_items(course, book)
    before = {row.student: f"{row.total} of {row.maximum}" for row in book.marks()}
    found = []
    for mark in marks(course.policy, items, book.records()):
        old, new = before.get(mark.student, ""), f"{mark.total} of {mark.maximum}"
        if old and old != new:
            found.append(Change(mark.student, old, new))
    return found


def _tell(changes: list[Change], as_json: bool, word: str) -> int:
    from grader.report.classroom import render_changes

    if as_json:
        rows = [vars(change) for change in changes]
        click.echo(json.dumps({"schema": 1, "changes": rows}, ensure_ascii=False))
        return 0
    for line in render_changes([(one.student, one.old, one.new) for one in changes], style()):
        click.echo(line)
    count = len(changes)
    click.echo(f"{count} mark{'' if count == 1 else 's'} {word}." if count else f"No mark {word}.")
    return 0
