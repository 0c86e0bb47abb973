"""Who is in the class, as the roster and the submissions tell it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from grader.store import Gradebook, Student
from grader.submission.discover import Found
from grader.submission.names import shown
from grader.submission.roster import Enrolled, Roster

_TOLD = 3


def as_known(found: Found, students: Iterable[Student]) -> Found:
    """For a run without a roster: who comes by what an earlier one told of a student is that student."""
    known = {student.id: student for student in students}
    owners: dict[str, set[str]] = defaultdict(set)
    for student in known.values():
        for value in student.fields.values():
            owners[value].add(student.id)
    handed = []
    for one in found.handed:
        called = {one.student} if one.student in known else owners.get(one.student, set())
        who = known[next(iter(called))] if len(called) == 1 else None
        handed.append(replace(one, student=who.id, name=who.name or one.name) if who else one)
    return replace(found, handed=tuple(handed))


def enrol(book: Gradebook, found: Found, roster: Roster | None) -> str:
    """What is known of a student is added to, and never forgotten because a later run has no roster.

    Who was graded before the roster told their id has another from now on; a sentence about that, or "".
    """
    listed = {one.student: one for one in roster.students} if roster else {}
    there = {student.id for student in book.students()}
    came = {one.came_as: one.student for one in found.handed if one.student in listed}
    renamed = {old: new for old, new in came.items() if old in there and old not in listed}
    for old, new in renamed.items():
        book.rename_student(old, new)
    known = {student.id: student for student in book.students()}
    told = {one.student: _student(one.student, one.name, one.lms, listed) for one in listed.values()}
    told |= {one.student: _student(one.student, one.name, one.lms, listed, one.came_as) for one in found.handed}
    merged = (_merged(known.get(student.id), student, student.id in listed) for student in told.values())
    book.add_students(student for student in merged if student != known.get(student.id))
    return _told(renamed)


def _told(renamed: Mapping[str, str]) -> str:
    some = [f"{shown(old)} is {shown(new)} on the roster" for old, new in list(renamed.items())[:_TOLD]]
    more = len(renamed) - len(some)
    tail = f" and {more} more like these" if more else ""
    return f"{', '.join(some)}{tail}; what was kept under the old name is kept there now" if renamed else ""


def _student(student: str, name: str, lms: str, listed: Mapping[str, Enrolled], came_as: str = "") -> Student:
    """With what course systems call them, for grades that go back there, and to know them again."""
    one = listed.get(student)
    fields = {"lms": lms, "email": one.email if one else "", "login": one.login if one else ""}
    fields["came_as"] = "" if came_as in (student, *fields.values()) else came_as
    return Student(student, name, {key: value for key, value in fields.items() if value})


def _merged(before: Student | None, now: Student, is_listed: bool) -> Student:
    if before is None:
        return now
    name = now.name if is_listed or not before.name else before.name
    return Student(now.id, name, {**before.fields, **now.fields})
