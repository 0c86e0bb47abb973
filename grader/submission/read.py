"""Reads a Python file and the files beside it that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.errors import SubmissionError

MAX_BYTES = 1 << 20
MAX_FILES_BYTES = 16 << 20
MAX_NAMES = 2000  # that are looked up
_IMPORT = re.compile(rb"^[ \t]*(?:from|import)[ \t]+([\w.,\x80-\xff \t]+)", re.MULTILINE)
_QUOTED = re.compile(rb"""["']([\w\-./\x80-\xff ]{1,120}\.\w{1,8})["']""")


@dataclass(frozen=True)
class Submission:
    """One file to grade, and what comes with it."""

    path: Path
    source: bytes
    files: tuple[tuple[str, bytes], ...] = ()

    @property
    def filename(self) -> str:
        return self.path.name

    def mentions(self, word: bytes) -> bool:
        return word in self.source or any(word in content for _, content in self.files)


def read_submission(path: Path) -> Submission:
    """Read `path`, the modules beside it that it imports, and the data files beside it that it names."""
    source = _read(path, MAX_BYTES)
    return Submission(path, source, tuple(_companions(path.resolve().parent, path.name, source)))


def _read(path: Path, most: int) -> bytes:
    try:
        if path.is_dir():
            raise SubmissionError(f"'{path}' is a folder; name the Python file in it")
        size = path.stat().st_size
        if size > most:
            raise SubmissionError(
                f"'{path}' has {size / (1 << 20):.0f} MB; a submission may have at most {most >> 20} MB: "
                "keep data out of the source file"
            )
        if not path.is_file():
            raise SubmissionError(f"'{path}' is no regular file; name a Python file")
        return path.read_bytes()
    except FileNotFoundError:
        raise SubmissionError(f"there is no file '{path}'; name your file with --submission FILE") from None
    except (PermissionError, OSError) as problem:
        reason = (problem.strerror or "unreadable").lower()
        raise SubmissionError(f"'{path}' cannot be read: {reason}; check its permissions") from None


def _companions(folder: Path, main: str, source: bytes) -> Iterator[tuple[str, bytes]]:
    """Breadth first from what the main file names. Sizes are capped: a child gets all of this."""
    waiting, seen, room = [source], {main}, MAX_FILES_BYTES
    while waiting:
        for name in _named(waiting.pop()):
            path = folder / name
            if name in seen or len(seen) > MAX_NAMES:
                continue
            seen.add(name)
            if not _is_beside(path, folder):
                continue
            if path.stat().st_size > room:
                raise SubmissionError(f"'{path}' and the files with it have over {MAX_FILES_BYTES >> 20} MB; send less")
            content = _read(path, MAX_FILES_BYTES)
            room -= len(content)
            if name.endswith(".py"):
                waiting.append(content)
            yield name, content


def _named(source: bytes) -> Iterator[str]:
    for found in _IMPORT.findall(source):
        for part in re.split(rb"[,\s]+", found):
            name = part.split(b".")[0].decode("utf-8", "ignore")
            if name:
                yield f"{name}.py"
    for quoted in _QUOTED.findall(source):
        name = quoted.decode("utf-8", "ignore")
        if not Path(name).is_absolute():  # the child would write it there
            yield name


def _is_beside(path: Path, folder: Path) -> bool:
    """A regular file in this folder or below it, not reached through a link that leads out."""
    try:
        return path.is_file() and path.resolve().is_relative_to(folder)
    except OSError:
        return False
