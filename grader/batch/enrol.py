"""Who is in the class, as the roster and the submissions tell it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from grader.store import Gradebook, Student
from grader.submission.discover import Found
from grader.submission.roster import Enrolled, Roster


def enrol(book: Gradebook, found: Found, roster: Roster | None) -> None:
    """What is known of a student is added to, and never forgotten because a later run has no roster."""
    known = {student.id: student for student in book.students()}
    listed = {one.student: one for one in roster.students} if roster else {}
    told = {one.student: _student(one.student, one.name, one.lms, listed) for one in listed.values()}
    told |= {one.student: _student(one.student, one.name, one.lms, listed) for one in found.handed}
    merged = (_merged(known.get(student.id), student) for student in told.values())
    book.add_students(student for student in merged if student != known.get(student.id))


def _student(student: str, name: str, lms: str, listed: Mapping[str, Enrolled]) -> Student:
    """With what course systems call them, for grades that go back there."""
    one = listed.get(student)
    fields = {"lms": lms, "email": one.email if one else "", "login": one.login if one else ""}
    return Student(student, name, {key: value for key, value in fields.items() if value})


def _merged(before: Student | None, now: Student) -> Student:
    return replace(now, fields={**before.fields, **now.fields}) if before else now
