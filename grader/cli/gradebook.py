"""Commands on a graded class: `grader report`, `override`, `audit`, `regrade`, `export`."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import common
from grader.errors import UsageError
from grader.gradebook import MarkChange, Override
from grader.text import counted

if TYPE_CHECKING:
    from grader.batch.lms_export import ExportRequest, ExportResult
    from grader.batch.outputs import OutputSummary
    from grader.course import Course
    from grader.gradebook import Gradebook, Student

out_argument = click.argument("out", type=common.PATH)


@click.command(name="report")
@out_argument
@click.option("--anew", is_flag=True, help="Compare every file, even if nothing it depends on has changed.")
@common.assignment_option
@common.standard_options
def report_command(out: Path, anew: bool, assignment: str, course_folder: str | None, as_json: bool) -> None:
    """Show the class that 'grader batch' graded into OUT, and update its files where they are out of date.

    \b
    Example:
      grader report graded
      grader report graded --json
    """
    from grader.batch.outputs import write_outputs
    from grader.render.classroom import render_class

    course = common.open_course(course_folder)
    with common.open_book(out) as book:
        _settle(course, book, assignment)
        written = write_outputs(course, book, out, anew=anew)
    if as_json:
        files = {"written": written.written, "kept": written.kept, "removed": written.removed}
        rows = [row.to_json() for row in written.rows()]
        common.print_json({**written.overview.to_json(), "rows": rows, "files": files})
        return
    click.echo(render_class(written.overview, written.rows(), common.style()))
    if written.changes:
        click.echo(f"\n{counted(len(written.changes), 'mark')} changed since the last run.")
    click.echo()
    common.print_places(out)


@click.command(name="override")
@out_argument
@click.argument("student", required=False)
@click.argument("exercise", required=False)
@click.option("--score", type=float, metavar="N", help="Set the points, regardless of checks and lateness.")
@click.option("--extend", default="", metavar="TIME", help="For an assignment: a later due date, such as '3 days'.")
@click.option("--allow-above", is_flag=True, help="The score may be above the maximum of the exercise.")
@click.option("--comment", default="", metavar="TEXT", help="A comment for the student, shown in the feedback.")
@click.option("--excuse", is_flag=True, help="Do not count the exercise for this student.")
@click.option("--remove", is_flag=True, help="Remove the override; the result of the checks counts again.")
@click.option("--withdraw", is_flag=True, help="Remove the student and all their work from the gradebook.")
@click.option("--reason", default="", metavar="TEXT", help="Why. Shown in the feedback and kept in the audit trail.")
@click.option("--history", is_flag=True, help="Also list overrides that were removed or replaced.")
@common.standard_options
def override_command(
    out: Path,
    student: str | None,
    exercise: str | None,
    score: float | None,
    extend: str,
    allow_above: bool,
    comment: str,
    excuse: bool,
    remove: bool,
    withdraw: bool,
    reason: str,
    history: bool,
    course_folder: str | None,
    as_json: bool,
) -> None:
    """Override the result of STUDENT in EXERCISE (or a quiz), or excuse STUDENT from a whole assignment, or extend it.
    Overrides stay when the class is graded again. Without a student, list the overrides. With --withdraw, remove
    STUDENT from the class.

    \b
    Example:
      grader override graded ada masking --score 7 --reason "right by hand"
      grader override graded ada masking --comment "Nice." --reason "praise"
      grader override graded ada masking --remove --reason "wrong student"
      grader override graded bo hw1 --extend "3 days" --reason "ill"
      grader override graded bo hw1 --excuse --reason "ill all term"
      grader override graded bo --withdraw --reason "left the course"
      grader override graded
    """
    from grader.batch.outputs import write_outputs
    from grader.batch.rules import assignment_names

    if student is None:
        with common.open_book(out) as book:
            _list(list(book.overrides(history)), as_json)
        return
    decides = score is not None or bool(comment) or excuse or bool(extend)
    mistakes = {
        "name the exercise, too: grader override OUT STUDENT EXERCISE": exercise is None and not withdraw,
        "--allow-above is about a score; give one with --score N": allow_above and score is None,
        "--withdraw removes the student; leave out the other options": withdraw and (decides or remove),
        "--withdraw removes everything a student did; leave out the exercise": withdraw and exercise is not None,
        "--remove removes the whole override; leave out the other options": remove and decides,
        'give a reason with --reason "…"; it is shown in the feedback': not reason.strip(),
    }
    for sentence, is_mistake in mistakes.items():
        if is_mistake:
            raise UsageError(sentence)
    course = common.open_course(course_folder)
    with common.open_book(out) as book:
        _settle(course, book)
        item = _item_name(course, exercise, assignment_names(course, book)) if exercise else ""
        if problem := _wrong_for(course, item, score, extend):
            raise UsageError(problem)
        student = book.student_meant(student).id
        wanted = Override(student, item, reason, score, comment, excused=excuse, extension=extend)
        if withdraw:
            book.remove_student(student, reason)
        elif remove:
            book.remove_override(student, item, reason)
        else:
            if score is not None and not allow_above:
                _refuse_above(course, book, student, item, score)
            book.override(wanted)
        written = write_outputs(course, book, out)
    if withdraw:
        _report_withdrawal(student, written.overview.students, as_json)
    else:
        _report_override(written, wanted, as_json)


def _report_withdrawal(student: str, left: int, as_json: bool) -> None:
    if as_json:
        common.print_json({"schema": 1, "student": student, "withdrawn": True, "left": left})
    else:
        removed = f"{common.style().clean(student)} was removed from the gradebook; {counted(left, 'student')} left."
        common.print_wrapped(f"{removed} Delete their files as well, or the next batch adds them again.")


def _refuse_above(course: Course, book: Gradebook, student: str, item: str, score: float) -> None:
    """UsageError if the score is above the maximum that the student's mark has for the item."""
    from grader.batch.rules import rules_of
    from grader.marks import items_of, marks

    rules = replace(rules_of(course, book), items=items_of(course, [item]))
    for mark in marks(rules, book.records([student])):
        for one in mark.items:
            if one.item == item and float(one.maximum) < score < inf:
                above = f"{score:g} is more than the {float(one.maximum):g} points of '{item}'"
                raise UsageError(f"{above}; add --allow-above if that is meant")


