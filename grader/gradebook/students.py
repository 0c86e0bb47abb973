"""Students in a gradebook: who they are, what they submitted, and overrides by an instructor."""

from __future__ import annotations

import json
import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import inf, isfinite

import msgspec

from grader.errors import UsageError
from grader.gradebook.database import PAGE, Database, chunks, clean, to_text
from grader.gradebook.model import AuditEvent, Decision, DecisionKind, Delivery, Override, Student
from grader.results import FileRecord
from grader.text import closest

_LISTED = 10  # students in a message
_ACTIVE = "SELECT * FROM overrides WHERE student = ? AND item = ? AND removed IS NULL ORDER BY id DESC"


class KnownStudents:
    """The students of a gradebook, found by their id or by what course systems call them.

    `typed`: the names looked up were typed by a person. Then a student's name counts as well, and case, outer spaces
    and the form of accents do not. Names of files and folders are taken literally: students may differ in case alone.
    """

    def __init__(self, students: Iterable[Student], typed: bool = False) -> None:
        self._by_id = {student.id: student for student in students}
        self._typed = typed
        self._called: dict[str, set[str]] = {}
        self._numbers: dict[str, list[str]] = {}
        for student in self._by_id.values():
            if number := student.fields.get("lms"):
                self._numbers.setdefault(number, []).append(student.id)
            for name in (*student.fields.values(), *((student.id, student.name) if typed else ())):
                self._called.setdefault(self._form(name), set()).add(student.id)

    def find(self, name: str) -> Student | None:
        """The student with this id, or else the only one called so. None if there is no such student, or several."""
        fits = self.called(name)
        return self._by_id[fits[0]] if len(fits) == 1 else None

    def called(self, name: str) -> list[str]:
        """The id itself, or else those of all who are called so."""
        return [name] if name in self._by_id else sorted(self._called.get(self._form(name), ()))

    def recognise(self, name: str, number: str, apart: str) -> Student | None:
        """The student whose number in the LMS it is, or else the one whom `find` finds. `apart`: the id of a student
        whose name is spelled in an unusual way, which comes first."""
        if apart != name and apart in self._by_id:
            return self._by_id[apart]
        numbered = self._numbers.get(number, ())
        return self._by_id[numbered[0]] if len(numbered) == 1 else self.find(name)

    def meant(self, name: str) -> list[Student]:
        """The students whom a name may mean, in order of their ids.

        An id means its owner alone, unless another one looks the same: these can be told apart with escapes (e\u0301).
        """
        fits = {one for one in self._by_id if ascii(one)[1:-1] == name} or self._called.get(self._form(name), set())
        if name in self._by_id:
            fits = {one for one in self._by_id if _nfc(one) == _nfc(name)}
        return [self._by_id[one] for one in sorted(fits)] if name.strip() else []

    def _form(self, name: str) -> str:
        return _nfc(name).strip().casefold() if self._typed else name


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


