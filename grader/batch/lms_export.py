"""Marks for Canvas, Moodle and Gradescope: what was asked for, the tables, and the files."""

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
from grader.submission.roster import EnrolledStudent, Identity, read_roster
from grader.text import did_you_mean

# ---- What is wanted of an export, the marks that go into it, and what came of it.


class ExportFormat(StrEnum):
    CANVAS = "canvas"
    MOODLE = "moodle"
    GRADESCOPE = "gradescope"


@dataclass(frozen=True)
class ExportRequest:
    """What to export. `item`: its points in place of the total; `column`: where Canvas is to have them."""

    format: ExportFormat
    out: Path
    template: Path | None = None
    item: str = ""
    column: str = ""
    student: str = ""
    comments: bool = True


@dataclass
class ExportResult:
    """`unmatched`: students whom the LMS's table does not have; `unfinished`: those who wait for a result."""

    students: int = 0
    files: int = 1
    unmatched: list[Student] = field(default_factory=list)
    unfinished: list[Student] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class MarksToExport:
    """The marks to be exported, student by student; whose work is not graded yet is told instead."""

    def __init__(self, course: Course, book: Gradebook, request: ExportRequest) -> None:
        self.course = course
        self.book = book
        self.request = request
        self.items = counted_items(course, book)
        self.done = ExportResult()

    def __iter__(self) -> Iterator[tuple[StudentHistory, Mark]]:
        wanted = [self.book.student(self.request.student).id] if self.request.student else None
        for record in self.book.records(wanted):
            mark = self._mark(record, self.items)
            if (self._mark(record, [self.item]) if self.item else mark).complete:
                yield record, mark
            else:
                self.done.unfinished.append(record.student)

    def _mark(self, record: StudentHistory, items: Sequence[GradedItem]) -> Mark:
        return next(marks(self.course.policy, items, [record]))

    @property
    def item(self) -> GradedItem | None:
        """None: the total."""
        name, known = self.request.item, {item.name: item for item in self.items}
        if name and name not in known:
            raise UsageError(f"'{name}' does not count in this gradebook{did_you_mean(name, known)}")
        return known.get(name)


# ---- The tables of Canvas and Moodle: whose row is whose, which column gets what, and what could not be done.


def fill_table(found: MarksToExport) -> ExportResult:
    request = found.request
    if request.template is None:
        if request.format is ExportFormat.CANVAS:
            raise UsageError(
                "Canvas wants its own table back: export the grades there, and name the file with --template"
            )
        return _written(found, _new_worksheet(found))
    if request.out.exists() and request.template.exists() and request.out.samefile(request.template):
        raise UsageError(f"'{request.out}' is the template; name another file with --out FILE")
    try:
        sheet = read_sheet(_content(request.template))
        fill = _canvas if request.format is ExportFormat.CANVAS else _moodle
        fill(found, sheet)
    except ValueError as problem:
        what, again = "gradebook of Canvas", "export it again"
        if request.format is ExportFormat.MOODLE:
            what, again = "grading worksheet of Moodle", "export it again, with Moodle in English"
        raise UsageError(f"'{request.template}' is no {what}: {problem}; {again}") from None
    return _written(found, sheet)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as problem:
        why = reason_of(problem, "unreadable")
        raise UsageError(f"the template '{path}' cannot be read: {why}; check its name and permissions") from None


def _written(found: MarksToExport, sheet: CsvTable) -> ExportResult:
    if not found.done.students:
        where = f"'{found.request.template}'" if found.request.template else "Moodle by a number or an email"
        raise UsageError(f"none of the students is known to {where}; nothing was written")
    write_if_changed(found.request.out, sheet.text().encode("utf-8", "replace"))
    return found.done


def _canvas(found: MarksToExport, sheet: CsvTable) -> None:
    plan = _plan(found, lms.canvas_columns(sheet))
    scaled: dict[str, tuple[Decimal, Decimal]] = {}
    for mark, row in _matched(found, lms.rows_by_id(sheet, "id")):
        for column, item in plan:
            grade = _grade(mark, item)
            lms.fill_canvas(sheet, row, column, grade)
            if column.most is not None and column.most != grade.maximum:
                scaled[column.title] = (grade.maximum, column.most)
    for title, (ours, theirs) in scaled.items():
        found.done.notes.append(
            f"'{title}' has {points(theirs)} points in Canvas: {points(ours)} here are {points(theirs)} there"
        )
    lms.defuse_names(sheet, "student")


def _plan(found: MarksToExport, columns: Sequence[Column]) -> list[tuple[Column, GradedItem | None]]:
    """Which column gets what: the one that was named; else those called like exercises; else the only one."""
    item, named = found.item, found.request.column.strip().casefold()
    chosen: list[tuple[Column, GradedItem | None]]
    if named:
        chosen = [(column, item) for column in columns if named in (column.id, column.title.casefold())]
    else:
        called = [item] if item else found.items
        chosen = [(column, one) for column in columns for one in called if _is_called(column, one)]
        chosen = chosen or [(column, item) for column in columns]
    is_clear = len(chosen) == 1 or (not named and item is None and all(one is not None for _, one in chosen))
    if not chosen or not is_clear:
        titles = listed([f"{column.title} ({column.id})" if column.id else column.title for column in columns])
        raise UsageError(f"say which column is to be filled, with --column TITLE; the table has {titles or 'none'}")
    return chosen


def _is_called(column: Column, item: GradedItem) -> bool:
    return column.title.casefold() in (item.name.casefold(), item.title.casefold())


