"""Marks for Canvas, Moodle and Gradescope: `grader export`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from itertools import islice
from pathlib import Path

from grader.batch.manifest import FileNames
from grader.batch.student_files import feedback
from grader.batch.student_records import collect, counted_items
from grader.course import Course
from grader.course.policy import policy_text
from grader.errors import UsageError, reason_of
from grader.files import make_folder, write_if_changed
from grader.gradebook import Gradebook, Student, StudentHistory
from grader.marks import GradedItem, Mark, marks
from grader.render import lms
from grader.render.feedback import points
from grader.render.lms import Column, CsvTable, Grade, gradescope_json, listed, read_sheet
from grader.submission.roster import Identity, read_roster
from grader.text import counted, did_you_mean

__all__ = ["ExportFormat", "ExportRequest", "ExportResult", "export", "names_of"]

_NAMED = 10  # students in a message


class ExportFormat(StrEnum):
    CANVAS = "canvas"
    MOODLE = "moodle"
    GRADESCOPE = "gradescope"


@dataclass(frozen=True)
class ExportRequest:
    """What to export. `item`: its points instead of the total; `column`: the column of Canvas that gets them."""

    format: ExportFormat
    out: Path
    template: Path | None = None
    item: str = ""
    column: str = ""
    student: str = ""
    comments: bool = True


@dataclass
class ExportResult:
    """`unmatched`: students who are not in the LMS's table; `unfinished`: those who still wait for a result."""

    students: int = 0
    files: int = 1
    unmatched: list[Student] = field(default_factory=list)
    unfinished: list[Student] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def export(course: Course, book: Gradebook, request: ExportRequest) -> ExportResult:
    """Write the marks as an LMS reads them. UsageError, with nothing written, if that is not possible."""
    if book.policy not in ("", policy_text(course.policy)):
        raise UsageError(
            f"the marks in '{book.path.parent}' were made by another policy than that of course.yaml; "
            f"put it there, or use the one of course.yaml with 'grader regrade {book.path.parent}'"
        )
    found = MarksToExport(course, book, request)
    if request.format is ExportFormat.GRADESCOPE:
        _write_gradescope(found)
    else:
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
        self.items = counted_items(course, book)
        known = {item.name: item for item in self.items}
        if request.item and request.item not in known:
            raise UsageError(f"'{request.item}' does not count in this gradebook{did_you_mean(request.item, known)}")
        self.item = known.get(request.item)
        self.done = ExportResult()

    def __iter__(self) -> Iterator[tuple[StudentHistory, Mark]]:
        wanted = [self.book.student_meant(self.request.student).id] if self.request.student else None
        for record in self.book.records(wanted):
            (mark,) = marks(self.course.policy, self.items, [record])
            (of_item,) = marks(self.course.policy, [self.item], [record]) if self.item else (mark,)
            if of_item.complete:
                yield record, mark
            else:
                self.done.unfinished.append(record.student)


def _grade(mark: Mark, item: GradedItem | None) -> Grade:
    """Of one item, or the total."""
    if item is None:
        words = [f"{points(mark.total)} of {points(mark.maximum)}", *(one.sentence for one in mark.items)]
        return Grade(mark.total, mark.maximum, mark.excused, "; ".join(words))
    one = next(one for one in mark.items if one.item == item.name)
    return Grade(one.score, one.maximum, one.excused, "; ".join(filter(None, (one.sentence, one.comment))))


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
            table, where = read_sheet(request.template.read_bytes()), f"'{request.template}'"
            fill = _fill_canvas if is_canvas else _fill_moodle
            fill(found, table, request.template)
        except OSError as problem:
            why = reason_of(problem, "unreadable")
            raise UsageError(
                f"the template '{request.template}' cannot be read: {why}; check its name and permissions"
            ) from None
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
            grade = _grade(mark, item)
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
    item, named = found.item, found.request.column.strip().casefold()
    chosen: list[tuple[Column, GradedItem | None]]
    if named:
        chosen = [(column, item) for column in columns if named in (column.id, column.title.casefold())]
    else:
        chosen = [
            (column, one)
            for column in columns
            for one in ([item] if item else found.items)
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
        cut += not lms.fill_moodle(table, row, _grade(mark, found.item), found.request.comments)
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
            lms.add_to_worksheet(table, number, student.name, email, _grade(mark, found.item))
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
    is_canvas = found.request.format is ExportFormat.CANVAS
    known = roster.find_all(people) if is_canvas else [roster.find(one) for one in people]
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
        student = collect(found.course, found.items, found.book, record)
        seconds = sum(one.detail.seconds for one in student.items if one.detail)
        data = json.dumps(gradescope_json(feedback(found.course, student), seconds), ensure_ascii=False, indent=1)
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
