"""A gradebook's database: its schema, opening and upgrading it, transactions, and the audit trail."""

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
from pathlib import Path
from shutil import disk_usage
from typing import Any
from urllib.parse import quote

from grader.errors import GraderError, UsageError, reason_of
from grader.gradebook.model import AuditEntry, AuditEvent

# ---- The tables of a gradebook, and the steps that bring an older one up to date.
#
# A step is never changed once it has been released: a new version adds one. Points are nowhere in it:
# `verdicts` and `shares` say how checks and questions ended, and what these are worth is said by the course of
# today.


APPLICATION = 0x47524144  # "GRAD": tells a gradebook from other databases
Steps = Sequence[Sequence[str]]

_FIRST = (
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE TABLE students (id TEXT PRIMARY KEY, name TEXT NOT NULL, fields TEXT NOT NULL) STRICT, WITHOUT ROWID",
    """CREATE TABLE runs (
        id INTEGER PRIMARY KEY,
        who TEXT NOT NULL,
        started TEXT NOT NULL,
        finished TEXT,
        versions TEXT NOT NULL,
        counts TEXT NOT NULL DEFAULT '{}'
    ) STRICT""",
    """CREATE TABLE hand_ins (
        id INTEGER PRIMARY KEY,
        student TEXT NOT NULL REFERENCES students (id) ON DELETE CASCADE,
        digest TEXT NOT NULL,
        attempt INTEGER NOT NULL,
        submitted TEXT,
        late_seconds INTEGER,
        label TEXT NOT NULL,
        problem TEXT NOT NULL,
        first_seen TEXT NOT NULL,
        last_seen TEXT NOT NULL,
        UNIQUE (student, digest)
    ) STRICT""",
    """CREATE TABLE works (
        hand_in INTEGER NOT NULL REFERENCES hand_ins (id) ON DELETE CASCADE,
        exercise TEXT NOT NULL,
        digest TEXT NOT NULL,
        problem TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (hand_in, exercise)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX works_by_content ON works (exercise, digest)",
    """CREATE TABLE setups (
        key TEXT PRIMARY KEY,
        exercise TEXT NOT NULL,
        content TEXT NOT NULL,
        grader TEXT NOT NULL,
        device TEXT NOT NULL,
        first_used TEXT NOT NULL
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE current_setups (
        exercise TEXT PRIMARY KEY,
        setup TEXT NOT NULL REFERENCES setups (key)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE outcomes (
        id INTEGER PRIMARY KEY,
        exercise TEXT NOT NULL,
        work TEXT NOT NULL,
        setup TEXT NOT NULL REFERENCES setups (key),
        verdicts TEXT NOT NULL,
        faulty INTEGER NOT NULL,
        isolation TEXT NOT NULL,
        seconds REAL NOT NULL,
        graded TEXT NOT NULL,
        run INTEGER REFERENCES runs (id),
        UNIQUE (exercise, work, setup)
    ) STRICT""",
    # Apart from their outcomes, so that marks are computed without reading every message and picture.
    """CREATE TABLE results (
        outcome INTEGER PRIMARY KEY REFERENCES outcomes (id) ON DELETE CASCADE,
        result TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE quiz_results (
        id INTEGER PRIMARY KEY,
        student TEXT NOT NULL REFERENCES students (id) ON DELETE CASCADE,
        quiz TEXT NOT NULL,
        digest TEXT NOT NULL,
        attempt INTEGER NOT NULL,
        submitted TEXT,
        late_seconds INTEGER,
        label TEXT NOT NULL,
        problem TEXT NOT NULL,
        key TEXT NOT NULL,
        questions TEXT NOT NULL,
        graded TEXT NOT NULL,
        UNIQUE (student, quiz, digest)
    ) STRICT""",
    """CREATE TABLE overrides (
        id INTEGER PRIMARY KEY,
        student TEXT NOT NULL REFERENCES students (id) ON DELETE CASCADE,
        item TEXT NOT NULL,
        score REAL,
        comment TEXT NOT NULL,
        excused INTEGER NOT NULL,
        reason TEXT NOT NULL,
        who TEXT NOT NULL,
        at TEXT NOT NULL,
        removed TEXT
    ) STRICT""",
    "CREATE INDEX overrides_by_student ON overrides (student, item)",
    """CREATE TABLE marks (
        student TEXT PRIMARY KEY REFERENCES students (id) ON DELETE CASCADE,
        total TEXT NOT NULL,
        maximum TEXT NOT NULL,
        detail TEXT NOT NULL,
        at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE audit (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at TEXT NOT NULL,
        who TEXT NOT NULL,
        what TEXT NOT NULL,
        student TEXT NOT NULL,
        item TEXT NOT NULL,
        detail TEXT NOT NULL
    ) STRICT""",
    "CREATE INDEX audit_by_student ON audit (student, item)",
)

STEPS: Steps = (_FIRST,)


# ---- One connection to a gradebook: transactions, and SQLite's complaints in words.


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


# ---- Opens a gradebook's file: makes it, recognises it, brings it up to date.


_MOUNTS = Path("/proc/self/mountinfo")
_OLDEST = (3, 37, 0)  # the first with strict tables
_NETWORK = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "lustre", "gpfs", "beegfs", "ceph", "vboxsf"}


def connect(
    path: Path, create: bool, steps: Steps = STEPS, mounts: Path = _MOUNTS, driver: str = "", wait: float = WAIT_SECONDS
) -> sqlite3.Connection:
    """`driver`: the SQLite VFS, if not the usual one."""
    if sqlite3.sqlite_version_info < _OLDEST:
        raise UsageError(f"SQLite {sqlite3.sqlite_version} is too old for a gradebook; use a Python with 3.37 or later")
    _make_file(path, create, steps)
    with in_words(path):
        connection = sqlite3.connect(_address(path, driver), uri=True, timeout=wait, isolation_level=None)
        try:
            _recognise(connection, path)
            _choose_journal(connection, is_network(path, mounts), wait)
            _bring_up_to_date(connection, path, steps)
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA synchronous = FULL")  # what is saved survives a power cut, too
        except BaseException:
            connection.close()
            raise
    connection.row_factory = sqlite3.Row
    return connection


def _make_file(path: Path, create: bool, steps: Steps) -> None:
    """Whole or not at all: one that is there is not touched, and one that is empty was never a gradebook."""
    if not create and not path.is_file():
        raise UsageError(f"there is no gradebook '{path}'; 'grader batch' makes one")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            _make_new(path, steps)
        elif path.stat().st_size == 0:
            raise UsageError(
                f"the gradebook '{path}' is empty, as an interrupted copy leaves it; restore it from a backup, "
                "or move it away"
            )
    except OSError as problem:
        reason = reason_of(problem)
        raise UsageError(f"the gradebook '{path}' cannot be opened: {reason}; name another folder") from None


def _make_new(path: Path, steps: Steps) -> None:
    """Under another name first. It is for its owner's eyes: it holds grades, and the salt.

    Not with `files.beside`: that one would take the place of a gradebook which another process has made meanwhile.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    os.close(os.open(beside, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with in_words(path), closing(sqlite3.connect(_address(beside), uri=True, isolation_level=None)) as connection:
            _bring_up_to_date(connection, beside, steps)
        with suppress(FileExistsError):  # another process may have been faster
            os.link(beside, path)
    except OSError:
        if not path.exists():  # a disk without links
            beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _address(path: Path, driver: str = "") -> str:
    return f"file:{quote(str(path.absolute()))}?mode=rw" + (f"&vfs={driver}" if driver else "")


def _recognise(connection: sqlite3.Connection, path: Path) -> None:
    try:
        mark, tables = _looked_at(connection)
    except sqlite3.OperationalError as error:
        # Written with WAL, and now where that does not work: alone, one can still open it.
        if not error.sqlite_errorname.startswith(("SQLITE_CANTOPEN", "SQLITE_IOERR", "SQLITE_PROTOCOL")):
            raise
        _leave_wal(connection)
        mark, tables = _looked_at(connection)
    if mark != APPLICATION and (mark or tables):
        raise UsageError(f"'{path}' is no gradebook; name another folder, or move that file away")


def _looked_at(connection: sqlite3.Connection) -> tuple[int, int]:
    """The application's mark, and the number of tables."""
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    return _pragma(connection, "application_id"), int(tables)


def _choose_journal(connection: sqlite3.Connection, network: bool, wait: float) -> None:
    """WAL lets others read while one writes. Between machines it loses data, so there it is not used."""
    if network:
        _leave_wal(connection)
        return
    deadline = time.monotonic() + wait
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")  # says no by staying with another mode
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
    connection.execute("SELECT count(*) FROM sqlite_master").fetchone()  # only now is the lock let go


def is_network(path: Path, mounts: Path = _MOUNTS) -> bool:
    """Does the file lie on another machine? Where nobody can tell, no."""
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
        if here.is_relative_to(point) and len(point.parts) >= best:  # of mounts on one place the last counts
            best, kind = len(point.parts), right.split()[0]
    return kind in _NETWORK or kind.startswith("fuse.")


def _bring_up_to_date(connection: sqlite3.Connection, path: Path, steps: Steps) -> None:
    if _version(connection, path, steps) == len(steps):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = _version(connection, path, steps)  # another process may have been faster
        if 0 < version < len(steps):
            _copy(path, version)
        for step in steps[version:]:
            for statement in step:
                connection.execute(statement)
        if version == 0:
            connection.execute("INSERT INTO meta VALUES ('salt', ?)", (str(secrets.randbits(128)),))
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {len(steps)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _version(connection: sqlite3.Connection, path: Path, steps: Steps) -> int:
    version = _pragma(connection, "user_version")
    if version > len(steps):
        raise UsageError(f"'{path}' was written by a later version of the grader; update this one")
    return version


def _copy(path: Path, version: int) -> None:
    """The gradebook as it was, beside it. The lock that the caller holds keeps others from changing it meanwhile."""
    number, target = 1, path.with_name(f"{path.stem}.v{version}{path.suffix}")
    while target.exists():
        number += 1
        target = path.with_name(f"{path.stem}.v{version}-{number}{path.suffix}")
    beside = target.with_name(f"{target.name}.part")
    beside.unlink(missing_ok=True)
    os.close(os.open(beside, os.O_RDWR | os.O_CREAT, 0o600))
    source, copy = sqlite3.connect(_address(path), uri=True), sqlite3.connect(_address(beside), uri=True)
    try:
        source.backup(copy)
    finally:
        source.close()
        copy.close()
    beside.replace(target)


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def me() -> str:
    """Who the audit trail names where nobody is named."""
    from getpass import getuser

    try:
        return os.environ.get("USER") or os.environ.get("USERNAME") or getuser()
    except (OSError, KeyError, ImportError):  # a number without a name, or Windows
        return "somebody"


# ---- The audit trail: who changed what, and when. Lines are added, never changed.


_PAGE = 500


def note(db: Database, what: AuditEvent, detail: Mapping[str, object], student: str = "", item: str = "") -> None:
    """Add a line, in the transaction of the change that it tells of."""
    db.run(
        "INSERT INTO audit (at, who, what, student, item, detail) VALUES (?, ?, ?, ?, ?, ?)",
        db.time(),
        db.who,
        what.value,
        clean(student),
        clean(item),
        json.dumps(dict(detail)),
    )


def entries(db: Database, student: str | None, item: str | None) -> Iterator[AuditEntry]:
    """Oldest first, of one student or all, of one item or all."""
    wanted = "(?1 IS NULL OR student = ?1) AND (?2 IS NULL OR item = ?2)"
    if student is not None:
        wanted = "student = ?1 AND (?2 IS NULL OR item = ?2)"  # so that the index serves
    query, last = f"SELECT * FROM audit WHERE {wanted} AND id > ?3 ORDER BY id LIMIT {_PAGE}", 0
    while page := db.rows(query, student, item, last):
        for row in page:
            time, what = to_time(row["at"]), AuditEvent(row["what"])
            detail = json.loads(row["detail"])
            yield AuditEntry(row["id"], time, row["who"], what, row["student"], row["item"], detail)
        last = page[-1]["id"]
