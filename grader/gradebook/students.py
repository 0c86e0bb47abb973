"""Students in a gradebook: what they handed in, and what an instructor decided by hand."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import inf, isfinite

from grader.errors import UsageError
from grader.gradebook.database import Database, chunks, clean, maybe_text, maybe_time, note, to_time
from grader.gradebook.model import AuditEvent, Delivery, Override, ReceivedDeliveries, Student
from grader.text import closest

# ---- Students and what they handed in.


_PAGE = 500
_TIMES = ("submitted", "late_seconds", "attempt", "label", "problem")


def add_students(db: Database, students: Iterable[Student]) -> None:
    for page in chunks(students, _PAGE):
        with db.change():
            for student in page:
                db.run(
                    "INSERT INTO students VALUES (?, ?, ?)"
                    " ON CONFLICT DO UPDATE SET name = excluded.name, fields = excluded.fields",
                    clean(student.id),
                    clean(student.name),
                    json.dumps(dict(student.fields)),
                )


def to_student(row: sqlite3.Row) -> Student:
    return Student(row["id"], row["name"], json.loads(row["fields"]))


def find_student(db: Database, student: str) -> Student:
    row = db.row("SELECT * FROM students WHERE id = ?", clean(student))
    if row is None:
        raise UsageError(f"the gradebook knows no student '{student}'{_meant(db, student)}")
    return to_student(row)


def _meant(db: Database, student: str) -> str:
    names: dict[str, str] = {}
    for row in db.rows("SELECT id, name FROM students"):
        names |= {row["name"]: row["id"], row["id"]: row["id"]}
    meant = closest(student, filter(None, names))
    return f"; did you mean '{names[meant]}'?" if meant else "; use the id that the grades list"


class KnownStudents:
    """Whom a gradebook knows by an id, and by what course systems call them.

    `typed`: what is looked up was typed by a person. Then names count as well, and case and outer spaces do not; what a
    file or folder is called is taken as it is, for students may differ in case alone.
    """

    def __init__(self, students: Iterable[Student], typed: bool = False) -> None:
        self._by_id = {student.id: student for student in students}
        self._typed = typed
        self._called: dict[str, set[str]] = {}
        for student in self._by_id.values():
            for name in (*student.fields.values(), *((student.id, student.name) if typed else ())):
                self._called.setdefault(self._form(name), set()).add(student.id)

    def find(self, name: str) -> Student | None:
        """An id comes first. None where nobody fits, or several do."""
        fits = {name} if name in self._by_id else self._called.get(self._form(name), set())
        return self._by_id[next(iter(fits))] if len(fits) == 1 else None

    def _form(self, name: str) -> str:
        return name.strip().casefold() if self._typed else name


def students(db: Database, wanted: Iterable[str] | None = None) -> Iterator[list[Student]]:
    """In order of their ids, by pages: nothing stays open between two of them."""
    if wanted is not None:
        for page in chunks(sorted({clean(student) for student in wanted}), _PAGE):
            found = "SELECT * FROM students WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id"
            yield [to_student(row) for row in db.rows(found, json.dumps(page))]
        return
    last = ""
    while page := db.rows(f"SELECT * FROM students WHERE id > ? ORDER BY id LIMIT {_PAGE}", last):
        yield [to_student(row) for row in page]
        last = page[-1]["id"]


def receive(db: Database, hand_ins: Iterable[Delivery]) -> ReceivedDeliveries:
    """The same content from the same student is the same hand-in; what was found out about it last counts."""
    seen, met = db.time(), dict[tuple[str, str], Delivery]()
    found = {"new": 0, "changed": 0, "known": 0}
    for page in chunks(hand_ins, _PAGE):
        with db.change():
            for hand_in in page:
                key = clean(hand_in.student), clean(hand_in.digest)
                if key in met and _lateness(met[key]) <= _lateness(hand_in):
                    continue  # the same again, but not sooner
                state = _receive(db, hand_in, seen)
                found[state] += key not in met
                met[key] = hand_in
    return ReceivedDeliveries(**found)


def _lateness(hand_in: Delivery) -> tuple[float, float]:
    late = inf if hand_in.late_seconds is None else hand_in.late_seconds
    return late, hand_in.submitted.timestamp() if hand_in.submitted else inf


def _receive(db: Database, hand_in: Delivery, seen: str) -> str:
    student, digest = clean(hand_in.student), clean(hand_in.digest)
    now = dict(zip(_TIMES, _times(hand_in), strict=True))
    before = db.row("SELECT * FROM hand_ins WHERE student = ? AND digest = ?", student, digest)
    if before is None:
        db.run("INSERT OR IGNORE INTO students VALUES (?, '', '{}')", student)
        columns = f"student, digest, first_seen, last_seen, {', '.join(_TIMES)}"
        row = db.run(
            f"INSERT INTO hand_ins ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            student,
            digest,
            seen,
            seen,
            *now.values(),
        ).lastrowid
        note(db, AuditEvent.SUBMITTED, {"digest": digest, **now}, student)
        _set_works(db, int(row or 0), hand_in)
        return "new"
    changed = {name: [before[name], value] for name, value in now.items() if before[name] != value}
    settings = ", ".join(f"{name} = ?" for name in ("last_seen", *_TIMES))
    db.run(f"UPDATE hand_ins SET {settings} WHERE id = ?", seen, *now.values(), before["id"])
    if changed:
        note(db, AuditEvent.CHANGED, {"digest": digest, **changed}, student)
    return "changed" if _set_works(db, before["id"], hand_in) or changed else "known"


def _times(hand_in: Delivery) -> tuple[object, ...]:
    return (
        maybe_text(hand_in.submitted),
        hand_in.late_seconds,
        hand_in.attempt,
        clean(hand_in.label),
        clean(hand_in.problem),
    )


def _set_works(db: Database, hand_in_id: int, hand_in: Delivery) -> bool:
    """Did that change anything? Mostly not: a class is graded again and again."""
    works = {clean(exercise): ("", clean(problem)) for exercise, problem in hand_in.problems.items()}
    works |= {clean(work.exercise): (clean(work.digest), "") for work in hand_in.works}
    stored = db.rows("SELECT exercise, digest, problem FROM works WHERE hand_in = ?", hand_in_id)
    if works == {row["exercise"]: (row["digest"], row["problem"]) for row in stored}:
        return False
    db.run("DELETE FROM works WHERE hand_in = ?", hand_in_id)
    for exercise, (digest, problem) in works.items():
        db.run("INSERT INTO works VALUES (?, ?, ?, ?)", hand_in_id, exercise, digest, problem)
    return True


def remove_student(db: Database, student: str, reason: str) -> None:
    """With everything that is theirs alone; the audit trail keeps that they were removed."""
    known = find_student(db, student)
    with db.change():
        theirs = "SELECT w.exercise, w.digest FROM works w JOIN hand_ins h ON h.id = w.hand_in WHERE h.student = ?"
        works = {(row["exercise"], row["digest"]) for row in db.rows(theirs, known.id)}
        db.run("DELETE FROM students WHERE id = ?", known.id)
        for exercise, digest in works:
            db.run(
                "DELETE FROM outcomes WHERE exercise = ?1 AND work = ?2"
                " AND NOT EXISTS (SELECT 1 FROM works WHERE exercise = ?1 AND digest = ?2)",
                exercise,
                digest,
            )
        note(db, AuditEvent.REMOVED, {"reason": reason}, known.id)


def rename_student(db: Database, old: str, new: str) -> None:
    """What both have, such as the same hand-in, is there once afterwards."""
    before, now = find_student(db, old).id, clean(new)
    with db.change():
        db.run("INSERT OR IGNORE INTO students SELECT ?2, name, fields FROM students WHERE id = ?1", before, now)
        for table in ("hand_ins", "quiz_results", "overrides", "marks"):
            db.run(f"UPDATE OR IGNORE {table} SET student = ?2 WHERE student = ?1", before, now)
        db.run("DELETE FROM students WHERE id = ?", before)
        note(db, AuditEvent.RENAMED, {"new": now}, before)
        note(db, AuditEvent.RENAMED, {"old": before}, now)


# ---- What instructors decide by hand. It stays over every re-run, and the history of it stays, too.


_ACTIVE = "SELECT * FROM overrides WHERE student = ? AND item = ? AND removed IS NULL ORDER BY id DESC"


def override(db: Database, wanted: Override) -> Override:
    """The override in force from now on. A comment alone leaves an earlier score as it is, and the reverse."""
    _refuse_nonsense(wanted)
    student, item = find_student(db, wanted.student).id, clean(wanted.item)
    with db.change():
        before = db.row(_ACTIVE, student, item)
        new = replace(_completed(wanted, to_override(before) if before else None), student=student, item=item)
        new = replace(new, reason=clean(new.reason), comment=clean(new.comment), who=clean(new.who) or db.who)
        time = db.time()
        row = db.run(
            "INSERT INTO overrides (student, item, score, comment, excused, reason, who, at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            student,
            item,
            new.score,
            new.comment,
            int(new.excused),
            new.reason,
            new.who,
            time,
        ).lastrowid
        old = _told(to_override(before)) if before else None
        note(db, AuditEvent.OVERRIDE, {**_told(new), "old": old}, student, item)
    return replace(new, at=to_time(time), removed=None, id=int(row or 0))


def remove_override(db: Database, student: str, item: str, reason: str) -> Override:
    """The override that is no longer in force; those before it do not come back."""
    with db.change():
        row = db.row(_ACTIVE, clean(student), clean(item))
        if row is None:
            raise UsageError(f"'{student}' has no override for '{item}'; 'grader override OUT' shows them all")
        time = db.time()
        db.run(
            "UPDATE overrides SET removed = ? WHERE student = ? AND item = ? AND removed IS NULL",
            time,
            row["student"],
            row["item"],
        )
        removed = to_override(row)
        detail = {"reason": reason, "old": _told(removed)}
        note(db, AuditEvent.OVERRIDE_REMOVED, detail, removed.student, removed.item)
    return replace(removed, removed=to_time(time))


def overrides(db: Database, history: bool) -> Iterator[Override]:
    """Those in force, or all that ever were; oldest first."""
    newest = "SELECT max(id) FROM overrides WHERE removed IS NULL GROUP BY student, item"
    wanted = "" if history else f"WHERE id IN ({newest})"
    yield from map(to_override, db.rows(f"SELECT * FROM overrides {wanted} ORDER BY id"))


def to_override(row: sqlite3.Row) -> Override:
    return Override(
        student=row["student"],
        item=row["item"],
        reason=row["reason"],
        score=row["score"],
        comment=row["comment"],
        excused=bool(row["excused"]),
        who=row["who"],
        at=to_time(row["at"]),
        removed=maybe_time(row["removed"]),
        id=row["id"],
    )


def _refuse_nonsense(wanted: Override) -> None:
    if not wanted.reason.strip():
        raise UsageError("an override needs a reason; say in a few words why")
    if wanted.score is None and not wanted.comment.strip() and not wanted.excused:
        raise UsageError("an override needs a score, a comment, or to excuse the student; give one of them")
    if wanted.score is not None and wanted.excused:
        raise UsageError("an override sets a score or excuses the student; choose one of them")
    if wanted.score is not None and not (isfinite(wanted.score) and wanted.score >= 0):
        raise UsageError(f"a score of {wanted.score:g} is impossible; give a number from 0 on")


def _completed(wanted: Override, before: Override | None) -> Override:
    if before is None:
        return wanted
    if wanted.score is None and not wanted.excused:
        wanted = replace(wanted, score=before.score, excused=before.excused)
    return wanted if wanted.comment.strip() else replace(wanted, comment=before.comment)


def _told(override: Override) -> dict[str, object]:
    names = ("score", "comment", "excused", "reason")
    return {name: getattr(override, name) for name in names}
