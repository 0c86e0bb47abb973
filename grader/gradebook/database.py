"""A gradebook's database: its schema, opening and migrating it, transactions, and the audit trail."""

from __future__ import annotations

import json
import os
import re
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from shutil import disk_usage
from typing import Self, TypeVar

import msgspec

from grader.errors import UsageError, reason_of
from grader.gradebook.model import AuditEntry, AuditEvent

APPLICATION = 0x47524144  # "GRAD": distinguishes a gradebook from other databases
PAGE = 500  # rows that are read or written at a time
Steps = Sequence[Sequence[str]]
Clock = Callable[[], datetime]
T = TypeVar("T")

# The migrations, as lists of statements. A step never changes once it has been released: a new version adds one.
STEPS: Steps = tuple(
    Path(__file__).with_name(name).read_text(encoding="utf-8").split(";\n") for name in ("schema.sql", "schema_2.sql")
)

WAIT_SECONDS = 60.0  # for other processes: their transactions are short, but a migration takes longer
_FULL_BYTES = 1 << 20
_IN_USE = "'{path}' is in use by another process; wait until that ends and run the command again"
_NO_ACCESS = "'{path}' cannot be opened; check the permissions of the file and of its folder"
_SAFE = "everything saved before is safe"
_SENTENCES = {
    "FULL": f"the disk of '{{path}}' is full; free some space and run the command again: {_SAFE}",
    "BUSY": _IN_USE,
    "LOCKED": _IN_USE,
    "PROTOCOL": _IN_USE,
    "READONLY": "'{path}' cannot be written; check the permissions of the file and of its folder",
    "PERM": _NO_ACCESS,
    "CANTOPEN": _NO_ACCESS,
    "NOTADB": "'{path}' is not a gradebook; choose another folder, or move that file away",
    "CORRUPT": "'{path}' is damaged; restore it from a backup, or move it away and grade again",
    "IOERR": f"'{{path}}' cannot be read or written; check the disk and run the command again: {_SAFE}",
}


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Raise errors that SQLite has with the file or the disk as a UsageError; a bug of ours stays what it is."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "").removeprefix("SQLITE_").partition("_")[0]
        with suppress(OSError):
            if name == "IOERR" and disk_usage(path.parent).free < _FULL_BYTES:  # as some file systems report it
                name = "FULL"
        if name not in _SENTENCES:
            raise
        raise UsageError(_SENTENCES[name].format(path=path)) from error


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """On the disk when the block ends normally, otherwise as if it had never started."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # a full disk ends it by itself
            connection.execute("ROLLBACK")
        raise


class Database:
    """A connection, with the clock and the name that changes are made under. It belongs to one thread.

    Used as a context, it is closed at the end.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, who: str, now: Clock) -> None:
        self.path = path
        self.who = clean(who)
        self._connection = connection
        self._now = now

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    def time(self) -> str:
        """The current time, as it is stored."""
        return to_text(self._now())

    @contextmanager
    def change(self) -> Iterator[None]:
        """A transaction. UsageError if the file cannot be written."""
        with in_words(self.path), _transaction(self._connection):
            yield

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Everything read in the block is of one moment. Keep it short: without WAL it makes writers wait."""
        with in_words(self.path):
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                self._connection.execute("ROLLBACK")

    def run(self, sql: str, *values: object) -> sqlite3.Cursor:
        with in_words(self.path):
            return self._connection.execute(sql, [clean(one) if isinstance(one, str) else one for one in values])

    def rows(self, sql: str, *values: object) -> list[sqlite3.Row]:
        return self.run(sql, *values).fetchall()

    def row(self, sql: str, *values: object) -> sqlite3.Row | None:
        """The first row, or None."""
        found: sqlite3.Row | None = self.run(sql, *values).fetchone()
        return found

    def insert(self, table: str, values: Mapping[str, object], update: bool = False) -> int:
        """Add a row and return its id. `update`: a row with the same key gets these values instead."""
        sql = f"INSERT INTO {table} ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})"
        if update:
            sql += f" ON CONFLICT DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in values)}"
        return self.run(sql, *values.values()).lastrowid or 0

    def select(self, table: str, **wanted: str | None) -> Iterator[sqlite3.Row]:
        """Rows with these values (None: any), oldest first. They are read by pages: nothing stays open in between."""
        filters = {name: value for name, value in wanted.items() if value is not None}
        where = " AND ".join(["id > ?", *(f"{name} = ?" for name in filters)])
        query, last = f"SELECT * FROM {table} WHERE {where} ORDER BY id LIMIT {PAGE}", 0
        while page := self.rows(query, last, *filters.values()):
            yield from page
            last = page[-1]["id"]

    def note(self, what: AuditEvent, detail: Mapping[str, object], student: str = "", item: str = "") -> None:
        """Add an entry to the audit trail, in the transaction of the change that it records. None is ever changed."""
        names = {"at": self.time(), "who": self.who, "what": what.value, "student": student, "item": item}
        self.insert("audit", {**names, "detail": json.dumps(dict(detail))})

    def audit(self, student: str | None = None, item: str | None = None) -> Iterator[AuditEntry]:
        """Who changed what, oldest first: for one student or all, for one item or all."""
        for row in self.select("audit", student=student, item=item):
            yield msgspec.convert({**row, "detail": json.loads(row["detail"])}, AuditEntry)


def chunks(things: Iterable[T], size: int) -> Iterator[list[T]]:
    """Lists of at most `size`, each read when it is asked for."""
    left = iter(things)
    while chunk := list(islice(left, size)):
        yield chunk


def to_text(time: datetime) -> str:
    """UTC, and always of the same length, so that texts sort as times do."""
    if time.tzinfo is None:
        raise ValueError("a time in the gradebook needs a time zone")
    return time.astimezone(UTC).isoformat(timespec="microseconds")


def clean(text: str) -> str:
    """SQLite stores only valid text, but file names may contain other bytes: these become escapes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8").replace("\0", "\\x00")


