"""Commands about quizzes that need no screen: `grader quiz list`, `grade`, `stats`, `export`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli.common import course_option, here, json_option, my_workspace, note, open_course, print_json, style
from grader.cli.gradebook import open_book
from grader.errors import UsageError
from grader.text import counted

if TYPE_CHECKING:
    from grader.api import QuizSummary
    from grader.quiz.grading import RegradedAttempt

# ---- `grader quiz list`: the quizzes, and how one did.


@click.command(name="list", short_help="The quizzes, and how you did.")
@course_option
@json_option
def list_command(course_folder: str | None, as_json: bool) -> int:
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
        print_json({"schema": 1, "quizzes": rows})
    else:
        click.echo(render_quizzes(found, style()))
    return 0


# ---- `grader quiz grade`: the attempts of a class.


SHOWN = 20


@click.command(name="grade", short_help="Grade a folder of attempts.")
@click.argument("quiz")
@click.argument("attempts", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", required=True, help="Where grades go.")
@click.option("--roster", type=click.Path(path_type=Path), metavar="CSV", help="Who is in the class: names to ids.")
@course_option
@json_option
def grade_command(
    quiz: str, attempts: Path, out: Path, roster: Path | None, course_folder: str | None, as_json: bool
) -> int:
    """Grade all attempts at QUIZ in ATTEMPTS, a folder or zip as your course system gave it, or one file.

    Scores go into DIR/gradebook.db, beside those of 'grader batch'. Run it again after the key was corrected, or a
    question dropped: every attempt is graded anew, and what changed is told.

    \b
    Example:
      grader quiz grade attention downloads/attempts.zip --out graded
    """
    from grader.api import grade_quiz

    summary = grade_quiz(open_course(course_folder), quiz, attempts, out, roster=roster)
    if as_json:
        print_json(_facts(summary))
    else:
        _tell(summary, out)
    return 0


def _facts(summary: QuizSummary) -> dict[str, Any]:
    grading = summary.grading
    problems = [{"kind": "unreadable", "file": "", "student": "", "sentence": sentence} for sentence in summary.unread]
    problems += [
        {"kind": problem.trouble.value, "file": problem.label, "student": problem.student, "sentence": problem.sentence}
        for problem in grading.problems
    ]
    return {
        "schema": 1,
        "quiz": summary.quiz.id,
        "students": summary.students,
        "attempts": len(grading.attempts),
        "counting": sum(not sheet.why_not for sheet in grading.attempts),
        "problems": problems,
        "changes": [asdict(change) for change in grading.changes],
        "elsewhere": dict(grading.elsewhere),
        "stale": grading.stale,
        "missing": list(summary.missing),
    }


def _tell(summary: QuizSummary, out: Path) -> None:
    paint, quiz, grading, missing = style(), summary.quiz, summary.grading, summary.missing
    counting = sum(not sheet.why_not for sheet in grading.attempts)
    counts = f"{counting} of {len(grading.attempts)} attempts count, {counted(summary.students, 'student')}"
    click.echo(f"{paint.bold(paint.clean(quiz.title))}: {counts}.")
    _some([f"{paint.warn('!')} {paint.clean(problem)}" for problem in (*map(str, grading.problems), *summary.unread)])
    _tell_changes(grading.changes)
    if grading.stale:
        click.echo(
            f"{grading.stale} graded before by an earlier key are not among these files; they keep their scores."
        )
    if grading.elsewhere:
        others = ", ".join(f"{name} ({count})" for name, count in sorted(grading.elsewhere.items()))
        click.echo(paint.dim(f"Attempts at other quizzes were left alone: {others}."))
    if missing:
        more = f" and {len(missing) - SHOWN} more" if len(missing) > SHOWN else ""
        click.echo(f"Handed in nothing: {', '.join(map(paint.clean, missing[:SHOWN]))}{more}.")
    click.echo(f"Grades: {out / f'quiz_{quiz.id}.csv'}   Feedback: {out / 'quizzes' / quiz.id}")


def _tell_changes(changes: Sequence[RegradedAttempt]) -> None:
    paint = style()
    if changes:
        click.echo(paint.bold(f"Other scores than before: {len(changes)}"))
    _some(
        [
            f"  {paint.clean(change.student)}, attempt {change.attempt}: {change.old:g} of {change.old_maximum:g} "
            f"{paint.arrow} {change.new:g} of {change.new_maximum:g} ({', '.join(change.questions)})"
            for change in changes
        ]
    )


def _some(lines: Sequence[str]) -> None:
    for text in lines[:SHOWN]:
        click.echo(text)
    if len(lines) > SHOWN:
        click.echo(f"  {style().ellipsis} and {len(lines) - SHOWN} more; --json lists all")


# ---- `grader quiz stats`: how the questions of a quiz did.


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
def stats_command(quiz: str, out: Path, which: str, html: Path | None, course_folder: str | None, as_json: bool) -> int:
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
    from grader.render.quiz_stats import render_stats, stats_page

    course = open_course(course_folder)
    found = find_quiz(course, quiz)
    plain = for_moodle(lambda latex: readable(latex, Notation())).plain
    with open_book(out) as book:
        made = study(found, book.quiz_results(found.id), WhichAttempts(which), plain)
    if not made.shares:
        raise UsageError(f"no attempt at '{found.id}' is graded in '{out}'; grade them with 'grader quiz grade'")
    if html is not None:
        write_if_changed(html, stats_page(made, course.title).encode())
    if as_json:
        print_json(made.to_json())
    else:
        click.echo(render_stats(made, style()))
    if html is not None:
        note(f"the page with charts is {html}")
    return 0


# ---- `grader quiz export`: a quiz for Moodle or Canvas.


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
def export_command(quiz: str, form: str, out: Path, variants: int, course_folder: str | None, as_json: bool) -> int:
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
        print_json({"schema": 1, **facts, "warnings": list(made.warnings)})
        return 0
    paint = style()
    for warning in made.warnings:
        note(paint.clean(warning))
    click.echo(f"{paint.bold(found.title)}: {made.questions} question{'s' * (made.questions != 1)} in {out}")
    return 0
