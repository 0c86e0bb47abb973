"""Students and what they handed in."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from math import inf

from grader.errors import UsageError
from grader.store.database import Database, chunks, clean, maybe_text
from grader.store.model import HandIn, Received, Student, What
from grader.store.trail import note

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
    from difflib import get_close_matches

    names: dict[str, str] = {}
    for row in db.rows("SELECT id, name FROM students"):
        names |= {row["name"]: row["id"], row["id"]: row["id"]}
    meant = get_close_matches(student, [name for name in names if name], n=1)
    return f"; did you mean '{names[meant[0]]}'?" if meant else "; use the id that the grades list"


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


def receive(db: Database, hand_ins: Iterable[HandIn]) -> Received:
    """The same content from the same student is the same hand-in; what was found out about it last counts."""
    seen, met = db.time(), dict[tuple[str, str], HandIn]()
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
    return Received(**found)


def _lateness(hand_in: HandIn) -> tuple[float, float]:
    late = inf if hand_in.late_seconds is None else hand_in.late_seconds
    return late, hand_in.submitted.timestamp() if hand_in.submitted else inf


def _receive(db: Database, hand_in: HandIn, seen: str) -> str:
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
        note(db, What.SUBMITTED, {"digest": digest, **now}, student)
        _set_works(db, int(row or 0), hand_in)
        return "new"
    changed = {name: [before[name], value] for name, value in now.items() if before[name] != value}
    settings = ", ".join(f"{name} = ?" for name in ("last_seen", *_TIMES))
    db.run(f"UPDATE hand_ins SET {settings} WHERE id = ?", seen, *now.values(), before["id"])
    if changed:
        note(db, What.CHANGED, {"digest": digest, **changed}, student)
    return "changed" if _set_works(db, before["id"], hand_in) or changed else "known"


def _times(hand_in: HandIn) -> tuple[object, ...]:
    return (
        maybe_text(hand_in.submitted),
        hand_in.late_seconds,
        hand_in.attempt,
        clean(hand_in.label),
        clean(hand_in.problem),
    )


def _set_works(db: Database, hand_in_id: int, hand_in: HandIn) -> bool:
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
        note(db, What.REMOVED, {"reason": reason}, known.id)


def rename_student(db: Database, old: str, new: str) -> None:
    """What both have, such as the same hand-in, is there once afterwards."""
    before, now = find_student(db, old).id, clean(new)
    with db.change():
        db.run("INSERT OR IGNORE INTO students SELECT ?2, name, fields FROM students WHERE id = ?1", before, now)
        for table in ("hand_ins", "quiz_results", "overrides", "marks"):
            db.run(f"UPDATE OR IGNORE {table} SET student = ?2 WHERE student = ?1", before, now)
        db.run("DELETE FROM students WHERE id = ?", before)
        note(db, What.RENAMED, {"new": now}, before)
        note(db, What.RENAMED, {"old": before}, now)
