"""Marks for an LMS: `grader export`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import islice

from grader.batch.collect import collect
from grader.batch.filenames import FileNames
from grader.batch.tables import fill_table
from grader.batch.telling import feedback
from grader.batch.wish import Exported, Format, Marks, Wish
from grader.course import Course
from grader.course.policy import policy_text
from grader.errors import UsageError
from grader.files import make_folder, write_if_changed
from grader.report.gradescope import gradescope_json
from grader.store import Gradebook, Record, Student

__all__ = ["Exported", "Format", "Wish", "export", "told"]


def export(course: Course, book: Gradebook, wish: Wish) -> Exported:
    """Write what is wished for; UsageError if it cannot be."""
    if book.policy not in ("", policy_text(course.policy)):
        raise UsageError(
            f"the marks in '{book.path.parent}' were made by another policy than that of course.yaml; "
            f"put it there, or go by course.yaml with 'grader regrade {book.path.parent}'"
        )
    found = Marks(course, book, wish)
    return _gradescope(found) if wish.format is Format.GRADESCOPE else fill_table(found)


def _gradescope(found: Marks) -> Exported:
    """A file if one is asked for, as an autograder writes it; else a folder with one file a student."""
    out, done = found.wish.out, found.done
    is_one = out.suffix == ".json"
    if not is_one:
        make_folder(out)
    names = FileNames(student.id for student in found.book.students())
    records: Iterable[Record] = (record for record, _ in found)
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


def _results(found: Marks, record: Record) -> bytes:
    marked = collect(found.course, found.items, found.book, record)
    seconds = sum(piece.detail.seconds for piece in marked.pieces if piece.detail)
    data = gradescope_json(feedback(found.course, marked), seconds)
    return json.dumps(data, ensure_ascii=False, indent=1).encode("utf-8", "backslashreplace")


def told(students: Sequence[Student], most: int = 10) -> str:
    """Some of them by name, the others by number."""
    names = [f"{student.name} ({student.id})" if student.name else student.id for student in students[:most]]
    more = len(students) - most
    return ", ".join(names) + (f" and {more} more" if more > 0 else "")
