"""`grader quiz grade`: the attempts of a class."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli.common import course_option, json_option, open_course, style

if TYPE_CHECKING:
    from grader.course import Course
    from grader.course.quiz_model import Quiz
    from grader.gradebook import Gradebook
    from grader.quiz.grading import GradedAttempt, QuizGrading, RegradedAttempt, Whose
    from grader.render.lms import QuizRow
    from grader.submission.roster import Roster

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
    from grader.files import make_folder
    from grader.gradebook import GRADEBOOK, Gradebook, Student, me
    from grader.quiz.grading import grade_attempts
    from grader.quiz.session import find_quiz
    from grader.submission.roster import read_roster
    from grader.submission.tree import find_files

    course = open_course(course_folder)
    found = find_quiz(course, quiz)
    listed = read_roster(roster) if roster else None
    unread: list[str] = []
    files = list(find_files(attempts, ".json", unread.append))
    make_folder(out)
    with Gradebook.open(out / GRADEBOOK, who=me(), create=True) as book:
        known = list(book.quiz_results(found.id))
        whose = _whose(book, listed)
        grading = grade_attempts(found, course.seed, files, known, course.quiz_names, whose)
        book.describe(course.title)
        if listed:
            there = {student.id for student in book.students()}
            new = [one for one in listed.students if one.student not in there]
            book.add_students(Student(one.student, one.name, {"email": one.email} if one.email else {}) for one in new)
        book.save_quiz(grading.results)
        rows = list(_rows(course, found, book))
    _write(found, out, rows, grading.sheets)
    missing = _missing(listed, grading) if listed else []
    facts = _facts(found, grading, rows, unread, missing)
    if as_json:
        click.echo(json.dumps(facts, ensure_ascii=False))
    else:
        _tell(found, grading, rows, facts, out)
    return 0


def _whose(book: Gradebook, roster: Roster | None) -> Whose:
    """From the name that a student gave to the id in the roster, or in the gradebook, where one fits."""
    from grader.submission.names import identity
    from grader.submission.roster import Identity

    known: dict[str, set[str]] = {}
    for student in book.students():
        for name in (student.id, student.name, *student.fields.values()):
            known.setdefault(name.strip().casefold(), set()).add(student.id)

    def whose(name: str) -> str:
        who = Identity(name, name, student=name, email=name, anything=name)
        enrolled = roster.find(who) if roster else None
        fits = known.get(name.strip().casefold(), set())
        return enrolled.student if enrolled else next(iter(fits)) if len(fits) == 1 else identity(name)

    return whose


def _rows(course: Course, quiz: Quiz, book: Gradebook) -> Iterator[QuizRow]:
    """Every student who has an attempt, by the course's policy on attempts and lateness."""
    from msgspec.structs import replace

    from grader.course.policy import QUIZZES
    from grader.gradebook import ItemKind
    from grader.marks import GradedItem, marks
    from grader.quiz.paper import draw
    from grader.render.lms import QuizRow

    points = {question.id: question.points for question in quiz.questions if not question.dropped}
    item = GradedItem(quiz.id, quiz.title, QUIZZES, points, draw(quiz, 0).max_points, ItemKind.QUIZ)
    policy = replace(course.policy, counts=(), weights={}, maximum=None, drop={}, extra=())
    students = sorted({result.student for result in book.quiz_results(quiz.id)})
    for record in book.records(students):
        (mark,) = marks(policy, [item], [record])
        (earned,) = mark.items
        tries = [one for one in record.attempts if one.kind is ItemKind.QUIZ and one.item == quiz.id]
        counts = next((one for one in tries if one.number == earned.attempt), None)
        shares = counts.shares if counts else {}
        yield QuizRow(
            student=record.student.id,
            name=record.student.name,
            score=str(earned.score),
            maximum=str(earned.maximum),
            percent=str(mark.percent),
            attempt=str(earned.attempt or ""),
            attempts=str(earned.attempts),
            submitted=counts.submitted.isoformat() if counts and counts.submitted else "",
            how=", ".join(earned.steps),
            points={name: f"{share * points[name]:.4g}" for name, share in shares.items() if name in points},
        )


