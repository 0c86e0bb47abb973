"""The files that a batch has written for students: their names, and an entry for each with a stamp of what it was made
from, so that the next time only what changed is written.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import msgspec

from grader.files import beside, in_words
from grader.render.classroom import ClassRow
from grader.submission.names import fold

MANIFEST = ".written.jsonl"
_VERSION = {"version": 1}  # its first line
_LONGEST = 120  # bytes: file systems take 255, and something is added
_UNUSUAL = r"[^\w.@+\- ,()'&=~]"
_RESERVED = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|com\d|lpt\d)(\..*)?", re.IGNORECASE)  # devices of Windows


class FileNames:
    """Names of files for a whole class: whatever an id is, its file stays in its folder and is nobody else's.

    Names that some file systems cannot keep apart all get a digest.
    """

    def __init__(self, students: Iterable[str]) -> None:
        self._plain: dict[str, str | None] = {}  # None: of several students
        for name in map(stem, students):
            self._plain[fold(name)] = None if fold(name) in self._plain else name

    def of(self, student: str) -> str:
        """The name of this student's files, without a suffix."""
        plain = stem(student)
        return f"{plain}~{_digest(student)}" if self._plain.get(fold(plain), plain) is None else plain

    def like(self, name: str) -> str | None:
        """The name in use that a file system may take for this one."""
        return self._plain.get(fold(name))


def stem(student: str) -> str:
    """The id itself if it can be a file's name; otherwise what is left of it, and a digest to keep it apart."""
    text = re.sub(_UNUSUAL, "_", unicodedata.normalize("NFC", student))
    plain = text.encode("utf-8", "replace")[:_LONGEST].decode("utf-8", "ignore").strip(" .")
    if not plain or plain.startswith("-") or _RESERVED.fullmatch(plain):
        plain = f"_{plain}"
    return plain if plain == student else f"{plain}~{_digest(student)}"


def _digest(student: str) -> str:
    return hashlib.sha256(student.encode("utf-8", "surrogatepass")).hexdigest()[:8]


@dataclass(frozen=True)
class WrittenFile:
    """A file that we wrote, as it was when we had written it."""

    name: str  # relative to the folder of outputs
    size: int
    time: int

    @classmethod
    def at(cls, folder: Path, name: str) -> WrittenFile:
        found = (folder / name).stat()
        return cls(name, found.st_size, found.st_mtime_ns)

    def is_untouched(self, folder: Path) -> bool:
        try:
            return WrittenFile.at(folder, self.name) == self
        except OSError:
            return False


@dataclass(frozen=True)
class NamedMistake:
    item: str
    name: str
    diagnosis: str


@dataclass(frozen=True)
class ManifestEntry:
    """A student: the stamp of everything that the files were made from, the files, and what the class's pages need."""

    stamp: str
    files: tuple[WrittenFile, ...]
    row: ClassRow
    attempts: Mapping[str, int]  # item → the attempt that counts
    complete: bool = True
    mistakes: tuple[NamedMistake, ...] = ()
    versions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    graded: str = ""

    def is_untouched(self, folder: Path) -> bool:
        return all(file.is_untouched(folder) for file in self.files)


class Manifest:
    """The old manifest, read, and the new one, which replaces it when the context ends normally.

    It has a line of JSON for each student, in order of their ids, so that it is read side by side with the gradebook
    and neither is held in memory. Without it, or if it cannot be read, everything is written again.
    """

    def __init__(self, folder: Path, students: Iterable[str]) -> None:
        self.folder = folder
        self.names = FileNames(students)
        self.removed = 0  # files
        self._old = read(folder)
        self._next = next(self._old, None)
        self._stack = ExitStack()
        self._gone: list[WrittenFile] = []

    def __enter__(self) -> Self:
        with in_words(self.folder / MANIFEST):
            self._file = self._stack.enter_context(beside(self.folder / MANIFEST))
        self._write(_VERSION)
        return self

    def __exit__(self, *error: Any) -> None:
        with in_words(self.folder / MANIFEST):
            self._stack.__exit__(*error)

    def take(self, student: str) -> ManifestEntry | None:
        """The old entry of a student. Ask for students in order."""
        self._skip_to(student)
        if self._next is None or self._next.row.student != student:
            return None
        found, self._next = self._next, next(self._old, None)
        return found

    def put(self, entry: ManifestEntry, before: ManifestEntry | None) -> None:
        """Add an entry, and remove the files of the old one that it does not have any more."""
        self._write(entry)
        used = {file.name for file in entry.files}
        self._remove(file for file in (before or entry).files if file.name not in used)

    def remove_gone(self) -> None:
        """Remove the files of students who are no longer there, after all others have been asked for."""
        self._skip_to(None)
        self._remove(self._gone)

    def _write(self, line: ManifestEntry | Mapping[str, int]) -> None:
        with in_words(self.folder / MANIFEST):
            self._file.write(msgspec.json.encode(line) + b"\n")

    def _remove(self, files: Iterable[WrittenFile]) -> None:
        """Remove those of the files that nobody has changed since we wrote them, and no other student has."""
        for file in files:
            path = self.folder / file.name
            if not file.is_untouched(self.folder):
                continue
            name = self.names.like(path.stem)  # it may be another student's where `Ada` and `ada` are one file
            other = path.with_name(f"{name}{path.suffix}")
            if name is None or not other.exists() or not other.samefile(path):
                path.unlink(missing_ok=True)
                self.removed += 1

    def _skip_to(self, student: str | None) -> None:
        while self._next is not None and (student is None or self._next.row.student < student):
            self._gone += self._next.files
            self._next = next(self._old, None)


def read(folder: Path) -> Iterator[ManifestEntry]:
    """The entries of a manifest, up to where it cannot be read."""
    try:
        with (folder / MANIFEST).open("rb") as file:
            if msgspec.json.decode(file.readline()) == _VERSION:
                decoder = msgspec.json.Decoder(ManifestEntry)
                yield from map(decoder.decode, file)
    except (OSError, ValueError, msgspec.MsgspecError):
        return


def rows(folder: Path) -> Iterator[ClassRow]:
    """The rows of the class, as they were last written."""
    return (entry.row for entry in read(folder))
