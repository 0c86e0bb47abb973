"""`grader override`: an instructor's own word on one exercise of one student."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli.books import item_name, open_book, out_argument
from grader.cli.common import course_option, json_option, note, open_course, style
from grader.errors import UsageError
from grader.report.style import counted, wrap

if TYPE_CHECKING:
    from grader.batch.output import Written
    from grader.course import Course
    from grader.store import Gradebook, Override


@click.command(name="override", short_help="Set a score by hand, comment, or excuse.")
@out_argument
@click.argument("student", required=False)
@click.argument("exercise", required=False)
@click.option(
    "--score", type=float, metavar="N", help="These points, whatever the checks say; lateness takes none off."
)
@click.option("--comment", default="", metavar="TEXT", help="A word to the student, shown in the feedback.")
@click.option("--excuse", is_flag=True, help="It does not count for this student.")
@click.option("--remove", is_flag=True, help="Take the override back; what the checks say counts again.")
@click.option("--withdraw", is_flag=True, help="The student has left: take all that is theirs out of the gradebook.")
@click.option("--reason", default="", metavar="TEXT", help="Why. Shown in the feedback, and kept in the audit trail.")
@click.option("--history", is_flag=True, help="List also those that are no longer in force.")
@course_option
@json_option
def command(
    out: Path,
    student: str | None,
    exercise: str | None,
    score: float | None,
    comment: str,
    excuse: bool,
    remove: bool,
    withdraw: bool,
    reason: str,
    history: bool,
    course_folder: str | None,
    as_json: bool,
) -> int:
    """Decide by hand about EXERCISE (or quiz) of STUDENT. It stays when the class is graded again. Without a student,
    list what was decided. With --withdraw, STUDENT leaves the class.

    \b
    Example:
      grader override graded ada masking --score 7 --reason "right by hand"
      grader override graded ada masking --comment "Nice." --reason "praise"
      grader override graded ada masking --remove --reason "wrong student"
      grader override graded bo --withdraw --reason "left the course"
      grader override graded
    """
    if student is None:
        with open_book(out) as book:
            return _list(list(book.overrides(history)), as_json)
    if exercise is None and not withdraw:
        raise UsageError("name the exercise, too: grader override OUT STUDENT EXERCISE")
    _refuse_nonsense(score, comment, excuse, remove, withdraw, reason)
    course = open_course(course_folder)
    if exercise is None:
        return _withdraw(course, out, student, reason, as_json)
    if withdraw:
        raise UsageError("--withdraw is about all that a student did; leave the exercise out")
    with open_book(out) as book:
        item = item_name(course, exercise)
        if remove:
            book.remove_override(book.student(student).id, item, reason)
        else:
            _decide(book, student, item, score, comment, excuse, reason)
        written = _write(course, book, out)
    _tell(written, student, item, as_json)
    if score is not None:
        _tell_if_above(written, item, score)
    return 0


def _refuse_nonsense(
    score: float | None, comment: str, excuse: bool, remove: bool, withdraw: bool, reason: str
) -> None:
    """Before anything is opened; what a gradebook refuses, it says itself."""
    decides = score is not None or bool(comment) or excuse
    if withdraw and (decides or remove):
        raise UsageError("--withdraw takes the student out of the gradebook; leave the other options out")
    if remove and decides:
        raise UsageError("--remove takes the whole override back; leave the other options out")
    if not reason.strip():
        raise UsageError('say why in a few words, with --reason "…"; it is shown in the feedback')


def _decide(
    book: Gradebook, student: str, item: str, score: float | None, comment: str, excuse: bool, reason: str
) -> None:
    from grader.store import Override

    book.override(Override(student, item, reason, score=score, comment=comment, excused=excuse))


def _withdraw(course: Course, out: Path, student: str, reason: str, as_json: bool) -> int:
    with open_book(out) as book:
        book.remove_student(student, reason)
        written = _write(course, book, out)
    if as_json:
        click.echo(json.dumps({"schema": 1, "student": student, "withdrawn": True, "left": written.overview.students}))
        return 0
    paint, left = style(), counted(written.overview.students, "student")
    told = f"{paint.clean(student)} is out of the gradebook; {left} left. Take their files away, too, or the next batch"
    click.echo("\n".join(wrap(f"{told} brings them back.", paint.width)))
    return 0


def _write(course: Course, book: Gradebook, out: Path) -> Written:
    from grader.batch.output import write_outputs

    return write_outputs(course, book, out)


def _tell(written: Written, student: str, item: str, as_json: bool) -> None:
    from grader.report.classroom import render_changes

    row = next(row for row in written.rows() if row.student == student)
    names = [one.name for one in written.items]
    score = row.scores[names.index(item)] if item in names else None
    if as_json:
        facts = {"student": student, "exercise": item, "score": score, "total": row.total, "maximum": row.maximum}
        click.echo(json.dumps({"schema": 1, **facts}, ensure_ascii=False))
        return
    paint = style()
    click.echo(f"{paint.clean(student)}, {item}: {score or 'no points'}. Total: {row.total} of {row.maximum}.")
    for line in render_changes([(one.student, one.old, one.new) for one in written.changes], paint):
        click.echo(line)
    click.echo(f"{paint.arrow} {written.out / row.page}")


def _tell_if_above(written: Written, item: str, score: float) -> None:
    most = next((one.maximum for one in written.items if one.name == item), None)
    if most is None:
        note(f"'{item}' does not count in this gradebook, so the score changes no mark")
    elif score > most:
        note(f"{score:g} is more than the {most:g} points of '{item}'")


def _list(found: list[Override], as_json: bool) -> int:
    if as_json:
        click.echo(json.dumps({"schema": 1, "overrides": [_as_json(one) for one in found]}, ensure_ascii=False))
        return 0
    from grader.report.names import readable

    if not found:
        click.echo("Nothing was decided by hand.")
    paint = style()
    for one in found:
        what = "excused" if one.excused else f"{one.score:g} points" if one.score is not None else "comment"
        by = f"{one.at:%Y-%m-%d} {one.who}" if one.at else one.who
        gone = paint.dim(" (taken back)") if one.removed else ""
        said = f": {paint.clean(readable(one.comment))}" if one.comment else ""
        who = paint.accent(paint.clean(one.student))
        why = paint.dim(paint.clean(f"{one.reason} ({by})"))
        click.echo("\n".join(wrap(f"{who} {one.item} {paint.dot} {what}{said}{gone} {why}", paint.width, "  ", "")))
    return 0


def _as_json(one: Override) -> dict[str, Any]:
    times = {"at": one.at and one.at.isoformat(), "removed": one.removed and one.removed.isoformat()}
    return {**vars(one), **times}