def _list(found: list[Override], as_json: bool) -> None:
    from grader.render.style import readable

    if as_json:
        common.print_json({"schema": 1, "overrides": [vars(one) for one in found]})
    elif not found:
        click.echo("There are no overrides.")
    else:
        paint = common.style()
        for one in found:
            removed = paint.dim(" (removed)") if one.removed else ""
            by = f"{one.at:%Y-%m-%d} {one.who}" if one.at else one.who
            who, why = paint.accent(paint.clean(one.student)), paint.dim(paint.clean(f"{one.reason} ({by})"))
            what = paint.clean(readable(_decided(one)))
            common.print_wrapped(f"{who} {one.item} {paint.dot} {what}{removed}; {why}", "  ", "")


def _decided(one: Override) -> str:
    """What was decided, in a few words."""
    parts = ["excused" if one.excused else f"{one.score:g} points" if one.score is not None else ""]
    parts += [f"extended ({one.extension})" if one.extension else "", f"comment: {one.comment}" if one.comment else ""]
    return ", ".join(filter(None, parts))


def _report_override(written: OutputSummary, decided: Override, as_json: bool) -> None:
    student, item = decided.student, decided.item
    row = next(row for row in written.rows() if row.student == student)
    items = written.rules.items
    counting = {one.name: (one.maximum, score) for one, score in zip(items, row.scores, strict=True)}
    most, score = counting.get(item, (None, None))
    if as_json:
        facts = {"student": student, "exercise": item, "score": score, "total": row.total, "maximum": row.maximum}
        common.print_json({"schema": 1, **facts})
    else:
        paint = common.style()
        what = (score or "no points") if item in counting else _decided(decided)
        total = "" if row.excused else f" Total: {row.total} of {row.maximum}."
        click.echo(f"{paint.clean(student)}, {item}{f': {what}' if what else ''}.{total}")
        _print_changes(written.changes)
        click.echo(f"{paint.arrow} {written.out / row.page}")
    if decided.extension and written.rules.policy.late is None:
        common.note("lateness costs nothing here, so the extension changes no mark")
    if decided.score is not None and most is None:
        common.note(f"'{item}' is not part of the assignment, so the score changes no mark")