def _moodle(found: MarksToExport, sheet: CsvTable) -> None:
    lms.require_worksheet(sheet)
    item, cut = found.item, 0
    for mark, row in _matched(found, lms.rows_by_id(sheet, "identifier")):
        cut += not lms.fill_moodle(sheet, row, _grade(mark, item), found.request.comments)
    if cut:
        found.done.notes.append(f"{cut} of the grades were above Moodle's maximum, and are the maximum now")
    lms.defuse_names(sheet, "full name", "email address")


def _new_worksheet(found: MarksToExport) -> CsvTable:
    """Of those whose number or email is known: Moodle has no other way to tell who they are."""
    sheet, item = lms.new_worksheet(), found.item
    for record, mark in found:
        student = record.student
        number = student.fields.get("lms") or (student.id if student.id.isdecimal() else "")
        email = student.fields.get("email") or (student.id if "@" in student.id else "")
        if number or email:
            lms.add_to_worksheet(sheet, number, student.name, email, _grade(mark, item))
            found.done.students += 1
        else:
            found.done.unmatched.append(student)
    return sheet


def _matched(found: MarksToExport, rows: Mapping[str, int]) -> Iterator[tuple[Mark, int]]:
    """Marks with their rows. Where two students fit one row, neither gets it."""
    claims: dict[int, list[tuple[Student, Mark]]] = {}
    marked = [(record.student, mark) for record, mark in found]
    for (student, mark), known in zip(marked, _known(found, [one for one, _ in marked]), strict=True):
        row = rows.get(known.lms) if known else None
        if row is None:
            found.done.unmatched.append(student)
        else:
            claims.setdefault(row, []).append((student, mark))
    for row, claimed in claims.items():
        if len(claimed) == 1:
            found.done.students += 1
            yield claimed[0][1], row
        else:
            found.done.unmatched += [student for student, _ in claimed]
            both = " and ".join(f"'{student.id}'" for student, _ in claimed)
            found.done.notes.append(f"{both} fit one line of the template, and neither got it")
    left = len(rows) - found.done.students
    if left:
        lines = (
            "1 line of the template stayed as it was"
            if left == 1
            else f"{left} lines of the template stayed as they were"
        )
        found.done.notes.append(f"{lines}: no mark fits")


def _known(found: MarksToExport, students: Sequence[Student]) -> Sequence[EnrolledStudent | None]:
    """Canvas' number is a student's for good; Moodle's is another in every assignment, so that names must do."""
    assert found.request.template is not None
    roster = read_roster(found.request.template)
    whos = [_who(student) for student in students]
    return roster.find_all(whos) if found.request.format is ExportFormat.CANVAS else [roster.find(who) for who in whos]


def _who(student: Student) -> Identity:
    fields = student.fields
    return Identity(
        id=student.id,
        name=student.name,
        student=student.id,
        lms=fields.get("lms", ""),
        email=fields.get("email", ""),
        anything=fields.get("login", "") or student.id,
    )


def _grade(mark: Mark, item: GradedItem | None) -> Grade:
    if item is None:
        words = [f"{points(mark.total)} of {points(mark.maximum)}", *(one.sentence for one in mark.items)]
        return Grade(mark.total, mark.maximum, mark.excused, "; ".join(words))
    one = next(one for one in mark.items if one.item == item.name)
    return Grade(
        one.score, one.maximum, one.excused, "; ".join((one.sentence, *([one.comment] if one.comment else [])))
    )


# ---- Marks for an LMS: `grader export`.


__all__ = ["ExportFormat", "ExportRequest", "ExportResult", "export", "told"]


def export(course: Course, book: Gradebook, request: ExportRequest) -> ExportResult:
    """Write what is wished for; UsageError if it cannot be."""
    if book.policy not in ("", policy_text(course.policy)):
        raise UsageError(
            f"the marks in '{book.path.parent}' were made by another policy than that of course.yaml; "
            f"put it there, or go by course.yaml with 'grader regrade {book.path.parent}'"
        )
    found = MarksToExport(course, book, request)
    return _gradescope(found) if request.format is ExportFormat.GRADESCOPE else fill_table(found)


def _gradescope(found: MarksToExport) -> ExportResult:
    """A file if one is asked for, as an autograder writes it; else a folder with one file a student."""
    out, done = found.request.out, found.done
    is_one = out.suffix == ".json"
    if not is_one:
        make_folder(out)
    names = FileNames(student.id for student in found.book.students())
    records: Iterable[StudentHistory] = (record for record, _ in found)
    if is_one:
        first = list(islice(records, 2))
        if len(first) > 1:
            raise UsageError(f"there are several students: name one with --student, or a folder in place of '{out}'")
        records = first
    for record in records:
        path = out if is_one else out / f"{names.of(record.student.id)}.json"
        write_if_changed(path, _results(found, record))
        done.students += 1
    done.files = done.students
    if not done.students:
        raise UsageError("there is no student whose work is graded; nothing was written")
    return done


def _results(found: MarksToExport, record: StudentHistory) -> bytes:
    marked = collect(found.course, found.items, found.book, record)
    seconds = sum(piece.detail.seconds for piece in marked.pieces if piece.detail)
    data = gradescope_json(feedback(found.course, marked), seconds)
    return json.dumps(data, ensure_ascii=False, indent=1).encode("utf-8", "backslashreplace")


def told(students: Sequence[Student], most: int = 10) -> str:
    """Some of them by name, the others by number."""
    names = [f"{student.name} ({student.id})" if student.name else student.id for student in students[:most]]
    more = len(students) - most
    return ", ".join(names) + (f" and {more} more" if more > 0 else "")
