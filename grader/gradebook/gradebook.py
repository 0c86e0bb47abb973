"""The gradebook: everything that is known about a class, in one SQLite file."""

from __future__ import annotations

import json
import signal
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Self

import msgspec

from grader.gradebook.database import PAGE, Clock, chunks, clean, connect
from grader.gradebook.model import AuditEvent, ChosenAssignment, Graded, MarkChange, MarkRow
from grader.gradebook.outcomes import Outcomes

_UTC_NOW: Clock = partial(datetime.now, UTC)


class Gradebook(Outcomes):
    """Use it in one thread, and as a context: `with Gradebook.open(path, who="ada") as book`.

    A change is one transaction. Once a method has returned, its change is on the disk, whatever is killed afterwards;
    before that, it is as if it had never been made. Several processes may use a gradebook at once, each with a
    `Gradebook` of its own.
    """

    @classmethod
    def open(cls, path: Path, who: str = "", create: bool = True, now: Clock = _UTC_NOW) -> Self:
        """Open a gradebook; the audit trail records changes under the name `who`.

        UsageError if the file cannot be used, or is missing and not to be created.
        """
        return cls(connect(path, create), path, who, now)

    @property
    def salt(self) -> int:
        """Secret. Drawn when the gradebook was created and kept, so that grading again gives the same results."""
        return int(self._meta("salt"))

    @property
    def title(self) -> str:
        """The course's title, or ""."""
        return self._meta("title")

    @property
    def policy(self) -> str:
        """The policy that marks were last computed with; "" before there are any."""
        return self._meta("policy")

    @property
    def assignment(self) -> ChosenAssignment:
        """The assignment that the files beside the gradebook are about."""
        return msgspec.json.decode(self._meta("assignment") or b"{}", type=ChosenAssignment)

    def choose(self, chosen: ChosenAssignment) -> None:
        """Save another assignment, or what the default one consists of; the audit trail records the change."""
        with self.change():
            before = self.assignment
            if before != chosen:
                self._set_meta("assignment", msgspec.json.encode(chosen).decode())
                old, new = (msgspec.structs.asdict(one) for one in (before, chosen))
                self.note(AuditEvent.ASSIGNMENT, {"old": old, "new": new})

    def describe(self, title: str) -> None:
        """Save the course's title."""
        with self.change():
            self._set_meta("title", title)

    def begin(self, versions: Mapping[str, str]) -> int:
        """Start a run of `grader batch` with these versions of programs, and return its id."""
        row = {"who": self.who, "started": self.time(), "versions": json.dumps(dict(versions))}
        with self.change():
            return self.insert("runs", row)

    def finish(self, run: int, counts: Mapping[str, int]) -> None:
        """End a run."""
        with self.change():
            update = "UPDATE runs SET finished = ?, counts = ? WHERE id = ?"
            self.run(update, self.time(), json.dumps(dict(counts)), run)

    def note_policy(self, text: str) -> None:
        """Save the policy that marks are computed with; the audit trail records that it is another one."""
        with self.change():
            before, now = self.policy, clean(text)
            if before != now:
                self._set_meta("policy", now)
                self.note(AuditEvent.POLICY, {"old": before, "new": now})

    def save_marks(self, marks: Iterable[MarkRow]) -> list[MarkChange]:
        """Save marks and return those that have changed; the audit trail has them, too, with their reasons."""
        changes: list[MarkChange] = []
        for page in chunks(marks, PAGE):
            with self.change():
                for mark in page:
                    found = self.row("SELECT total, maximum, detail FROM marks WHERE student = ?", mark.student)
                    row = {**vars(mark), "detail": json.dumps(dict(mark.detail)), "at": self.time()}
                    self.insert("marks", row, update=True)
                    before = _mark_row(mark.student, found) if found else None
                    old, new = before.words if before else "", mark.words
                    if old != new:
                        detail = {"old": old, "new": new, "detail": dict(mark.detail)}
                        self.note(AuditEvent.MARK, detail, mark.student)
                    if before and old != new:
                        changes.append(MarkChange(clean(mark.student), old, new))
        return changes

    def marks(self) -> Iterator[MarkRow]:
        """The marks as they were last saved, in order of the students' ids."""
        for row in self.rows("SELECT * FROM marks ORDER BY student"):
            yield _mark_row(row["student"], row)

    def _meta(self, name: str) -> str:
        row = self.row("SELECT value FROM meta WHERE name = ?", name)
        return str(row["value"]) if row else ""

    def _set_meta(self, name: str, value: str) -> None:
        self.insert("meta", {"name": name, "value": value}, update=True)


def _mark_row(student: str, row: sqlite3.Row) -> MarkRow:
    return MarkRow(student, row["total"], row["maximum"], json.loads(row["detail"]))


@dataclass
class Saver:
    """Saves results in small groups when they come fast, as each transaction waits for the disk.

    A group is `most` results, or those of so many `seconds`. `saved` is called with each one that is on the disk; count
    nothing else as done. Leaving the context saves the rest, also after an error or Ctrl-C.
    """

    book: Gradebook
    run: int | None
    saved: Callable[[Graded], object]
    _: KW_ONLY
    force: bool = False
    most: int = 100
    seconds: float = 0.25
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self._waiting: list[Graded] = []
        self._next = self.clock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._flush()

    def add(self, graded: Graded) -> None:
        self._waiting.append(graded)
        if len(self._waiting) >= self.most or self.clock() >= self._next:
            self._flush()
            self._next = self.clock() + self.seconds

    def _flush(self) -> None:
        if not self._waiting:
            return
        with _undisturbed():  # otherwise Ctrl-C could come between saving and reporting
            self.book.save(self._waiting, self.run, self.force)
            saved, self._waiting = self._waiting, []
            for graded in saved:
                self.saved(graded)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Delay signals that end a program until the block is done.

    Blocking them would not do: the system delivers them to another thread, and Python's handler runs in the main thread
    all the same.
    """
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