def _print_changes(changes: Sequence[MarkChange]) -> None:
    from grader.render.classroom import render_changes

    for line in render_changes([(one.student, one.old, one.new) for one in changes], common.style()):
        click.echo(line)


def _item_name(course: Course, text: str, assignments: Collection[str] = ()) -> str:
    """The name of the exercise, quiz or assignment that is meant."""
    if text in assignments:
        return text
    quiz = Path(text).stem.lstrip("0123456789_")
    return quiz if quiz in course.quiz_names and quiz not in course.slugs else course.find(text).slug


def _wrong_for(course: Course, item: str, score: float | None, extend: str) -> str:
    """Why this cannot be decided about an item; "" if it can."""
    from grader.course.assignments import Extension

    is_item = item in course.slugs or item in course.quiz_names
    if extend and is_item:
        return f"an extension is for an assignment, not for '{item}'; name the assignment instead"
    if score is not None and not is_item:
        return f"a score is for an exercise or a quiz, not for the assignment '{item}'; name one of its exercises"
    return Extension(extend).problem if extend else ""


def _settle(course: Course, book: Gradebook, assignment: str = "", items: Sequence[str] = ()) -> None:
    """Record which assignment the gradebook is about, and say what people may not expect of it."""
    from grader.batch.rules import settle, waiting_groups

    for sentence in filter(None, (settle(course, book, assignment, items), waiting_groups(course, book))):
        common.note(sentence)


@click.command(name="audit")
@out_argument
@click.argument("student", required=False)
@common.standard_options
def audit_command(out: Path, student: str | None, as_json: bool, **_: object) -> None:
    """Show the audit trail of the class that 'grader batch' graded into OUT, oldest entry first: submissions, results,
    overrides, and every mark that changed. With STUDENT, only the entries about this student.

    \b
    Example:
      grader audit graded
      grader audit graded ada
    """
    from grader.render.classroom import render_audit_entry

    with common.open_book(out) as book:
        if student is not None:
            student = _audited(book, student)
        if as_json:
            common.print_json({"schema": 1, "entries": [vars(entry) for entry in book.audit(student)]})
        else:
            for entry in book.audit(student):
                click.echo(render_audit_entry(entry, common.style()))


def _audited(book: Gradebook, typed: str) -> str:
    """The id of a student of the gradebook, or of one who was removed from it."""
    fits = {one.id for one in book.students()}
    return typed if typed not in fits and next(book.audit(typed), None) else book.student_meant(typed).id


@click.command(name="regrade")
@out_argument
@click.option("--policy", type=common.PATH, metavar="FILE", help="Another policy: a file with the keys of 'policy'.")
@click.option("--exercise", "exercises", multiple=True, metavar="A,B", help="Count these exercises and quizzes.")
@common.assignment_option
@click.option("--dry-run", is_flag=True, help="Show what would change, and change nothing.")
@common.standard_options
def regrade_command(
    out: Path,
    policy: Path | None,
    exercises: tuple[str, ...],
    assignment: str,
    dry_run: bool,
    course_folder: str | None,
    as_json: bool,
) -> None:
    """Recompute the marks of OUT from the current points, policy and assignment. No submission runs. Changed marks are
    shown, and recorded in the audit trail. A policy, or what counts, is kept for later commands on OUT.

    \b
    Example:
      grader regrade graded
      grader regrade graded --policy kinder.yaml --dry-run
      grader regrade graded --exercise softmax,masking
    """
    from grader.batch.outputs import preview_changes, write_outputs
    from grader.batch.rules import keep_policy, named_items, rules_of

    if exercises and assignment:
        raise UsageError(f"the exercises of '{assignment}' stand in assignments.yaml; leave out one of the two options")
    course = common.open_course(course_folder)
    items = named_items(course, exercises)
    with common.open_book(out) as book:
        if dry_run:
            changes = preview_changes(book, rules_of(course, book, assignment, policy, items))
        else:
            if policy:
                keep_policy(course, policy, out)
            _settle(course, book, assignment, items)
            changes = list(write_outputs(course, book, out).changes)
    if as_json:
        common.print_json({"schema": 1, "changes": [vars(change) for change in changes]})
        return
    _print_changes(changes)
    count = counted(len(changes), "mark") if changes else "No mark"
    click.echo(f"{count} {'would change' if dry_run else 'changed'}.")
    if dry_run:
        return
    common.print_places(out)
    if policy:
        kept = common.shown_path(out / "policy.yaml")
        common.print_wrapped(f"The policy is kept in {kept}. Delete that file to return to the one in course.yaml.")