class Students(Database):
    """The part of a gradebook about students, deliveries and overrides."""

    def add_students(self, students: Iterable[Student]) -> None:
        """Add the students of a roster. Known ones get the new name and fields."""
        for page in chunks(students, PAGE):
            with self.change():
                for one in page:
                    row = {"id": one.id, "name": one.name, "fields": json.dumps(dict(one.fields))}
                    self.insert("students", row, update=True)

    def student(self, student: str) -> Student:
        """The student with this id. UsageError, with the id that was probably meant, if there is none."""
        row = self.row("SELECT * FROM students WHERE id = ?", student)
        if row is not None:
            return to_student(row)
        names: dict[str, str] = {}
        for one in self.students():
            names |= {one.name: one.id, one.id: one.id}
        meant = closest(student, filter(None, names))
        hint = f"did you mean '{names[meant]}'?" if meant else "use an id from grades.csv"
        raise UsageError(f"the gradebook has no student '{student}'; {hint}")

    def student_meant(self, typed: str) -> Student:
        """The student whom a person means by an id, a name, an email, … UsageError if that is nobody, or several."""
        fits = KnownStudents(self.students(), typed=True).meant(clean(typed))
        if len(fits) > 1:
            alike = len({_nfc(one.id) for one in fits}) < len(fits)
            ids = [ascii(one.id)[1:-1] if alike else one.id for one in fits[:_LISTED]]
            listed = ", ".join(
                f"'{id_}' ({one.name})" if one.name else f"'{id_}'" for id_, one in zip(ids, fits, strict=False)
            )
            more = f" and {len(fits) - _LISTED} more" if len(fits) > _LISTED else ""
            raise UsageError(f"'{typed}' fits {len(fits)} students: {listed}{more}; use an id of these")
        return fits[0] if fits else self.student(typed)

    def students(self) -> Iterator[Student]:
        """All students, in order of their ids."""
        for page in self.student_pages():
            yield from page

    def student_pages(self, wanted: Iterable[str] | None = None) -> Iterator[list[Student]]:
        """All students, or those with the ids in `wanted`, in order of their ids. Nothing stays open between pages."""
        if wanted is not None:
            query = "SELECT * FROM students WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id"
            for ids in chunks(sorted({clean(student) for student in wanted}), PAGE):
                yield [to_student(row) for row in self.rows(query, json.dumps(ids))]
            return
        last = ""
        while page := self.rows(f"SELECT * FROM students WHERE id > ? ORDER BY id LIMIT {PAGE}", last):
            yield [to_student(row) for row in page]
            last = page[-1]["id"]

    def receive(self, deliveries: Iterable[Delivery]) -> None:
        """Record what students submitted. The same content from the same student is the same delivery; of two in one
        call the earlier one counts, and later calls replace what is known about it."""
        seen, met = self.time(), dict[tuple[str, str], tuple[float, float, str]]()
        for page in chunks(deliveries, PAGE):
            with self.change():
                for delivery in page:
                    key = clean(delivery.student), clean(delivery.digest)
                    late = inf if delivery.late_seconds is None else delivery.late_seconds
                    order = late, delivery.submitted.timestamp() if delivery.submitted else inf, delivery.via
                    if key not in met or order < met[key]:
                        met[key] = order
                        self._receive(delivery, *key, seen)

    def _receive(self, delivery: Delivery, student: str, digest: str, seen: str) -> None:
        now = {
            "submitted": None if delivery.submitted is None else to_text(delivery.submitted),
            "late_seconds": delivery.late_seconds,
            "attempt": delivery.attempt,
            "label": clean(delivery.label),
            "problem": clean(delivery.problem),
            "via": clean(delivery.via),
        }
        before = self.row("SELECT * FROM hand_ins WHERE student = ? AND digest = ?", student, digest)
        if before is None:
            self.run("INSERT OR IGNORE INTO students VALUES (?, '', '{}')", student)
            key = {"student": student, "digest": digest, "first_seen": seen, "last_seen": seen}
            row_id = self.insert("hand_ins", {**key, **now, "folder": delivery.folder})
            self.note(AuditEvent.SUBMITTED, {"digest": digest, **now}, student)
        else:
            row_id = before["id"]
            settings = ", ".join(f"{name} = ?" for name in ("last_seen", "folder", *now))
            self.run(f"UPDATE hand_ins SET {settings} WHERE id = ?", seen, delivery.folder, *now.values(), row_id)
            changed = {name: [before[name], value] for name, value in now.items() if before[name] != value}
            if changed:
                self.note(AuditEvent.CHANGED, {"digest": digest, **changed}, student)
        works = {clean(exercise): ("", clean(problem)) for exercise, problem in delivery.problems.items()}
        works |= {clean(work.exercise): (clean(work.digest), "") for work in delivery.works}
        stored = self.rows("SELECT exercise, digest, problem FROM works WHERE hand_in = ?", row_id)
        if works != {row["exercise"]: (row["digest"], row["problem"]) for row in stored}:
            self.run("DELETE FROM works WHERE hand_in = ?", row_id)
            for exercise, (content, problem) in works.items():
                self.run("INSERT INTO works VALUES (?, ?, ?, ?)", row_id, exercise, content, problem)
        self._receive_files(row_id, delivery.files)
        if delivery.counts_for:
            self._take_from_others(delivery, digest)

    def _receive_files(self, hand_in: int, files: Iterable[FileRecord]) -> None:
        now = {(clean(one.name), one.exercise, one.status.value, clean(one.reason), one.digest) for one in files}
        stored = self.rows("SELECT name, exercise, status, reason, digest FROM files WHERE hand_in = ?", hand_in)
        if now != {tuple(row) for row in stored}:
            self.run("DELETE FROM files WHERE hand_in = ?", hand_in)
            for name, exercise, status, reason, digest in now:
                row = {"hand_in": hand_in, "name": name, "exercise": exercise, "status": status, "reason": reason}
                self.insert("files", {**row, "digest": digest})

    def _take_from_others(self, delivery: Delivery, digest: str) -> None:
        """Remove the same hand-in from students whom it counted for before, and does not any more."""
        others = "student NOT IN (SELECT value FROM json_each(?))"
        query = f"SELECT id, student FROM hand_ins WHERE digest = ? AND folder = ? AND {others}"
        everybody = [clean(student) for student in delivery.counts_for]
        for row in self.rows(query, digest, delivery.folder, json.dumps(everybody)):
            self.run("DELETE FROM hand_ins WHERE id = ?", row["id"])
            self.note(AuditEvent.MOVED, {"digest": digest, "label": delivery.label, "to": everybody}, row["student"])

    def decisions(self, kind: DecisionKind) -> dict[str, Decision]:
        """What was decided: folder → its students, or file → the exercises that it answers, none if it is left out."""
        rows = self.rows("SELECT * FROM decisions WHERE kind = ? ORDER BY name", kind.value)
        return {row["name"]: Decision(tuple(json.loads(row["chosen"])), row["content"]) for row in rows}

    def decide(self, kind: DecisionKind, name: str, wanted: Decision | None, reason: str = "") -> None:
        """Decide whose a folder is, or what a file answers. None takes a decision back: UsageError if there is none."""
        name = clean(name)
        with self.change():
            old = self.decisions(kind).get(name)
            if old is None and wanted is None:
                raise UsageError(f"nothing was decided about '{name}'; 'grader {kind.value} OUT' lists what was")
            if wanted is None:
                self.run("DELETE FROM decisions WHERE kind = ? AND name = ?", kind.value, name)
            else:
                row = {"kind": kind.value, "name": name, "chosen": json.dumps(wanted.chosen), "content": wanted.content}
                self.insert("decisions", row, update=True)
            detail = {"name": name, "chosen": wanted and wanted.chosen, "old": old and old.chosen}
            self.note(AuditEvent(kind.value), {**detail, "reason": clean(reason)})

    def remove_student(self, student: str, reason: str) -> None:
        """Delete a student with everything that is theirs alone; the audit trail keeps that they were removed."""
        known = self.student(student)
        with self.change():
            theirs = "SELECT w.exercise, w.digest FROM works w JOIN hand_ins h ON h.id = w.hand_in WHERE h.student = ?"
            works = {(row["exercise"], row["digest"]) for row in self.rows(theirs, known.id)}
            self.run("DELETE FROM students WHERE id = ?", known.id)
            unused = "NOT EXISTS (SELECT 1 FROM works WHERE exercise = ?1 AND digest = ?2)"
            for work in works:
                self.run(f"DELETE FROM outcomes WHERE exercise = ?1 AND work = ?2 AND {unused}", *work)
            self.note(AuditEvent.REMOVED, {"reason": reason}, known.id)

    def stands_for(self, student: str, folder: str) -> bool:
        """Whether everything that a student submitted came under this name."""
        others = "SELECT 1 FROM hand_ins WHERE student = ? AND folder NOT IN (?, '')"
        quizzes = "SELECT 1 FROM quiz_results WHERE student = ?"
        return self.row(others, student, folder) is None and self.row(quizzes, student) is None

    def remove_unused(self, student: str, reason: str) -> None:
        """Delete a student who has nothing: no hand-in, no quiz and no override."""
        tables = ("hand_ins", "quiz_results", "overrides")
        if not any(self.row(f"SELECT 1 FROM {table} WHERE student = ?", student) for table in tables):
            self.remove_student(student, reason)

    def rename_student(self, old: str, new: str) -> None:
        """Move everything from one id to another, which may be in use: what both have is there once afterwards."""
        before, now = self.student(old).id, clean(new)
        with self.change():
            self.run("INSERT OR IGNORE INTO students SELECT ?2, name, fields FROM students WHERE id = ?1", before, now)
            for table in ("hand_ins", "quiz_results", "overrides", "marks"):
                self.run(f"UPDATE OR IGNORE {table} SET student = ?2 WHERE student = ?1", before, now)
            self.run("DELETE FROM students WHERE id = ?", before)
            self.note(AuditEvent.RENAMED, {"new": now}, before)
            self.note(AuditEvent.RENAMED, {"old": before}, now)

    def override(self, wanted: Override) -> None:
        """Set a score, a comment, an excuse or an extension by hand.

        It stays in force until it is removed or replaced, whatever is graded again. What is not set stays as an earlier
        override set it. UsageError if it makes no sense, or the student is unknown.
        """
        if not wanted.reason.strip():
            raise UsageError("an override needs a reason; give one in a few words")
        if wanted.score is None and not wanted.comment.strip() and not wanted.excused and not wanted.extension:
            raise UsageError("an override needs a score, a comment, or to excuse the student; give one of them")
        if wanted.score is not None and wanted.excused:
            raise UsageError("an override sets a score or excuses the student; choose one of them")
        if wanted.score is not None and not (isfinite(wanted.score) and wanted.score >= 0):
            raise UsageError(f"{wanted.score:g} cannot be a score; give a number of points from 0 on")
        student, item = self.student(wanted.student).id, clean(wanted.item)
        with self.change():
            row = self.row(_ACTIVE, student, item)
            before = to_override(row) if row else None
            if before and wanted.score is None and not wanted.excused:
                wanted = replace(wanted, score=before.score, excused=before.excused)
            if before and not wanted.comment.strip():
                wanted = replace(wanted, comment=before.comment)
            if before and not wanted.extension:
                wanted = replace(wanted, extension=before.extension)
            new = _decision(replace(wanted, comment=clean(wanted.comment), reason=clean(wanted.reason)))
            names = {"student": student, "item": item, "who": wanted.who or self.who, "at": self.time()}
            self.insert("overrides", {**names, **new})
            self.note(AuditEvent.OVERRIDE, {**new, "old": _decision(before) if before else None}, student, item)

    def remove_override(self, student: str, item: str, reason: str) -> None:
        """Remove the override of an item; earlier ones do not come back. UsageError if there is none."""
        with self.change():
            row = self.row(_ACTIVE, student, item)
            if row is None:
                raise UsageError(f"'{student}' has no override for '{item}'; 'grader override OUT' lists them all")
            update = "UPDATE overrides SET removed = ? WHERE student = ? AND item = ? AND removed IS NULL"
            self.run(update, self.time(), student, item)
            detail = {"reason": reason, "old": _decision(to_override(row))}
            self.note(AuditEvent.OVERRIDE_REMOVED, detail, student, item)

    def overrides(self, history: bool = False) -> Iterator[Override]:
        """Those in force, or with `history` all that ever were; oldest first."""
        newest = "SELECT max(id) FROM overrides WHERE removed IS NULL GROUP BY student, item"
        wanted = "" if history else f"WHERE id IN ({newest})"
        yield from map(to_override, self.rows(f"SELECT * FROM overrides {wanted} ORDER BY id"))


def to_student(row: sqlite3.Row) -> Student:
    return Student(row["id"], row["name"], json.loads(row["fields"]))


def to_override(row: sqlite3.Row) -> Override:
    return msgspec.convert({**row}, Override, strict=False)  # SQLite has no booleans


def _decision(override: Override) -> dict[str, object]:
    """The columns that an instructor decides."""
    return {name: getattr(override, name) for name in ("score", "comment", "excused", "extension", "reason")}
