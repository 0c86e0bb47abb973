"""Marks for Canvas, Moodle and Gradescope: `grader export`."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from itertools import islice
from pathlib import Path

from grader.batch.manifest import FileNames
from grader.batch.rules import rules_of
from grader.batch.student_files import feedback
from grader.batch.student_records import collect
from grader.course import Course
from grader.errors import UsageError, reason_of
from grader.files import make_folder, write_if_changed
from grader.gradebook import AttemptState, Gradebook, ItemKind, Student, StudentHistory
from grader.marks import GradedItem, ItemMark, Mark, marks
from grader.render import lms
from grader.render.feedback import feedback_page, points
from grader.render.lms import Column, CsvTable, Grade, gradescope_json, listed, read_sheet
from grader.submission.roster import Identity, read_roster
from grader.text import counted, did_you_mean

__all__ = ["ExportFormat", "ExportRequest", "ExportResult", "export", "names_of"]

_NAMED = 10  # students in a message


class ExportFormat(StrEnum):
    CANVAS = "canvas"
    CANVAS_COMMENTS = "canvas-comments"
    MOODLE = "moodle"
    MOODLE_FEEDBACK = "moodle-feedback"
    GRADESCOPE = "gradescope"


@dataclass(frozen=True)
class ExportRequest:
    """What to export. `item`: its points instead of the total; `column`: the column of Canvas that gets them. `blank`:
    leave the grades of those empty who submitted nothing. `hidden_checks`: when Gradescope shows them."""

    format: ExportFormat
    out: Path
    template: Path | None = None
    item: str = ""
    column: str = ""
    student: str = ""
    comments: bool = True
    assignment: str = ""
    blank: bool = False
    hidden_checks: str = lms.VISIBLE


@dataclass
class ExportResult:
    """`unmatched`: students who are not in the LMS's table; `unfinished`: those who still wait for a result; `missing`:
    those who submitted nothing; `not_understood`: those with a 0 for something that they handed in and that answers no
    exercise."""

    students: int = 0
    files: int = 1
    unmatched: list[Student] = field(default_factory=list)
    unfinished: list[Student] = field(default_factory=list)
    missing: list[Student] = field(default_factory=list)
    not_understood: list[Student] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def export(course: Course, book: Gradebook, request: ExportRequest) -> ExportResult:
    """Write the marks as an LMS reads them. UsageError, with nothing written, if that is not possible."""
    found = MarksToExport(course, book, request)
    is_current = not request.assignment or request.assignment == book.assignment.name
    if is_current and book.policy not in ("", found.rules.text):
        raise UsageError(
            f"the marks in '{book.path.parent}' were made by other rules than those of today; "
            f"look at what changes with 'grader regrade {book.path.parent} --dry-run', and then make it so without it"
        )
    match request.format:
        case ExportFormat.GRADESCOPE:
            _write_gradescope(found)
        case ExportFormat.MOODLE_FEEDBACK:
            _write_moodle_feedback(found)
        case ExportFormat.CANVAS_COMMENTS:
            _write_canvas_comments(found)
        case _:
            _write_table(found)
    return found.done


class MarksToExport:
    """The marks to export, student by student. Students whose work is not graded yet are listed in `done` instead.

    `item`: the item whose points are exported; None: the total.
    """

    def __init__(self, course: Course, book: Gradebook, request: ExportRequest) -> None:
        self.course = course
        self.book = book
        self.request = request
        self.rules = rules_of(course, book, request.assignment)
        known = {item.name: item for item in self.rules.items}
        if request.item and request.item not in known:
            what = f"is not part of the assignment '{self.rules.assignment.name}'"
            raise UsageError(f"'{request.item}' {what}{did_you_mean(request.item, known)}")
        self.item = known.get(request.item)
        self.done = ExportResult()
        self._not_understood: dict[str, frozenset[str]] = {}  # student → items

    def __iter__(self) -> Iterator[tuple[StudentHistory, Mark]]:
        wanted = [self.book.student_meant(self.request.student).id] if self.request.student else None
        for record in self.book.records(wanted):
            (mark,) = marks(self.rules, [record])
            (of_item,) = marks(replace(self.rules, items=(self.item,)), [record]) if self.item else (mark,)
            if of_item.complete:
                lost = frozenset(one.item for one in of_item.items if _is_not_understood(record, one))
                self._not_understood[record.student.id] = lost
                self.done.missing += [record.student] if self._is_missing(of_item) else []
                self.done.not_understood += [record.student] if lost else []
                yield record, mark
            else:
                self.done.unfinished.append(record.student)

    def grade(self, mark: Mark, item: GradedItem | None) -> Grade:
        """Of one item, or the total. Empty if that is asked for and nothing was submitted."""
        blank = self.request.blank
        if item is None:
            words = [f"{points(mark.total)} of {points(mark.maximum)}", *(one.sentence for one in mark.items)]
            return Grade(mark.total, mark.maximum, mark.excused, "; ".join(words), blank and self._is_missing(mark))
        one = next(one for one in mark.items if one.item == item.name)
        words = [text for text in (one.sentence, one.comment) if text]
        empty = blank and self._is_missing(replace(mark, items=(one,)))
        return Grade(one.score, one.maximum, one.excused, "; ".join(words), empty)

    def _is_missing(self, mark: Mark) -> bool:
        """Was nothing submitted, and nothing decided?"""
        lost = self._not_understood[mark.student]
        return not any(one.state or one.overridden or one.excused or one.item in lost for one in mark.items)


def _is_not_understood(record: StudentHistory, mark: ItemMark) -> bool:
    if mark.overridden or mark.excused or mark.score:
        return False
    has_answers = any(one.kind is ItemKind.EXERCISE for one in record.attempts)
    nothing = mark.state is None and (record.is_offered(mark.item) or bool(record.problems and not has_answers))
    return nothing or mark.state is AttemptState.UNREADABLE


def _write_table(found: MarksToExport) -> None:
    """Fill the table that Canvas or Moodle gave; a worksheet for Moodle can be written from nothing, too."""
    request, is_canvas = found.request, found.request.format is ExportFormat.CANVAS
    if request.template is None:
        if is_canvas:
            raise UsageError(
                "Canvas needs its own table back: export the grades there, and name the file with --template"
            )
        table, where = _new_worksheet(found), "Moodle by a number or an email"
    else:
        if request.out.exists() and request.template.exists() and request.out.samefile(request.template):
            raise UsageError(f"'{request.out}' is the template; name another file with --out FILE")
        try:
            table, where = _template(request.template), f"'{request.template}'"
            fill = _fill_canvas if is_canvas else _fill_moodle
            fill(found, table, request.template)
        except ValueError as problem:
            what, again = "gradebook of Canvas", "export it again"
            if not is_canvas:
                what, again = "grading worksheet of Moodle", "export it again, with Moodle in English"
            raise UsageError(f"'{request.template}' is not a {what}: {problem}; {again}") from None
    if not found.done.students:
        raise UsageError(f"none of the students is known to {where}; nothing was written")
    write_if_changed(request.out, table.text().encode("utf-8", "replace"))


def _fill_canvas(found: MarksToExport, table: CsvTable, template: Path) -> None:
    columns = _columns_to_fill(found, lms.canvas_columns(table))
    scaled: dict[str, tuple[Decimal, Decimal]] = {}
    for mark, row in _matched(found, lms.rows_by_id(table, "id"), template):
        for column, item in columns:
            grade = found.grade(mark, item)
            lms.fill_canvas(table, row, column, grade)
            if column.most is not None and column.most != grade.maximum:
                scaled[column.title] = (grade.maximum, column.most)
    for title, (ours, theirs) in scaled.items():
        found.done.notes.append(
            f"'{title}' has {points(theirs)} points in Canvas: {points(ours)} here are {points(theirs)} there"
        )
    lms.defuse_names(table, "student")


def _columns_to_fill(found: MarksToExport, columns: Sequence[Column]) -> list[tuple[Column, GradedItem | None]]:
    """The column that was named; else those named like exercises, each with its own; else the only one."""
    declared = "" if found.item else found.rules.assignment.lms.get("canvas", "")
    item, named = found.item, (found.request.column or declared).strip().casefold()
    chosen: list[tuple[Column, GradedItem | None]]
    if named:
        names = {column: (column.id, column.title, f"{column.title} ({column.id})") for column in columns}
        chosen = [(column, item) for column in columns if named in map(str.casefold, names[column])]
    else:
        chosen = [
            (column, one)
            for column in columns
            for one in ([item] if item else found.rules.items)
            if column.title.casefold() in (one.name.casefold(), one.title.casefold())
        ]
        chosen = chosen or [(column, item) for column in columns]
    is_clear = len(chosen) == 1 or (not named and item is None and all(one is not None for _, one in chosen))
    if not chosen or not is_clear:
        titles = listed([f"{column.title} ({column.id})" if column.id else column.title for column in columns])
        raise UsageError(f"name the column to fill with --column TITLE; the table has {titles or 'none'}")
    return chosen


def _fill_moodle(found: MarksToExport, table: CsvTable, template: Path) -> None:
    lms.require_worksheet(table)
    cut = 0
    for mark, row in _matched(found, lms.rows_by_id(table, "identifier"), template):
        grade = found.grade(mark, found.item)
        cut += not lms.fill_moodle(table, row, grade, found.request.comments)
    if cut:
        found.done.notes.append(f"{counted(cut, 'grade')} above Moodle's maximum became the maximum")
    lms.defuse_names(table, "full name", "email address")


def _new_worksheet(found: MarksToExport) -> CsvTable:
    """Of those whose number or email is known: Moodle has no other way to recognise them."""
    table = lms.new_worksheet()
    for record, mark in found:
        student = record.student
        number = student.fields.get("lms") or (student.id if student.id.isdecimal() else "")
        email = student.fields.get("email") or (student.id if "@" in student.id else "")
        if number or email:
            grade = found.grade(mark, found.item)
            lms.add_to_worksheet(table, number, student.name, email, grade)
            found.done.students += 1
        else:
            found.done.unmatched.append(student)
    return table


def _matched(found: MarksToExport, rows: Mapping[str, int], template: Path) -> Iterator[tuple[Mark, int]]:
    """Marks with their rows. If two students match one row, neither gets it."""
    marked, done = [(record.student, mark) for record, mark in found], found.done
    roster, people = read_roster(template), []
    for student, _ in marked:
        lms, email, login = (student.fields.get(name, "") for name in ("lms", "email", "login"))
        people.append(Identity(student.id, student.name, student.id, lms, email, login or student.id))
    # Canvas' number is a student's for good; Moodle's is different in every assignment, so only names can match.
    is_canvas = found.request.format in (ExportFormat.CANVAS, ExportFormat.CANVAS_COMMENTS)
    matches = roster.find_all(people) if is_canvas else []
    known = [found[0] if len(found) == 1 else None for found in matches] or [roster.find(one) for one in people]
    claims: dict[int, list[tuple[Student, Mark]]] = {}
    for (student, mark), enrolled in zip(marked, known, strict=True):
        row = rows.get(enrolled.lms) if enrolled else None
        if row is None:
            done.unmatched.append(student)
        else:
            claims.setdefault(row, []).append((student, mark))
    for row, claimed in claims.items():
        if len(claimed) == 1:
            done.students += 1
            yield claimed[0][1], row
        else:
            done.unmatched += [student for student, _ in claimed]
            both = " and ".join(f"'{student.id}'" for student, _ in claimed)
            done.notes.append(f"{both} match the same row of the template, so neither got it")
    if left := len(rows) - done.students:
        done.notes.append(f"{counted(left, 'row')} of the template left unchanged: no mark matches")


def _numbered(found: MarksToExport) -> Iterator[tuple[StudentHistory, Mark, str]]:
    """Students with the number that the LMS knows them by: in its table, if there is a template, else as they came."""
    numbers: dict[str, str] = {}
    if found.request.template is not None:
        table, is_canvas = _template(found.request.template), found.request.format is ExportFormat.CANVAS_COMMENTS
        column = "id" if is_canvas else "identifier"
        rows = lms.rows_by_id(table, column)
        number_at = {row: number for number, row in rows.items()}
        numbers = {mark.student: number_at[row] for mark, row in _matched(found, rows, found.request.template)}
        found.done = ExportResult()  # counted again below
    for record, mark in found:
        number = numbers.get(record.student.id) or ("" if numbers else record.student.fields.get("lms", ""))
        if number:
            found.done.students += 1
            yield record, mark, number
        else:
            found.done.unmatched.append(record.student)


def _template(path: Path) -> CsvTable:
    try:
        return read_sheet(path.read_bytes())
    except OSError as problem:
        why = reason_of(problem, "unreadable")
        raise UsageError(f"the template '{path}' cannot be read: {why}; check its name and permissions") from None


def _write_moodle_feedback(found: MarksToExport) -> None:
    """A zip with everybody's page, as Moodle takes feedback files back. Equal pages give equal bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for record, _, number in _numbered(found):
            page = feedback(found.course, found.rules, collect(found.rules, found.book, record))
            name = lms.feedback_name(number, record.student.name or record.student.id)
            info = zipfile.ZipInfo(name)  # dated 1980, the first that a zip can hold
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, feedback_page(page).encode("utf-8", "backslashreplace"))
    _require_students(found, "Moodle's participant number", "worksheet")
    write_if_changed(found.request.out, packed.getvalue())


