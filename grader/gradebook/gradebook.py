"""The gradebook: everything that is known about a class, in one SQLite file."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from grader.gradebook import database as trail
from grader.gradebook import outcomes
from grader.gradebook import outcomes as quizzes
from grader.gradebook import outcomes as records
from grader.gradebook import students as decided
from grader.gradebook import students as handins
from grader.gradebook.database import Clock, Database, chunks, clean, connect
from grader.gradebook.model import (
    AttemptDetail,
    AuditEntry,
    AuditEvent,
    Delivery,
    GradebookCounts,
    Graded,
    GradingSetup,
    MarkChange,
    MarkRow,
    Override,
    QuizResult,
    ReceivedDeliveries,
    Student,
    StudentHistory,
    Work,
)

# ---- The gradebook: everything that a batch remembers, in one SQLite file.
#
# A change is one transaction. What a method has returned from is on the disk, whatever is killed afterwards;
# what it has not is as if it had never been. Several processes may use a gradebook at once, each with a
# `Gradebook` of its own.


_PAGE = 500


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Gradebook:
    """Use it in one thread, and as a context: `with Gradebook.open(path, who="ada") as book`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    @classmethod
    def open(cls, path: Path, who: str = "", create: bool = True, now: Clock = _utc_now) -> Self:
        """`who` is told by the audit trail. UsageError if the file cannot be used, or is missing and not to be made."""
        return cls(Database(connect(path, create), path, who, now))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    @property
    def path(self) -> Path:
        return self._db.path

    @property
    def salt(self) -> int:
        """Secret; drawn when the gradebook was made, and kept: so a regrade is identical."""
        return int(self._meta("salt"))

    @property
    def title(self) -> str:
        return self._meta("title")

    @property
    def policy(self) -> str:
        """That marks were made by last; "" before there are any."""
        return self._meta("policy")

    def describe(self, title: str) -> None:
        """Remember the course's title."""
        with self._db.change():
            self._set_meta("title", title)

    def begin(self, versions: Mapping[str, str]) -> int:
        """A run of `grader batch`, and the versions that its outcomes come from."""
        with self._db.change():
            row = self._db.run(
                "INSERT INTO runs (who, started, versions) VALUES (?, ?, ?)",
                self._db.who,
                self._db.time(),
                json.dumps(dict(versions)),
            ).lastrowid
        return int(row or 0)

    def finish(self, run: int, counts: Mapping[str, int]) -> None:
        with self._db.change():
            told = json.dumps(dict(counts))
            self._db.run("UPDATE runs SET finished = ?, counts = ? WHERE id = ?", self._db.time(), told, run)

    def add_students(self, students: Iterable[Student]) -> None:
        """Those of a roster. Known ones get the new name and fields."""
        handins.add_students(self._db, students)

    def student(self, student: str) -> Student:
        """UsageError, with the id that was probably meant, if there is none."""
        return handins.find_student(self._db, student)

    def students(self) -> Iterator[Student]:
        for page in handins.students(self._db):
            yield from page

    def remove_student(self, student: str, reason: str) -> None:
        handins.remove_student(self._db, student, reason)

    def rename_student(self, old: str, new: str) -> None:
        """All that is kept under one id goes to another, which may be in use."""
        handins.rename_student(self._db, old, new)

    def receive(self, hand_ins: Iterable[Delivery]) -> ReceivedDeliveries:
        """Remember what students handed in; the same content from the same student is the same hand-in."""
        return handins.receive(self._db, hand_ins)

    def use(self, setups: Iterable[GradingSetup]) -> None:
        """Outcomes under these setups are the current ones of their exercises."""
        outcomes.use(self._db, setups)

    def pending(self, works: Iterable[Work], force: bool = False) -> Iterator[Work]:
        """Of the works those to grade, lazily and each once: without a sound outcome under the current setup."""
        return outcomes.pending(self._db, works, force)

    def save(self, graded: Iterable[Graded], run: int | None = None, force: bool = False) -> int:
        """All of them or none. How many were written: an outcome that is there already stays, unless by `force`."""
        return outcomes.save(self._db, graded, run, force)

    def records(self, students: Iterable[str] | None = None) -> Iterator[StudentHistory]:
        """All that marks are made from, a student at a time, in order of their ids."""
        return records.records(self._db, students)

    def details(self, student: str) -> Iterator[AttemptDetail]:
        """The full results of one student."""
        return records.details(self._db, student)

    def save_quiz(self, results: Iterable[QuizResult]) -> int:
        """How many are new or changed; an attempt that was graded before is replaced."""
        return quizzes.save_quiz(self._db, results)

    def quiz_results(self, quiz: str | None = None, student: str | None = None) -> Iterator[QuizResult]:
        return quizzes.quiz_results(self._db, quiz, student)

    def override(self, override: Override) -> Override:
        """Decide by hand. It counts until it is removed or another one follows, whatever is graded again."""
        return decided.override(self._db, override)

    def remove_override(self, student: str, item: str, reason: str) -> Override:
        return decided.remove_override(self._db, student, item, reason)

    def overrides(self, history: bool = False) -> Iterator[Override]:
        return decided.overrides(self._db, history)

    def audit(self, student: str | None = None, item: str | None = None) -> Iterator[AuditEntry]:
        """Who changed what, oldest first."""
        return trail.entries(self._db, student, item)

    def note_policy(self, text: str) -> bool:
        """Remember the policy that marks are made by. Is it another one than before?"""
        with self._db.change():
            before = self._meta("policy")
            if before == clean(text):
                return False
            self._set_meta("policy", text)
            trail.note(self._db, AuditEvent.POLICY, {"old": before, "new": clean(text)})
        return True

    def save_marks(self, marks: Iterable[MarkRow]) -> list[MarkChange]:
        """Keep the marks. Those that have changed come back; the audit trail tells them, too, with their reasons."""
        changes: list[MarkChange] = []
        for page in chunks(marks, _PAGE):
            with self._db.change():
                changes += [change for mark in page for change in self._save_mark(mark)]
        return changes

    def marks(self) -> Iterator[MarkRow]:
        """As they were saved last."""
        for page in handins.students(self._db):
            asked = json.dumps([student.id for student in page])
            wanted = "SELECT * FROM marks WHERE student IN (SELECT value FROM json_each(?)) ORDER BY student"
            for row in self._db.rows(wanted, asked):
                yield MarkRow(row["student"], row["total"], row["maximum"], json.loads(row["detail"]))

    def counts(self) -> GradebookCounts:
        tables = ("students", "hand_ins", "works", "outcomes")
        return GradebookCounts(*(self._db.number(f"SELECT count(*) FROM {table}") for table in tables))

    def isolation(self) -> Counter[str]:
        """How many works were graded at which level, under the current setups."""
        wanted = """
            SELECT o.isolation, count(*) AS count FROM works w JOIN current_setups c ON c.exercise = w.exercise
            JOIN outcomes o ON o.exercise = w.exercise AND o.work = w.digest AND o.setup = c.setup
            GROUP BY o.isolation"""
        return Counter({row["isolation"]: row["count"] for row in self._db.rows(wanted)})

    def _save_mark(self, mark: MarkRow) -> Iterator[MarkChange]:
        student = clean(mark.student)
        before = self._db.row("SELECT total, maximum FROM marks WHERE student = ?", student)
        detail = json.dumps(dict(mark.detail))
        self._db.run(
            "INSERT INTO marks VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE"
            " SET total = excluded.total, maximum = excluded.maximum, detail = excluded.detail, at = excluded.at",
            student,
            mark.total,
            mark.maximum,
            detail,
            self._db.time(),
        )
        new = f"{mark.total} of {mark.maximum}"
        old = f"{before['total']} of {before['maximum']}" if before else ""
        if old != new:
            trail.note(self._db, AuditEvent.MARK, {"old": old, "new": new, "detail": dict(mark.detail)}, student)
        if before and old != new:
            yield MarkChange(student, old, new)

    def _meta(self, name: str) -> str:
        row = self._db.row("SELECT value FROM meta WHERE name = ?", name)
        return str(row["value"]) if row else ""

    def _set_meta(self, name: str, value: str) -> None:
        put = "INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"
        self._db.run(put, name, clean(value))


