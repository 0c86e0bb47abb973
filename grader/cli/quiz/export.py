"""`grader quiz export`: a quiz for Moodle or Canvas."""

from __future__ import annotations

import json
from pathlib import Path

import click

from grader.cli.common import course_option, json_option, note, open_course, style


@click.command(name="export", short_help="Write a quiz for Moodle or Canvas.")
@click.argument("quiz")
@click.option(
    "--format",
    "form",
    type=click.Choice(["gift", "moodle-xml", "qti12"]),
    required=True,
    help="gift and moodle-xml are for Moodle; qti12 is a package for Canvas.",
)
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", required=True, help="The file to write.")
@click.option(
    "--variants",
    type=click.IntRange(1, 100),
    default=1,
    show_default=True,
    metavar="N",
    help="Versions of each question whose numbers are drawn.",
)
@course_option
@json_option
def command(quiz: str, form: str, out: Path, variants: int, course_folder: str | None, as_json: bool) -> int:
    """Write QUIZ into a file that Moodle or Canvas imports. What the file cannot carry is told, a sentence each.

    \b
    Example:
      grader quiz export attention --format moodle-xml --out attention.xml
      grader quiz export attention --format qti12 --variants 5 --out attention.zip
    """
    from grader.course.policy import Attempts
    from grader.files import write_if_changed
    from grader.quiz.export import QuizFormat, export
    from grader.quiz.session import find_quiz
    from grader.render.latex import Notation, readable

    course = open_course(course_folder)
    found = find_quiz(course, quiz)
    best = course.policy.attempts is Attempts.BEST
    made = export(found, QuizFormat(form), lambda latex: readable(latex, Notation()), variants, best)
    write_if_changed(out, made.data)
    if as_json:
        facts = {"quiz": found.id, "format": form, "file": str(out), "questions": made.questions}
        click.echo(json.dumps({"schema": 1, **facts, "warnings": list(made.warnings)}, ensure_ascii=False))
        return 0
    paint = style()
    for warning in made.warnings:
        note(paint.clean(warning))
    click.echo(f"{paint.bold(found.title)}: {made.questions} question{'s' * (made.questions != 1)} in {out}")
    return 0
