"""Opens a gradebook's file: makes it, recognises it, brings it up to date."""

from __future__ import annotations

import os
import re
import secrets
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

from grader.errors import UsageError, reason_of
from grader.store.database import WAIT_SECONDS, in_words
from grader.store.schema import APPLICATION, STEPS, Steps

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
    """Under another name first. It is for its owner's eyes: it holds grades, and the salt."""
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
