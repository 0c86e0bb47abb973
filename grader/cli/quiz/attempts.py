"""Commands about quizzes that ask no questions: `grader quiz list`, `grade`, `stats`, `export`."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click

from grader.cli import common
from grader.errors import UsageError
from grader.files import write_if_changed
from grader.quiz.session import find_quiz
from grader.render.latex import Notation, readable
from grader.text import counted

if TYPE_CHECKING:
    from grader.api import QuizSummary


@click.command(name="list")
@common.standard_options
def list_command(course_folder: str | None, as_json: bool) -> None:
    """List the quizzes: the number of questions, attempts used and left, your best score, and what is due for review.

    \b
    Example:
      grader quiz list
      grader quiz list --json
    """
    from grader.render.quiz import render_quizzes
    from grader.student.quizzes import quiz_standings

    found = quiz_standings(common.open_course(course_folder), common.my_workspace(), common.here(), datetime.now(UTC))
    for standing in found:
        if standing.problem:
            common.note(standing.problem)
    if as_json:
        common.print_json({"schema": 1, "quizzes": [standing.to_json() for standing in found]})
    else:
        click.echo(render_quizzes(found, common.style()))


@click.command(name="grade")
@click.argument("quiz")
@click.argument("attempts", type=common.PATH)
@click.option("--out", type=common.PATH, metavar="DIR", required=True, help="Where to write the grades.")
@click.option("--roster", type=common.PATH, metavar="CSV", help="The class list: names and ids.")
@common.assignment_option
@common.standard_options
def grade_command(
    quiz: str,
    attempts: Path,
    out: Path,
    roster: Path | None,
    assignment: str,
    course_folder: str | None,
    as_json: bool,
) -> None:
    """Grade all attempts at QUIZ in ATTEMPTS: a folder or zip as your LMS exported it, or one file.

    Scores go into DIR/gradebook.db, beside those of 'grader batch'. Run it again after you corrected the key or dropped
    a question: every attempt is graded again, and changes are reported.

    \b
    Example:
      grader quiz grade attention downloads/attempts.zip --out graded
    """
    from grader.api import grade_quiz

    course = common.open_course(course_folder)
    summary = grade_quiz(course, quiz, attempts, out, roster=roster, assignment=assignment)
    if summary.note:
        common.note(summary.note)
    grading = summary.grading
    counting = sum(not attempt.why_not for attempt in grading.attempts)
    if not as_json:
        _report(summary, counting, out)
        return
    problems = [{"kind": "unreadable", "file": "", "student": "", "sentence": sentence} for sentence in summary.unread]
    problems += [
        {"kind": problem.trouble.value, "file": problem.label, "student": problem.student, "sentence": problem.sentence}
        for problem in grading.problems
    ]
    facts = {
        "schema": 1,
        "quiz": summary.quiz.id,
        "students": summary.students,
        "attempts": len(grading.attempts),
        "counting": counting,
        "problems": problems,
        "changes": [asdict(change) for change in grading.changes],
        "elsewhere": dict(grading.elsewhere),
        "stale": grading.stale,
        "missing": list(summary.missing),
        "assignment": summary.assignment,
        "counts": summary.counts,
    }
    common.print_json(facts)


def _report(summary: QuizSummary, counting: int, out: Path) -> None:
    paint, quiz, grading = common.style(), summary.quiz, summary.grading
    counts = f"{counting} of {len(grading.attempts)} attempts count, {counted(summary.students, 'student')}"
    click.echo(f"{paint.bold(paint.clean(quiz.title))}: {counts}.")
    common.print_problems([*map(str, grading.problems), *summary.unread], summary.missing)
    if grading.changes:
        click.echo(paint.bold(f"Changed scores: {len(grading.changes)}"))
        changes = [
            f"{paint.clean(change.student)}, attempt {change.attempt}: {change.old:g} of {change.old_maximum:g} "
            f"{paint.arrow} {change.new:g} of {change.new_maximum:g} ({', '.join(change.questions)})"
            for change in grading.changes
        ]
        common.print_some(changes, "    ")
    if grading.stale:
        stale = f"Attempts graded with an earlier key and not among these files: {grading.stale}."
        click.echo(f"{stale} Their scores were not changed.")
    if grading.elsewhere:
        others = ", ".join(f"{name} ({count})" for name, count in sorted(grading.elsewhere.items()))
        click.echo(paint.dim(f"Attempts at other quizzes were ignored: {others}."))
    if not summary.counts:
        from grader.course.assignments import ASSIGNMENTS, DEFAULT

        count = f"name all that counts: grader regrade {quote(str(out))} --exercise A,B,{quiz.id}"
        if summary.assignment != DEFAULT:
            count = f"add it to the exercises of '{summary.assignment}' in {ASSIGNMENTS}"
        told = f"'{quiz.id}' is not part of the assignment '{summary.assignment}', and changes no mark"
        common.note(f"{told}; to count it, {count}")
    click.echo(f"Grades: {out / f'quiz_{quiz.id}.csv'}   Feedback: {out / 'quizzes' / quiz.id}")


@click.command(name="stats")
@click.argument("quiz")
@click.option("--out", type=common.PATH, metavar="DIR", required=True, help="Where the grades are.")
@click.option(
    "--attempts",
    "which",
    type=click.Choice(["first", "last", "best", "all"]),
    default="first",
    show_default=True,
    help="Which attempts of each student to analyse.",
)
@click.option("--html", type=common.PATH, metavar="FILE", help="Also write a page with charts.")
@common.standard_options
def stats_command(
    quiz: str, out: Path, which: str, html: Path | None, course_folder: str | None, as_json: bool
) -> None:
    """Analyse the questions of QUIZ as Moodle does, from the gradebook that 'grader quiz grade' wrote into DIR.

    The analysis shows how easy each question was, how well it separates strong from weak students, which options were
    chosen, and which questions need a look.

    \b
    Example:
      grader quiz stats attention --out graded
      grader quiz stats attention --out graded --html attention.html
    """
    from grader.quiz.analysis import WhichAttempts, study
    from grader.quiz.export.common import for_moodle
    from grader.render.quiz_stats import render_stats, stats_page

    course = common.open_course(course_folder)
    found = find_quiz(course, quiz)
    plain = for_moodle(lambda latex: readable(latex, Notation())).plain
    with common.open_book(out) as book:
        made = study(found, book.quiz_results(found.id), WhichAttempts(which), plain)
    if not made.shares:
        raise UsageError(f"'{out}' has no graded attempts at '{found.id}'; grade them with 'grader quiz grade'")
    if html is not None:
        write_if_changed(html, stats_page(made, course.title).encode())
    if as_json:
        common.print_json(made.to_json())
    else:
        click.echo(render_stats(made, common.style()))
    if html is not None:
        common.note(f"the page with charts was written to {html}")


@click.command(name="export")
@click.argument("quiz")
@click.option(
    "--format",
    "form",
    type=click.Choice(["gift", "moodle-xml", "qti12", "html"]),
    required=True,
    help="gift and moodle-xml are for Moodle; qti12 is a package for Canvas; html is a page to practise on.",
)
@click.option("--out", type=common.PATH, metavar="FILE", required=True, help="The file to write.")
@click.option(
    "--variants",
    type=click.IntRange(1, 100),
    default=1,
    show_default=True,
    metavar="N",
    help="Versions of each question with random numbers.",
)
@common.standard_options
def export_command(quiz: str, form: str, out: Path, variants: int, course_folder: str | None, as_json: bool) -> None:
    """Write QUIZ to a file that Moodle or Canvas imports. Features that the format lacks are reported.

    With html, write one page to practise on, which needs neither network nor server: it checks answers, explains them
    and adds up the points. It holds the answers, so graded quizzes are refused.

    \b
    Example:
      grader quiz export attention --format moodle-xml --out attention.xml
      grader quiz export attention --format qti12 --variants 5 --out attention.zip
      grader quiz export attention --format html --variants 3 --out attention.html
    """
    from grader.course.policy import Attempts
    from grader.quiz.export import ExportedQuiz, QuizFormat, export

    course = common.open_course(course_folder)
    found = find_quiz(course, quiz)

    def letters(latex: str) -> str:
        return readable(latex, Notation())

    if form == "html":
        from grader.quiz.export.practice import practice_page
        from grader.render.html import formula_html, render_practice

        page = practice_page(found, formula_html, letters, variants)
        made = ExportedQuiz(render_practice(page, course.title).encode(), (), sum(map(len, page.questions)))
    else:
        best = course.policy.attempts is Attempts.BEST
        made = export(found, QuizFormat(form), letters, variants, best)
    write_if_changed(out, made.data)
    if as_json:
        facts = {"quiz": found.id, "format": form, "file": str(out), "questions": made.questions}
        common.print_json({"schema": 1, **facts, "warnings": list(made.warnings)})
        return
    paint = common.style()
    for warning in made.warnings:
        common.note(paint.clean(warning))
    click.echo(f"{paint.bold(found.title)}: {counted(made.questions, 'question')} in {out}")