def _write(quiz: Quiz, out: Path, rows: Sequence[QuizRow], sheets: Sequence[GradedAttempt]) -> None:
    import msgspec

    from grader.batch.manifest import FileNames
    from grader.files import make_folder, write_if_changed, write_pieces
    from grader.quiz.grading import told_to
    from grader.render.lms import quiz_csv

    questions = [question.id for question in quiz.questions if not question.dropped]
    write_pieces(out / f"quiz_{quiz.id}.csv", quiz_csv(questions, rows))
    folder = out / "quizzes" / quiz.id
    make_folder(folder)
    names = FileNames(row.student for row in rows)
    by_student = defaultdict(list)
    for sheet in sheets:
        by_student[sheet.handed.student].append(sheet)
    for row in rows:
        mine = by_student[row.student]
        if mine:
            head = {"schema": 1, "quiz": quiz.id, "title": quiz.title, "student": row.student, "name": row.name}
            head |= {"score": float(row.score), "max_score": float(row.maximum), "how": row.how}
            told = msgspec.json.encode({**head, "attempts": list(told_to(mine))})
            write_if_changed(folder / f"{names.of(row.student)}.json", msgspec.json.format(told, indent=1) + b"\n")


def _missing(roster: Roster, grading: QuizGrading) -> list[str]:
    there = {result.student for result in grading.results}
    return [one.student for one in roster.students if one.student not in there]


def _facts(
    quiz: Quiz, grading: QuizGrading, rows: Sequence[QuizRow], unread: Sequence[str], missing: Sequence[str]
) -> dict[str, Any]:
    from dataclasses import asdict

    problems = [{"kind": "unreadable", "file": "", "student": "", "sentence": sentence} for sentence in unread]
    problems += [
        {"kind": problem.trouble.value, "file": problem.label, "student": problem.student, "sentence": problem.sentence}
        for problem in grading.problems
    ]
    return {
        "schema": 1,
        "quiz": quiz.id,
        "students": len(rows),
        "attempts": len(grading.sheets),
        "counting": sum(not sheet.why_not for sheet in grading.sheets),
        "problems": problems,
        "changes": [asdict(change) for change in grading.changes],
        "elsewhere": dict(grading.elsewhere),
        "stale": grading.stale,
        "missing": list(missing),
    }


def _tell(quiz: Quiz, grading: QuizGrading, rows: Sequence[QuizRow], facts: dict[str, Any], out: Path) -> None:
    paint = style()
    counting = facts["counting"]
    students = f"{len(rows)} student{'s' * (len(rows) != 1)}"
    click.echo(f"{paint.bold(paint.clean(quiz.title))}: {counting} of {facts['attempts']} attempts count, {students}.")
    problems = [*map(str, grading.problems)]
    problems += [problem["sentence"] for problem in facts["problems"] if problem["kind"] == "unreadable"]
    _some([f"{paint.warn('!')} {paint.clean(problem)}" for problem in problems])
    _tell_changes(grading.changes)
    if grading.stale:
        click.echo(
            f"{grading.stale} graded before by an earlier key are not among these files; they keep their scores."
        )
    if grading.elsewhere:
        others = ", ".join(f"{name} ({count})" for name, count in sorted(grading.elsewhere.items()))
        click.echo(paint.dim(f"Attempts at other quizzes were left alone: {others}."))
    if facts["missing"]:
        shown = ", ".join(map(paint.clean, facts["missing"][:SHOWN]))
        more = f" and {len(facts['missing']) - SHOWN} more" if len(facts["missing"]) > SHOWN else ""
        click.echo(f"Handed in nothing: {shown}{more}.")
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