def _write_canvas_comments(found: MarksToExport) -> None:
    grades = {number: found.grade(mark, found.item) for _, mark, number in _numbered(found)}
    _require_students(found, "Canvas's number", "gradebook")
    body = json.dumps(lms.canvas_comments(grades), ensure_ascii=False, indent=1)
    write_if_changed(found.request.out, body.encode("utf-8", "backslashreplace"))


def _require_students(found: MarksToExport, number: str, table: str) -> None:
    if not found.done.students:
        raise UsageError(f"{number} of no student is known; name the {table} that it exported with --template")


def _write_gradescope(found: MarksToExport) -> None:
    """One file if that is asked for, as an autograder writes it; otherwise a folder with a file for each student."""
    out, done = found.request.out, found.done
    names = FileNames(student.id for student in found.book.students())
    is_one = out.suffix == ".json"
    records: Iterable[tuple[StudentHistory, Mark]] = found
    if is_one:
        records = first = list(islice(found, 2))
        if len(first) > 1:
            raise UsageError(f"there are several students: name one with --student, or a folder instead of '{out}'")
    else:
        make_folder(out)
    for record, _ in records:
        student = collect(found.rules, found.book, record)
        seconds = sum(one.detail.seconds for one in student.items if one.detail)
        page = feedback(found.course, found.rules, student)
        facts = gradescope_json(page, seconds, found.request.hidden_checks)
        data = json.dumps(facts, ensure_ascii=False, indent=1)
        path = out if is_one else out / f"{names.of(record.student.id)}.json"
        write_if_changed(path, data.encode("utf-8", "backslashreplace"))
        done.students += 1
    done.files = done.students
    if not done.students:
        raise UsageError("no student's work is graded; nothing was written")


def names_of(students: Sequence[Student]) -> str:
    """For a message: the first few students by name, and how many more there are."""
    names = [f"{student.name} ({student.id})" if student.name else student.id for student in students[:_NAMED]]
    more = len(students) - _NAMED
    return ", ".join(names) + (f" and {more} more" if more > 0 else "")
