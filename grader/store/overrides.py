"""What instructors decide by hand. It stays over every re-run, and the history of it stays, too."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from math import isfinite

from grader.errors import UsageError
from grader.store.database import Database, clean, maybe_time, to_time
from grader.store.handins import find_student
from grader.store.model import Override, What
from grader.store.trail import note

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
        note(db, What.OVERRIDE, {**_told(new), "old": old}, student, item)
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
        note(db, What.OVERRIDE_REMOVED, detail, removed.student, removed.item)
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