FORMATS = ("canvas", "canvas-comments", "moodle", "moodle-feedback", "gradescope")


@click.command(name="export")
@out_argument
@click.option("--format", "kind", type=click.Choice(FORMATS), required=True, help="What to write; see above.")
@click.option("--template", type=common.PATH, metavar="FILE", help="Canvas's gradebook or Moodle's grading worksheet.")
@click.option("--out", "target", type=common.PATH, metavar="FILE", required=True, help="Where to write.")
@click.option("--exercise", default="", help="Export the points of this exercise or quiz instead of the total.")
@click.option("--column", default="", metavar="TITLE", help="Canvas: the assignment to fill, by title or number.")
@click.option("--student", default="", metavar="STUDENT", help="Only this student.")
@click.option(
    "--missing",
    type=click.Choice(["zero", "blank"]),
    default="zero",
    show_default=True,
    help="What Canvas and Moodle get for students who submitted nothing.",
)
@click.option(
    "--hidden-checks",
    type=click.Choice(["visible", "after_due_date", "after_published", "hidden"]),
    default="visible",
    show_default=True,
    help="Gradescope: when students see how hidden checks ended, and with them the total.",
)
@click.option("--no-comments", is_flag=True, help="Moodle: leave the comments unchanged.")
@common.assignment_option
@common.standard_options
def export_command(
    out: Path,
    kind: str,
    template: Path | None,
    target: Path,
    exercise: str,
    column: str,
    student: str,
    missing: str,
    hidden_checks: str,
    no_comments: bool,
    assignment: str,
    course_folder: str | None,
    as_json: bool,
) -> None:
    """Export the marks of OUT to an LMS.

    \b
    canvas           the gradebook that Canvas exported, filled in
    canvas-comments  JSON for Canvas's API: a comment for each student
    moodle           the grading worksheet that Moodle exported, filled in
    moodle-feedback  a zip of feedback pages, as Moodle takes it back
    gradescope       a results.json for each student

    \b
    Example:
      grader export graded --format canvas --template from.csv --out to.csv
      grader export graded --format moodle --template from.csv --out to.csv
      grader export graded --format gradescope --out gradescope
    """
    from grader.batch.lms_export import ExportFormat, ExportRequest, export

    course = common.open_course(course_folder)
    item = _item_name(course, exercise) if exercise else ""
    request = ExportRequest(
        ExportFormat(kind),
        target,
        template,
        item,
        column,
        student,
        comments=not no_comments,
        assignment=assignment,
        blank=missing == "blank",
        hidden_checks=hidden_checks,
    )
    with common.open_book(out) as book:
        done = export(course, book, request)
    if as_json:
        kinds = ("unmatched", "unfinished", "missing", "not_understood")
        left_out = {kind: [one.id for one in vars(done)[kind]] for kind in kinds}
        common.print_json({"schema": 1, "file": str(target), **vars(done), **left_out})
        return
    click.echo(f"{counted(done.students, 'student')} in {common.shown_path(target)}.")
    for sentence in (*_left_out(done, request, out), *done.notes):  # it may name many students
        common.print_wrapped(common.style(sys.stderr).clean(sentence), "  ", "grader: ", err=True)


def _left_out(done: ExportResult, request: ExportRequest, out: Path) -> Iterator[str]:
    """Sentences about students who are not in the export, or who got nothing."""
    from grader.batch.lms_export import names_of

    def listed(students: Sequence[Student]) -> str:
        return f"({len(students)}): {names_of(students)}"

    if done.unmatched:
        yield f"not found in the table {listed(done.unmatched)}"
    if done.unfinished:
        yield f"left out, not completely graded {listed(done.unfinished)}"
    if done.missing:
        words = "left blank" if request.blank else "0 points"
        yield f"submitted nothing that counts, {words} {listed(done.missing)}"
    if done.not_understood:
        lost = f"0 points though something was submitted, as it was not understood {listed(done.not_understood)}"
        yield f"{lost}; to see why: grader report {common.shown_path(out)}"
