"""Files: atomic writes, locks, and the digest of this package.

A reader sees the old content or the new one, never half of it; a program that is killed leaves the old one.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import BinaryIO

from grader.errors import UsageError, reason_of

BUNDLED = "bundled"  # the folder of an installed package that holds the course, which is not part of the program
_PACKAGE = Path(__file__).parent
_PART = ".part"
_PAUSE = 0.05
_TRIES = 20


@contextmanager
def beside(path: Path, *, durable: bool = False, alone: bool = False) -> Iterator[BinaryIO]:
    """A file that replaces `path` when the block ends without an error.

    `durable`: it survives a power failure. `alone`: the caller holds a lock, so the new file always has the same name,
    and what a killed program left under it is overwritten.
    """
    new = _beside(path, alone)
    try:
        with new.open("wb") as file:
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        _put_in_place(new, path)
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def _put_in_place(new: Path, path: Path) -> None:
    """Rename. On Windows that fails while another program, such as a virus scanner, reads the file: try again then."""
    for _ in range(_TRIES if sys.platform == "win32" else 0):
        with suppress(PermissionError):
            new.replace(path)
            return
        time.sleep(_PAUSE)
    new.replace(path)


def write(path: Path, data: bytes, *, durable: bool = False, alone: bool = False) -> None:
    """Write the whole content of a file, as `beside` does."""
    with beside(path, durable=durable, alone=alone) as file:
        file.write(data)


def write_if_changed(path: Path, data: bytes) -> bool:
    """Write the file unless it has this content already, so that it keeps its time. Returns whether it was written.

    Raises UsageError if it cannot be written.
    """
    with in_words(path):
        with suppress(FileNotFoundError):
            if path.stat().st_size == len(data) and path.read_bytes() == data:
                return False
        write(path, data)
    return True


def write_pieces(path: Path, pieces: Iterable[str]) -> bool:
    """`write_if_changed` for content that is too large for memory."""
    from filecmp import cmp

    with in_words(path):
        new = _beside(path)
        try:
            with new.open("wb") as file:
                for piece in pieces:
                    file.write(piece.encode("utf-8", "replace"))
            same = path.is_file() and cmp(new, path, shallow=False)
            if not same:
                _put_in_place(new, path)
        finally:
            new.unlink(missing_ok=True)
    return not same


def remove_halves(folder: Path, name: str = "*") -> None:
    """Remove what killed programs left of files of that name. The caller must hold a lock."""
    with in_words(folder):
        for path in folder.glob(f".{name}.*{_PART}"):
            path.unlink(missing_ok=True)


def make_folder(path: Path) -> None:
    """Create the folder and its parents. Raises UsageError if that fails."""
    with in_words(path):
        path.mkdir(parents=True, exist_ok=True)


def lock(descriptor: int, wait: bool = True) -> bool | None:
    """Lock a file until the descriptor is closed, here and in every process that inherited it.

    Returns True once this process has the lock, False if another one has it and `wait` is False, and None if the file
    system has no locks.
    """
    if sys.platform == "win32":
        return _lock_on_windows(descriptor, wait)
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _lock_on_windows(descriptor: int, wait: bool) -> bool | None:
    """`lock` by the first byte of the file, which nobody else can read then: no such file has any."""
    if sys.platform == "win32":
        import msvcrt

        while True:
            try:
                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            except OSError as problem:
                if problem.errno not in (errno.EACCES, errno.EDEADLK):
                    return None
                if not wait:
                    return False
                time.sleep(_PAUSE)
            else:
                return True
    return None


@contextmanager
def in_words(path: Path, remedy: str = "make room or check the permissions, and try again") -> Iterator[None]:
    """Turn an OSError of the block into a UsageError with the reason and the remedy."""
    try:
        yield
    except OSError as problem:
        raise UsageError(f"'{path}' cannot be written: {reason_of(problem)}; {remedy}") from None


def digest_of(texts: Iterable[str]) -> str:
    """A digest of a list of texts, a key for whatever depends on exactly these."""
    return hashlib.sha256(json.dumps(list(texts)).encode()).hexdigest()


@cache
def package_digest(folder: Path = _PACKAGE) -> str:
    """A digest of the names and contents of all files of this package: it changes whenever the program does.

    Results, pages and cached outcomes are out of date when it changes. There is no list of the modules that matter for
    each of them, because nobody would notice a module that is missing from it.
    """
    digest = hashlib.sha256()
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in ("__pycache__", BUNDLED))
        for name in sorted(names):
            path = os.path.join(place, name)  # noqa: PTH118 - a check waits for this, and pathlib is slow
            with open(path, "rb") as file:  # noqa: PTH123
                content = file.read()
            name = os.path.relpath(path, folder).replace(os.sep, "/")
            digest.update(f"{name}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()


def _beside(path: Path, alone: bool = False) -> Path:
    return path.with_name(f".{path.name}.{'new' if alone else os.getpid()}{_PART}")