# ---- Keeps outcomes in small groups: a transaction for each would wait for the disk each time.


class Saver:
    """Saves what is added at once, or in groups when it comes fast: `most` of them, or those of so many `seconds`.

    `told` is called with each that is on the disk; count nothing else as done. Leaving the context saves the rest,
    also when an error or Ctrl-C ends it.
    """

    def __init__(
        self,
        book: Gradebook,
        run: int | None = None,
        told: Callable[[Graded], object] = lambda _: None,
        *,
        force: bool = False,
        most: int = 100,
        seconds: float = 0.25,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._book = book
        self._run = run
        self._told = told
        self._force = force
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._waiting: list[Graded] = []
        self._next = clock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._flush()

    def add(self, graded: Graded) -> None:
        self._waiting.append(graded)
        if len(self._waiting) >= self._most or self._clock() >= self._next:
            self._flush()
            self._next = self._clock() + self._seconds

    def _flush(self) -> None:
        if not self._waiting:
            return
        with _undisturbed():  # or somebody's Ctrl-C falls between what is on the disk and what is told
            self._book.save(self._waiting, self._run, self._force)
            saved, self._waiting = self._waiting, []
            for graded in saved:
                self._told(graded)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Signals that end a program arrive when the block is done. Blocking them would not do: where there are other
    threads, the system hands the signal to one of these, and Python's handler runs in the main thread all the same."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    arrived: list[int] = []
    before = {
        number: signal.signal(number, lambda number, _: arrived.append(number))
        for number in (getattr(signal, name) for name in names if hasattr(signal, name))
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        for number in dict.fromkeys(arrived):
            signal.raise_signal(number)
