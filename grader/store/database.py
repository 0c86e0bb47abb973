"""One connection to a gradebook: transactions, and SQLite's complaints in words."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from shutil import disk_usage
from typing import Any

from grader.errors import GraderError, UsageError

WAIT_SECONDS = 60.0  # for other processes: their transactions are small, a migration takes longer
_ROOM = 1 << 20
_SAFE = "what was saved before is safe"
_SENTENCES = {
    "FULL": f"the disk of '{{path}}' is full; make room and run the command again: {_SAFE}",
    "BUSY": "'{path}' is in use by another process; wait until that ends and run the command again",
    "LOCKED": "'{path}' is in use by another process; wait until that ends and run the command again",
    "PROTOCOL": "'{path}' is in use by another process; wait until that ends and run the command again",
    "READONLY": "'{path}' cannot be written; check the permissions of the file and of its folder",
    "PERM": "'{path}' cannot be opened; check the permissions of the file and of its folder",
    "CANTOPEN": "'{path}' cannot be opened; check the permissions of the file and of its folder",
    "NOTADB": "'{path}' is no gradebook; name another folder, or move that file away",
    "CORRUPT": "'{path}' is damaged; put a copy of it in its place, or move it away and grade again",
    "IOERR": f"'{{path}}' cannot be read or written; check the disk and run the command again: {_SAFE}",
}

Clock = Callable[[], datetime]


def sentence(path: Path, error: sqlite3.Error) -> GraderError | None:
    """What to tell a person; None for what is no fault of the surroundings but of this package."""
    name = getattr(error, "sqlite_errorname", "").removeprefix("SQLITE_").partition("_")[0]
    if name == "IOERR" and _is_full(path):
        name = "FULL"
    return UsageError(_SENTENCES[name].format(path=path)) if name in _SENTENCES else None


def _is_full(path: Path) -> bool:
    """File systems do not agree on how to say so."""
    try:
        return disk_usage(path.parent).free < _ROOM
    except OSError:
        return False


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        told = sentence(path, error)
        if told is None:
            raise
        raise told from error


class Database:
    """A connection, the clock and the name that changes are made under. It belongs to one thread."""

    def __init__(self, connection: sqlite3.Connection, path: Path, who: str, now: Clock) -> None:
        self.path = path
        self.who = clean(who)
        self._connection = connection
        self._now = now

    def close(self) -> None:
        self._connection.close()

    def time(self) -> str:
        return to_text(self._now())

    @contextmanager
    def change(self) -> Iterator[None]:
        """A transaction: on the disk when the block ends well, else as if it had never begun."""
        with in_words(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:  # a full disk ends it by itself
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def glance(self) -> Iterator[None]:
        """Everything read in the block is of one moment. Short: without WAL it makes writers wait."""
        with in_words(self.path):
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                self._connection.execute("ROLLBACK")

    def run(self, sql: str, *values: object) -> sqlite3.Cursor:
        with in_words(self.path):
            return self._connection.execute(sql, values)

    def rows(self, sql: str, *values: object) -> list[sqlite3.Row]:
        return self.run(sql, *values).fetchall()

    def row(self, sql: str, *values: object) -> sqlite3.Row | None:
        """The first one."""
        found: sqlite3.Row | None = self.run(sql, *values).fetchone()
        return found

    def number(self, sql: str, *values: object) -> int:
        found = self.row(sql, *values)
        return int(found[0]) if found else 0


def chunks(things: Iterable[Any], size: int) -> Iterator[list[Any]]:
    """Lists of at most `size`, each read when it is asked for."""
    chunk: list[Any] = []
    for thing in things:
        chunk.append(thing)
        if len(chunk) == size:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def to_text(time: datetime) -> str:
    """UTC, and always of the same length, so that texts sort as times do."""
    if time.tzinfo is None:
        raise ValueError("a time in the gradebook needs a time zone")
    return time.astimezone(UTC).isoformat(timespec="microseconds")


def maybe_text(time: datetime | None) -> str | None:
    return None if time is None else to_text(time)


def to_time(text: str) -> datetime:
    return datetime.fromisoformat(text)


def maybe_time(text: str | None) -> datetime | None:
    return None if text is None else to_time(text)


def clean(text: str) -> str:
    """File names may hold bytes that are no characters; SQLite takes only characters."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8").replace("\0", "\\x00")