_MOUNTS = Path("/proc/self/mountinfo")
_OLDEST = (3, 37, 0)  # the first with strict tables
_NETWORK = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "lustre", "gpfs", "beegfs", "ceph", "vboxsf"}


def connect(
    path: Path, create: bool, steps: Steps = STEPS, mounts: Path = _MOUNTS, driver: str = "", wait: float = WAIT_SECONDS
) -> sqlite3.Connection:
    """Open a gradebook: create it if it is missing and `create` is set, migrate it if it is old.

    `driver`: the SQLite VFS, if not the default one. UsageError if the file is missing or cannot be used.
    """
    if sqlite3.sqlite_version_info < _OLDEST:
        raise UsageError(f"SQLite {sqlite3.sqlite_version} is too old for a gradebook; use a Python with 3.37 or later")
    if not create and not path.is_file():
        raise UsageError(f"there is no gradebook '{path}'; 'grader batch' creates one")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            _create(path, steps)
        if path.stat().st_size == 0:
            raise UsageError(f"the gradebook '{path}' is empty; restore it from a backup, or move it away")
    except OSError as problem:
        why = reason_of(problem)
        raise UsageError(f"the gradebook '{path}' cannot be opened: {why}; choose another folder") from None
    with in_words(path):
        connection = sqlite3.connect(_uri(path, driver), uri=True, timeout=wait, isolation_level=None)
        try:
            _recognise(connection, path)
            _choose_journal(connection, is_network(path, mounts), wait)
            _migrate(connection, path, steps)
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA synchronous = FULL")  # what is saved survives a power cut, too
        except BaseException:
            connection.close()
            raise
    connection.row_factory = sqlite3.Row
    return connection


