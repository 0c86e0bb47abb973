"""Files: written whole or not at all, locked against other processes, and one digest of this package's own.

Whoever reads while somebody writes sees the old content or the new one, never half of it; a program that is killed
leaves the old one.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import BinaryIO

from grader.errors import UsageError, reason_of

_PACKAGE = Path(__file__).parent
_PART = ".part"


@contextmanager
def beside(path: Path, *, durable: bool = False, alone: bool = False) -> Iterator[BinaryIO]:
    """A file that takes the place of `path` when the block ends well.

    `durable`: it survives a power cut as soon as it is there. `alone`: the caller holds a lock, so one name serves for
    the new file, and what a killed program left under it is written over.
    """
    new = _beside(path, alone)
    try:
        with new.open("wb") as file:
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        new.replace(path)
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def write(path: Path, data: bytes, *, durable: bool = False, alone: bool = False) -> None:
    """The whole content of a file, as `beside` writes it."""
    with beside(path, durable=durable, alone=alone) as file:
        file.write(data)


def write_if_changed(path: Path, data: bytes) -> bool:
    """Was there another content, or none? If not, the file keeps its time, too. UsageError if it cannot be written."""
    with in_words(path):
        if _content(path, len(data)) == data:
            return False
        write(path, data)
    return True


def write_pieces(path: Path, pieces: Iterable[str]) -> bool:
    """`write_if_changed` for what is too long to be held at once."""
    from filecmp import cmp

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


def remove_halves(folder: Path, name: str = "*") -> None:
    """What was left of files of that name when somebody who wrote them was killed. To be used under a lock."""
    with in_words(folder):
        for path in folder.glob(f".{name}.*{_PART}"):
            path.unlink(missing_ok=True)


def make_folder(path: Path) -> None:
    """The folder, and those above it. UsageError if it cannot be made."""
    with in_words(path):
        path.mkdir(parents=True, exist_ok=True)


def lock(descriptor: int, wait: bool = True) -> bool | None:
    """Keep other processes away until the descriptor is closed, here and in every process that was given it.

    True once this process has the lock; False if another one has it and we do not wait; None where a file system has
    no locks: nobody is kept away.
    """
    try:
        import fcntl
    except ModuleNotFoundError:  # Windows
        import msvcrt

        how = msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK  # type: ignore[attr-defined,unused-ignore]
        try:
            msvcrt.locking(descriptor, how, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError:
            return None if wait else False
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """An OSError of the block as a UsageError: '`path` cannot be written', why, and what to do."""
    try:
        yield
    except OSError as problem:
        why = reason_of(problem)
        raise UsageError(
            f"'{path}' cannot be written: {why}; make room or check the permissions, and try again"
        ) from None


def digest_of(texts: Iterable[str]) -> str:
    """Tells lists of texts apart: what depends on exactly these is kept under it."""
    return hashlib.sha256(json.dumps(list(texts)).encode()).hexdigest()


@cache
def package_digest(folder: Path = _PACKAGE) -> str:
    """Of every file of this package, by name and content: it changes whenever the program does.

    Results, pages and kept outcomes are out of date when it changes. No list says which module matters for which of
    them: a module that moved out of such a list would never be noticed again.
    """
    digest = hashlib.sha256()
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(names):
            path = os.path.join(place, name)  # noqa: PTH118 - a check waits for this, and pathlib takes its time
            with open(path, "rb") as file:  # noqa: PTH123
                content = file.read()
            digest.update(f"{os.path.relpath(path, folder)}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()


def _content(path: Path, size: int) -> bytes | None:
    """None if there is no such file, or one that cannot be the same."""
    try:
        return path.read_bytes() if path.stat().st_size == size else None
    except FileNotFoundError:
        return None


def _beside(path: Path, alone: bool = False) -> Path:
    return path.with_name(f".{path.name}.{'new' if alone else os.getpid()}{_PART}")
