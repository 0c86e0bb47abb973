"""What a batch has written: the names of students' files, and a note of each with a stamp of what it was made from."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from grader.files import beside, in_words
from grader.render.classroom import ClassRow
from grader.submission.names import fold

# ---- Files named after students: whatever an id is, its file stays in its folder and is nobody else's.


_LONGEST = 120  # bytes: file systems take 255, and something is added
_UNUSUAL = r"[^\w.@+\- ,()'&=~]"
_RESERVED = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|com\d|lpt\d)(\..*)?", re.IGNORECASE)  # devices of Windows


class FileNames:
    """Of a whole class. Names that some file systems cannot keep apart all get a mark."""

    def __init__(self, students: Iterable[str]) -> None:
        self._plain: dict[str, str | None] = {}  # None: of several students
        for name in map(stem, students):
            self._plain[fold(name)] = None if fold(name) in self._plain else name

    def of(self, student: str) -> str:
        """Without a suffix."""
        plain = stem(student)
        return f"{plain}~{_mark(student)}" if self._plain.get(fold(plain), plain) is None else plain

    def like(self, name: str) -> str | None:
        """The name in use that a file system may take for this one."""
        return self._plain.get(fold(name))


def stem(student: str) -> str:
    """The id itself where that can be a file's name; else what is left of it, and a mark that tells it apart."""
    text = unicodedata.normalize("NFC", student)
    plain = _cut(re.sub(_UNUSUAL, "_", text)).strip(" .")
    if not plain or plain.startswith("-") or _RESERVED.fullmatch(plain):
        plain = f"_{plain}"
    return plain if plain == student else f"{plain}~{_mark(student)}"


def _cut(text: str) -> str:
    return text.encode("utf-8", "replace")[:_LONGEST].decode("utf-8", "ignore")


def _mark(student: str) -> str:
    return hashlib.sha256(student.encode("utf-8", "surrogatepass")).hexdigest()[:8]


# ---- What was written for whom, and from what: the next time only what changed is made anew.
#
# One line of JSON a student, in the order of their ids, so that the old manifest and the gradebook are read side
# by side and neither is held in memory. It is only a note: without it, or with one that cannot be read,
# everything is made anew.


MANIFEST = ".written.jsonl"
_VERSION = 1


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
    """A student: the stamp of all that their files were made from, the files, and what the class's pages need."""

    stamp: str
    files: tuple[WrittenFile, ...]
    row: ClassRow
    attempts: Mapping[str, int]  # item → the attempt that counts
    complete: bool = True
    mistakes: tuple[NamedMistake, ...] = ()
    versions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    graded: str = ""

    def to_json(self) -> dict[str, Any]:
        lists = {"files": [vars(file) for file in self.files], "mistakes": [vars(one) for one in self.mistakes]}
        return {**vars(self), **lists, "row": self.row.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ManifestEntry:
        return cls(
            **{
                **data,
                "files": tuple(WrittenFile(**file) for file in data["files"]),
                "row": ClassRow.from_json(data["row"]),
                "mistakes": tuple(NamedMistake(**one) for one in data["mistakes"]),
                "versions": {name: tuple(values) for name, values in data["versions"].items()},
            }
        )


class Manifest:
    """Used as a context; the new manifest takes the old one's place when it ends well."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / MANIFEST
        self._old = read(folder)
        self._next = next(self._old, None)
        self._stack = ExitStack()
        self._gone: list[WrittenFile] = []

    def __enter__(self) -> Self:
        with in_words(self._path):
            self._file = self._stack.enter_context(beside(self._path))
        self._write({"version": _VERSION})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with in_words(self._path):
            self._stack.__exit__(kind, error, trace)

    def take(self, student: str) -> ManifestEntry | None:
        """What stood there for this student. Students are asked for in order."""
        while self._next is not None and self._next.row.student < student:
            self._skip()
        if self._next is None or self._next.row.student != student:
            return None
        found, self._next = self._next, next(self._old, None)
        return found

    def put(self, entry: ManifestEntry) -> None:
        self._write(entry.to_json())

    def gone(self) -> list[WrittenFile]:
        """Files of students who are no longer there, when all others have been asked for."""
        while self._next is not None:
            self._skip()
        return self._gone

    def _skip(self) -> None:
        assert self._next is not None
        self._gone += self._next.files
        self._next = next(self._old, None)

    def _write(self, data: Mapping[str, Any]) -> None:
        with in_words(self._path):
            self._file.write(json.dumps(data).encode() + b"\n")


def read(folder: Path) -> Iterator[ManifestEntry]:
    """Entry by entry; ends where it cannot be read."""
    try:
        with (folder / MANIFEST).open("rb") as file:
            if json.loads(file.readline()) == {"version": _VERSION}:
                yield from (ManifestEntry.from_json(json.loads(line)) for line in file)
    except (OSError, ValueError, KeyError, TypeError):
        return


def rows(folder: Path) -> Iterator[ClassRow]:
    """Of the class, as it was written last."""
    return (entry.row for entry in read(folder))
