"""Files that are written whole or not at all, and only if something in them changed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from filecmp import cmp
from pathlib import Path
from typing import BinaryIO

from grader.errors import UsageError, reason_of

LOCK = ".writing.lock"
_PART = ".part"


def write(path: Path, data: bytes) -> bool:
    """Was it another one, or none? If not, it keeps its time, too."""
    with in_words(path):
        if _content(path, len(data)) == data:
            return False
        with beside(path) as file:
            file.write(data)
    return True


def write_pieces(path: Path, pieces: Iterable[str]) -> bool:
    """The same for what is too long to be held at once."""
    with in_words(path):
        new = _beside(path)
        try:
            with new.open("wb") as file:
                for piece in pieces:
                    file.write(piece.encode("utf-8", "replace"))
            same = path.is_file() and cmp(new, path, shallow=False)
            if not same:
                new.replace(path)
        finally:
            new.unlink(missing_ok=True)
    return not same


@contextmanager
def beside(path: Path) -> Iterator[BinaryIO]:
    """A file that takes the place of `path` when the block ends well."""
    new = _beside(path)
    try:
        with new.open("wb") as file:
            yield file
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


@contextmanager
def alone(folder: Path) -> Iterator[int]:
    """Until the block ends, others who want to write there wait. Where a file system has no locks nobody does.

    A process that is given the descriptor holds the lock as well, until it ends.
    """
    with in_words(folder):
        lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        with suppress(OSError, ModuleNotFoundError):  # the latter on Windows
            import fcntl

            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                _say_that_we_wait(folder)
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock
    finally:
        os.close(lock)


def remove_halves(folder: Path, name: str = "*") -> None:
    """What was left of files of that name when somebody who wrote them was killed. To be used alone."""
    with in_words(folder):
        for path in folder.glob(f".{name}.*{_PART}"):
            path.unlink(missing_ok=True)


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        why = reason_of(problem)
        raise UsageError(
            f"'{path}' cannot be written: {why}; make room or check the permissions, and try again"
        ) from None


def make_folder(path: Path) -> None:
    with in_words(path):
        path.mkdir(parents=True, exist_ok=True)


def _say_that_we_wait(folder: Path) -> None:
    import logging  # seldom needed, and a program that uses us as a library may want the sentence elsewhere

    logging.getLogger("grader").warning("grader: another command is writing to '%s'; waiting until it is done", folder)


def _content(path: Path, size: int) -> bytes | None:
    """None if there is no such file, or one that cannot be the same."""
    try:
        return path.read_bytes() if path.stat().st_size == size else None
    except FileNotFoundError:
        return None


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}{_PART}")
