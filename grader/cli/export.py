"""`grader export`: marks for Canvas, Moodle or Gradescope."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.books import item_name, open_book, out_argument
from grader.cli.common import course_option, json_option, open_course, shown_path, style
from grader.report.style import wrap

if TYPE_CHECKING:
    from grader.batch.export import Exported


@click.command(name="export", short_help="Marks for Canvas, Moodle or Gradescope.")
@out_argument
@click.option("--format", "kind", type=click.Choice(["canvas", "moodle", "gradescope"]), required=True)
@click.option(
    "--template",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The table that the LMS gave: Canvas' exported gradebook, or Moodle's grading worksheet.",
)
@click.option("--out", "target", type=click.Path(path_type=Path), metavar="FILE", required=True, help="Where to.")
@click.option("--exercise", default="", help="Points of this exercise or quiz, in place of the total.")
@click.option("--column", default="", metavar="TITLE", help="Canvas: the assignment to fill, by its title or number.")
@click.option("--student", default="", metavar="STUDENT", help="Only this student.")
@click.option("--no-comments", is_flag=True, help="Moodle: leave the comments as they are.")
@course_option
@json_option
def command(
    out: Path,
    kind: str,
    template: Path | None,
    target: Path,
    exercise: str,
    column: str,
    student: str,
    no_comments: bool,
    course_folder: str | None,
    as_json: bool,
) -> int:
    """Write the marks of OUT as an LMS reads them. For Canvas and Moodle the table that they gave is filled, everything
    else in it stays; for Gradescope a folder gets a results.json for each student.

    \b
    Example:
      grader export graded --format canvas --template from.csv --out to.csv
      grader export graded --format moodle --template from.csv --out to.csv
      grader export graded --format gradescope --out gradescope
    """
    from grader.batch.export import Format, Wish, export

    course = open_course(course_folder)
    item = item_name(course, exercise) if exercise else ""
    wish = Wish(Format(kind), target, template, item, column, student, comments=not no_comments)
    with open_book(out) as book:
        done = export(course, book, wish)
    if as_json:
        click.echo(json.dumps(_as_json(done, target), ensure_ascii=False))
    else:
        _tell(done, target)
    return 0


def _as_json(done: Exported, target: Path) -> dict[str, object]:
    return {
        "schema": 1,
        "file": str(target),
        "students": done.students,
        "files": done.files,
        "unmatched": [student.id for student in done.unmatched],
        "unfinished": [student.id for student in done.unfinished],
        "notes": done.notes,
    }


def _tell(done: Exported, target: Path) -> None:
    from grader.batch.export import told

    word = "student" if done.students == 1 else "students"
    click.echo(f"{done.students} {word} in {shown_path(target)}.")
    if done.unmatched:
        _note(f"{len(done.unmatched)} could not be found in the table: {told(done.unmatched)}")
    if done.unfinished:
        _note(f"{len(done.unfinished)} are not graded to the end, and left out: {told(done.unfinished)}")
    for sentence in done.notes:
        _note(sentence)


def _note(sentence: str) -> None:
    """It may name many students."""
    paint = style(sys.stderr)
    click.echo("\n".join(wrap(paint.clean(sentence), paint.width, "  ", "grader: ")), err=True)
