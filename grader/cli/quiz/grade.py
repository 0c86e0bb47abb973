"""`grader quiz grade`: the attempts of a class."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli.common import course_option, json_option, open_course, style
from grader.render.style import counted

if TYPE_CHECKING:
    from grader.api import QuizSummary
    from grader.quiz.grading import RegradedAttempt

SHOWN = 20


@click.command(name="grade", short_help="Grade a folder of attempts.")
@click.argument("quiz")
@click.argument("attempts", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", required=True, help="Where grades go.")
@click.option("--roster", type=click.Path(path_type=Path), metavar="CSV", help="Who is in the class: names to ids.")
@course_option
@json_option
def command(quiz: str, attempts: Path, out: Path, roster: Path | None, course_folder: str | None, as_json: bool) -> int:
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
        click.echo(json.dumps(_facts(summary), ensure_ascii=False))
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
        "attempts": len(grading.sheets),
        "counting": sum(not sheet.why_not for sheet in grading.sheets),
        "problems": problems,
        "changes": [asdict(change) for change in grading.changes],
        "elsewhere": dict(grading.elsewhere),
        "stale": grading.stale,
        "missing": list(summary.missing),
    }


def _tell(summary: QuizSummary, out: Path) -> None:
    paint, quiz, grading, missing = style(), summary.quiz, summary.grading, summary.missing
    counting = sum(not sheet.why_not for sheet in grading.sheets)
    counts = f"{counting} of {len(grading.sheets)} attempts count, {counted(summary.students, 'student')}"
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
