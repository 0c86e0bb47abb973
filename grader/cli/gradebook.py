"""Commands on a graded class: `grader report`, `override`, `audit`, `regrade`, `export`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from grader.cli.common import course_option, json_option, note, open_course, print_json, shown_path, style
from grader.errors import UsageError
from grader.render.style import wrap
from grader.text import counted

if TYPE_CHECKING:
    from grader.batch.lms_export import ExportResult
    from grader.batch.outputs import OutputSummary
    from grader.course import Course
    from grader.gradebook import AuditEntry, Gradebook, MarkChange, Override
    from grader.render.style import Style

# ---- What the commands about a graded class share: its folder, its gradebook, where to look next.


F = TypeVar("F", bound=Callable[..., Any])


def out_argument(function: F) -> F:
    return click.argument("out", type=click.Path(path_type=Path))(function)


def open_book(out: Path) -> Gradebook:
    """UsageError if there is no gradebook."""
    from grader.gradebook import GRADEBOOK, Gradebook, me

    if not (out / GRADEBOOK).is_file():
        raise UsageError(f"'{out}' holds no gradebook; name the folder that 'grader batch --out' wrote")
    return Gradebook.open(out / GRADEBOOK, who=me(), create=False)


def item_name(course: Course, text: str) -> str:
    """The exercise or quiz that is meant."""
    quiz = Path(text).stem.lstrip("0123456789_")
    return quiz if quiz in course.quiz_names and quiz not in course.slugs else course.find(text).slug


def where_to_look(written: OutputSummary, style: Style) -> str:
    from grader.batch.outputs import GRADES, REPORT

    places = [shown_path(written.out / name) for name in (GRADES, REPORT, "feedback")]
    return "\n".join(f"{style.arrow} {place}" for place in places)


# ---- `grader report`: the class in the terminal, and its files written again.


@click.command(name="report", short_help="A graded class: the table, and its files written again.")
@out_argument
@click.option("--anew", is_flag=True, help="Compare every file, also those that nothing has changed for.")
@course_option
@json_option
def report_command(out: Path, anew: bool, course_folder: str | None, as_json: bool) -> int:
    """Show the class that 'grader batch' graded into OUT, and write its files again where they are out of date.

    \b
    Example:
      grader report graded
      grader report graded --json
    """
    from grader.batch.outputs import write_outputs
    from grader.render.classroom import render_class

    with open_book(out) as book:
        written = write_outputs(open_course(course_folder), book, out, anew=anew)
    if as_json:
        facts: dict[str, Any] = {**written.overview.to_json(), "rows": [row.to_json() for row in written.rows()]}
        files = {"written": written.written, "kept": written.kept, "removed": written.removed}
        print_json({**facts, "files": files})
    else:
        click.echo(render_class(written.overview, written.rows(), style()))
        if written.changes:
            click.echo(f"\n{counted(len(written.changes), 'mark')} changed since the last time.")
        click.echo(f"\n{where_to_look(written, style())}")
    return 0


# ---- `grader override`: an instructor's own word on one exercise of one student.


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
def override_command(
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
    _tell_override(written, student, item, as_json)
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
    from grader.gradebook import Override

    book.override(Override(student, item, reason, score=score, comment=comment, excused=excuse))


def _withdraw(course: Course, out: Path, student: str, reason: str, as_json: bool) -> int:
    with open_book(out) as book:
        book.remove_student(student, reason)
        written = _write(course, book, out)
    if as_json:
        print_json({"schema": 1, "student": student, "withdrawn": True, "left": written.overview.students})
        return 0
    paint, left = style(), counted(written.overview.students, "student")
    told = f"{paint.clean(student)} is out of the gradebook; {left} left. Take their files away, too, or the next batch"
    click.echo("\n".join(wrap(f"{told} brings them back.", paint.width)))
    return 0


def _write(course: Course, book: Gradebook, out: Path) -> OutputSummary:
    from grader.batch.outputs import write_outputs

    return write_outputs(course, book, out)


def _tell_override(written: OutputSummary, student: str, item: str, as_json: bool) -> None:
    from grader.render.classroom import render_changes

    row = next(row for row in written.rows() if row.student == student)
    names = [one.name for one in written.items]
    score = row.scores[names.index(item)] if item in names else None
    if as_json:
        facts = {"student": student, "exercise": item, "score": score, "total": row.total, "maximum": row.maximum}
        print_json({"schema": 1, **facts})
        return
    paint = style()
    click.echo(f"{paint.clean(student)}, {item}: {score or 'no points'}. Total: {row.total} of {row.maximum}.")
    for line in render_changes([(one.student, one.old, one.new) for one in written.changes], paint):
        click.echo(line)
    click.echo(f"{paint.arrow} {written.out / row.page}")


def _tell_if_above(written: OutputSummary, item: str, score: float) -> None:
    most = next((one.maximum for one in written.items if one.name == item), None)
    if most is None:
        note(f"'{item}' does not count in this gradebook, so the score changes no mark")
    elif score > most:
        note(f"{score:g} is more than the {most:g} points of '{item}'")


def _list(found: list[Override], as_json: bool) -> int:
    if as_json:
        print_json({"schema": 1, "overrides": [_override_json(one) for one in found]})
        return 0
    from grader.render.style import readable

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


def _override_json(one: Override) -> dict[str, Any]:
    times = {"at": one.at and one.at.isoformat(), "removed": one.removed and one.removed.isoformat()}
    return {**vars(one), **times}


# ---- `grader audit`: who changed what in a gradebook, and when.


_FIELDS = {"submitted": "its time", "late_seconds": "whether it is late", "attempt": "its number", "label": "its name"}


@click.command(name="audit", short_help="Who changed what in a gradebook, and when.")
@out_argument
@click.argument("student", required=False)
@course_option
@json_option
def audit_command(out: Path, student: str | None, as_json: bool, **_: object) -> int:
    """Show the audit trail of the class that 'grader batch' graded into OUT, oldest first: what was handed in, graded
    and decided by hand, and every mark that changed. With STUDENT, what concerns one of them.

    \b
    Example:
      grader audit graded
      grader audit graded ada
    """
    with open_book(out) as book:
        if student is not None and next(book.audit(student), None) is None:
            book.student(student)  # it says so if there is nobody of that name
        if as_json:
            found = [_entry_json(entry) for entry in book.audit(student)]
            print_json({"schema": 1, "entries": found})
            return 0
        for entry in book.audit(student):
            click.echo(_line(entry))
    return 0


def _line(entry: AuditEntry) -> str:
    paint = style()
    whose = " ".join(filter(None, (paint.accent(paint.clean(entry.student)), paint.clean(entry.item))))
    said = " ".join(filter(None, (whose, paint.dot if whose else "", paint.clean(_words(entry)))))
    when = paint.dim(f"{entry.at:%Y-%m-%d %H:%M} UTC")
    return "\n".join(wrap(f"{when} {said} {paint.dim(paint.clean(f'({entry.who})'))}", paint.width, "  ", ""))


def _words(entry: AuditEntry) -> str:
    from grader.gradebook import AuditEvent

    detail = entry.detail
    if entry.what is AuditEvent.SUBMITTED:
        return f"handed in: {detail['label']}" if detail.get("label") else "handed in"
    if entry.what is AuditEvent.CHANGED:
        fields = [words for name, words in _FIELDS.items() if name in detail]
        return f"of a hand-in, {' and '.join(fields) or 'what is known'} changed"
    if entry.what is AuditEvent.GRADED:
        return f"graded, {detail['score']:g} of {detail['max_score']:g}"
    if entry.what is AuditEvent.REGRADED:
        return _regraded(detail)
    if entry.what in (AuditEvent.OVERRIDE, AuditEvent.OVERRIDE_REMOVED):
        decided = _decision(detail) if entry.what is AuditEvent.OVERRIDE else f"taken back: {_decision(detail['old'])}"
        return f"{decided}; {detail['reason']}"
    if entry.what is AuditEvent.MARK:
        return f"mark {detail['old']} → {detail['new']}" if detail["old"] else f"mark {detail['new']}"
    return _about_the_book(entry)


def _regraded(detail: Any) -> str:
    if "questions" in detail:
        return f"graded again, {counted(len(detail['questions']), 'question')} changed"
    return f"graded again, {detail['old_score']:g} → {detail['score']:g} of {detail['max_score']:g}"


def _decision(told: Any) -> str:
    parts = ["excused"] if told["excused"] else []
    parts += [f"{told['score']:g} points by hand"] if told["score"] is not None else []
    parts += [f"comment “{told['comment']}”"] if told["comment"] else []
    return ", ".join(parts)


def _about_the_book(entry: AuditEntry) -> str:
    from grader.gradebook import AuditEvent

    detail = entry.detail
    if entry.what is AuditEvent.RENAMED:
        return f"is '{detail['new']}' from now on" if "new" in detail else f"was '{detail['old']}' before"
    if entry.what is AuditEvent.REMOVED:
        return f"taken out of the gradebook; {detail['reason']}"
    return {AuditEvent.QUIZ_GRADED: "graded", AuditEvent.POLICY: "another policy"}[entry.what]


def _entry_json(entry: AuditEntry) -> dict[str, Any]:
    return {**vars(entry), "at": entry.at.isoformat(), "what": entry.what.value, "detail": dict(entry.detail)}


# ---- `grader regrade`: marks by today's points and policy, from the outcomes that are there.


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
def regrade_command(out: Path, policy: Path | None, dry_run: bool, course_folder: str | None, as_json: bool) -> int:
    """Make the marks of OUT anew, with the points of the exercises and the policy as they are today. No submission is
    run. Marks that change are shown, and kept in the audit trail.

    \b
    Example:
      grader regrade graded
      grader regrade graded --policy kinder.yaml --dry-run
    """
    from grader.batch.outputs import write_outputs
    from grader.course.policy import with_policy

    course = open_course(course_folder)
    course = with_policy(course, policy) if policy else course
    with open_book(out) as book:
        if dry_run:
            return _tell_regrade(_would_change(course, book), as_json, "would change")
        written = write_outputs(course, book, out)
    _tell_regrade(list(written.changes), as_json, "changed")
    if not as_json:
        click.echo(where_to_look(written, style()))
        if policy:
            told = f"Put the keys of '{policy}' into course.yaml: every other command goes by that."
            click.echo("\n".join(wrap(told, style().width)))
    return 0


def _would_change(course: Course, book: Gradebook) -> list[MarkChange]:
    from grader.batch.student_records import counted_items
    from grader.gradebook import MarkChange
    from grader.marks import marks

    items = counted_items(course, book)
    before = {row.student: f"{row.total} of {row.maximum}" for row in book.marks()}
    found = []
    for mark in marks(course.policy, items, book.records()):
        old, new = before.get(mark.student, ""), f"{mark.total} of {mark.maximum}"
        if old and old != new:
            found.append(MarkChange(mark.student, old, new))
    return found


def _tell_regrade(changes: list[MarkChange], as_json: bool, word: str) -> int:
    from grader.render.classroom import render_changes

    if as_json:
        rows = [vars(change) for change in changes]
        print_json({"schema": 1, "changes": rows})
        return 0
    for line in render_changes([(one.student, one.old, one.new) for one in changes], style()):
        click.echo(line)
    count = len(changes)
    click.echo(f"{counted(count, 'mark')} {word}." if count else f"No mark {word}.")
    return 0


# ---- `grader export`: marks for Canvas, Moodle or Gradescope.


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
def export_command(
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
    from grader.batch.lms_export import ExportFormat, ExportRequest, export

    course = open_course(course_folder)
    item = item_name(course, exercise) if exercise else ""
    request = ExportRequest(ExportFormat(kind), target, template, item, column, student, comments=not no_comments)
    with open_book(out) as book:
        done = export(course, book, request)
    if as_json:
        print_json(_export_json(done, target))
    else:
        _tell_export(done, target)
    return 0


def _export_json(done: ExportResult, target: Path) -> dict[str, object]:
    return {
        "schema": 1,
        "file": str(target),
        "students": done.students,
        "files": done.files,
        "unmatched": [student.id for student in done.unmatched],
        "unfinished": [student.id for student in done.unfinished],
        "notes": done.notes,
    }


def _tell_export(done: ExportResult, target: Path) -> None:
    from grader.batch.lms_export import told

    click.echo(f"{counted(done.students, 'student')} in {shown_path(target)}.")
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