def _create(path: Path, steps: Steps) -> None:
    """Whole or not at all: under another name first. Only its owner may read it, as it holds grades and the salt.

    Not with `files.beside`, which would replace a gradebook that another process has created meanwhile.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    os.close(os.open(beside, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with in_words(path), closing(sqlite3.connect(_uri(beside), uri=True, isolation_level=None)) as connection:
            _migrate(connection, beside, steps)
        with suppress(FileExistsError):  # another process may have been faster
            os.link(beside, path)
    except OSError:
        if not path.exists():  # a disk without links
            beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _uri(path: Path, driver: str = "") -> str:
    return f"{path.absolute().as_uri()}?mode=rw" + (f"&vfs={driver}" if driver else "")


def _recognise(connection: sqlite3.Connection, path: Path) -> None:
    """UsageError if this is another database."""
    try:
        tables = _number(connection, "SELECT count(*) FROM sqlite_master")
    except sqlite3.OperationalError as error:
        # It was written with WAL, which does not work here; a single process can still open it.
        if not error.sqlite_errorname.startswith(("SQLITE_CANTOPEN", "SQLITE_IOERR", "SQLITE_PROTOCOL")):
            raise
        _leave_wal(connection)
        tables = _number(connection, "SELECT count(*) FROM sqlite_master")
    application = _number(connection, "PRAGMA application_id")
    if application != APPLICATION and (application or tables):
        raise UsageError(_SENTENCES["NOTADB"].format(path=path))


def _number(connection: sqlite3.Connection, sql: str) -> int:
    return int(connection.execute(sql).fetchone()[0])


def _choose_journal(connection: sqlite3.Connection, network: bool, wait: float) -> None:
    """WAL lets others read while one writes. Between machines it loses data, so it is not used there."""
    if network:
        _leave_wal(connection)
        return
    deadline = time.monotonic() + wait
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")  # where it is not available, the mode stays as it was
            return
        except sqlite3.OperationalError as error:
            # Switching does not wait by itself for others that are opening the same new file.
            if not error.sqlite_errorname.startswith("SQLITE_BUSY") or time.monotonic() > deadline:
                raise
        time.sleep(0.02)


def _leave_wal(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("PRAGMA locking_mode = NORMAL")
    connection.execute("SELECT count(*) FROM sqlite_master").fetchone()  # only this releases the lock


def is_network(path: Path, mounts: Path = _MOUNTS) -> bool:
    """Is the file on another machine? False where that cannot be found out."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return False
    here, best, kind = path.resolve(), -1, ""
    for line in lines:
        left, _, right = line.partition(" - ")
        if len(left.split()) < 5 or not right:
            continue
        point = Path(re.sub(r"\\(\d{3})", lambda code: chr(int(code[1], 8)), left.split()[4]))
        if here.is_relative_to(point) and len(point.parts) >= best:  # the last of several mounts on one folder counts
            best, kind = len(point.parts), right.split()[0]
    return kind in _NETWORK or kind.startswith("fuse.")


def _migrate(connection: sqlite3.Connection, path: Path, steps: Steps) -> None:
    """Run the steps that are missing, in one transaction, after a backup; a new gradebook gets its salt."""
    if _version(connection, path, steps) == len(steps):
        return
    with _transaction(connection):
        version = _version(connection, path, steps)  # another process may have been faster
        if 0 < version < len(steps):
            _back_up(path, version)
        for step in steps[version:]:
            for statement in step:
                connection.execute(statement)
        if version == 0:
            connection.execute("INSERT INTO meta VALUES ('salt', ?)", (str(secrets.randbits(128)),))
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {len(steps)}")


def _version(connection: sqlite3.Connection, path: Path, steps: Steps) -> int:
    version = _number(connection, "PRAGMA user_version")
    if version > len(steps):
        raise UsageError(f"'{path}' was written by a later version of the grader; update this one")
    return version


def _back_up(path: Path, version: int) -> None:
    """A copy beside the gradebook. The caller's lock keeps other processes from changing it meanwhile."""
    number, target = 1, path.with_name(f"{path.stem}.v{version}{path.suffix}")
    while target.exists():
        number += 1
        target = path.with_name(f"{path.stem}.v{version}-{number}{path.suffix}")
    beside = target.with_name(f"{target.name}.part")
    beside.unlink(missing_ok=True)
    os.close(os.open(beside, os.O_RDWR | os.O_CREAT, 0o600))
    source, copy = (sqlite3.connect(_uri(one), uri=True) for one in (path, beside))
    with closing(source), closing(copy):
        source.backup(copy)
    beside.replace(target)


def me() -> str:
    """The name for the audit trail if none is given: the user's, or "somebody"."""
    from getpass import getuser

    try:
        return os.environ.get("USER") or os.environ.get("USERNAME") or getuser()
    except (OSError, KeyError, ImportError):  # a number without a name, or Windows
        return "somebody"
