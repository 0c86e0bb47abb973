"""`grader quiz stats`: how the questions of a quiz did."""

from __future__ import annotations

import json
from pathlib import Path

import click

from grader.cli.common import course_option, json_option, note, open_course, style
from grader.cli.gradebook import open_book
from grader.errors import UsageError


@click.command(name="stats", short_help="How each question did: item analysis.")
@click.argument("quiz")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", required=True, help="Where grades are.")
@click.option(
    "--attempts",
    "which",
    type=click.Choice(["first", "last", "best", "all"]),
    default="first",
    show_default=True,
    help="Which attempts of each student to look at.",
)
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE", help="Write a page with charts.")
@course_option
@json_option
def command(quiz: str, out: Path, which: str, html: Path | None, course_folder: str | None, as_json: bool) -> int:
    """Moodle's item analysis of QUIZ, from the gradebook that 'grader quiz grade' wrote into DIR.

    It tells how easy each question was, whether it tells strong from weak, which options were chosen, and what to look
    at.

    \b
    Example:
      grader quiz stats attention --out graded
      grader quiz stats attention --out graded --html attention.html
    """
    from grader.files import write_if_changed
    from grader.quiz.analysis import WhichAttempts, study
    from grader.quiz.export.common import for_moodle
    from grader.quiz.session import find_quiz
    from grader.render.latex import Notation, readable
    from grader.render.quiz_stats import StatsPages, render_stats

    course = open_course(course_folder)
    found = find_quiz(course, quiz)
    plain = for_moodle(lambda latex: readable(latex, Notation())).plain
    with open_book(out) as book:
        made = study(found, book.quiz_results(found.id), WhichAttempts(which), plain)
    if not made.shares:
        raise UsageError(f"no attempt at '{found.id}' is graded in '{out}'; grade them with 'grader quiz grade'")
    if html is not None:
        write_if_changed(html, StatsPages().stats(made, course.title).encode())
    if as_json:
        click.echo(json.dumps(made.to_json(), ensure_ascii=False))
    else:
        click.echo(render_stats(made, style()))
    if html is not None:
        note(f"the page with charts is {html}")
    return 0
