"""Where submissions lie: a folder, or one zip of everything. Both are listed and read in the same way."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import partial
from pathlib import Path
from typing import IO, NamedTuple, Protocol

from grader.errors import UsageError, reason_of
from grader.submission.archive import add, add_archive, is_folder, name_in_zip, open_zip, refusal
from grader.submission.collect import MEGABYTE, Collector, Limits, Opener, Refused
from grader.submission.files import Files, is_manifest
from grader.submission.names import is_junk, reading_order, shown

MAX_DIRECTORY = 64 * MEGABYTE  # of a zip of everything: some 300,000 files
MAX_SEEN = 20_000  # files and folders in one submission
MAX_FOLDERS = 30  # in one another


class Kind(Enum):
    FILE = "file"
    FOLDER = "folder"
    OTHER = "other"  # links, devices


class Child(NamedTuple):
    name: str
    kind: Kind


class Part(NamedTuple):
    """A file or folder of a submission, and what it is called there; an archive called "" is the submission itself."""

    where: str
    name: str = ""
    without: tuple[str, ...] = ()  # names that the system added


class Place(Protocol):
    """Names are relative to the place, with slashes; "" is the place itself."""

    @property
    def problems(self) -> list[str]:
        """Sentences about what is nobody's."""

    def children(self, folder: str = "") -> list[Child]:
        """What lies in a folder, by name, without junk."""

    def open(self, name: str) -> IO[bytes]:
        """A file. Refused, OSError or what zipfile raises if it cannot be read."""

    def is_folder(self, name: str) -> bool: ...

    def walk(self, folder: str, collector: Collector) -> Iterator[tuple[str, Opener]]:
        """The files in a folder and below, by safe names as seen from it."""

    def close(self) -> None: ...


def open_place(path: Path) -> Place:
    """UsageError if there is nothing to be looked through."""
    if path.is_dir():
        return Folder(path)
    if not path.exists():
        raise UsageError(f"there is no '{path}'; name the folder or zip with the submissions")
    if not path.name.lower().endswith(".zip"):
        raise UsageError(f"'{path}' is one file; name a folder, or the zip that your course system gave you")
    return Zip(path)


def gather(place: Place, parts: Iterable[Part], limits: Limits) -> Files:
    """Read the parts of one submission. Never raises: what cannot be read is told."""
    collector = Collector(limits)
    for part in parts:
        _feed(place, part, collector)
    entries = tuple(entry for entry in collector.entries() if not is_manifest(*entry))
    told = collector.told()
    return Files(entries, told if entries or told else ("there are no files in it",))


def _feed(place: Place, part: Part, collector: Collector) -> None:
    if place.is_folder(part.where):
        found = [entry for entry in place.walk(part.where, collector) if entry[0] not in part.without]
        for name, opener in sorted(found, key=lambda entry: reading_order(entry[0])):
            add(collector, join(part.name, name), opener)
    elif not part.name:
        add_archive(collector, part.where, partial(place.open, part.where), "")
    elif safe_name := collector.vet(part.name):
        add(collector, safe_name, partial(place.open, part.where))


def join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder and name else folder or name


class Folder:
    """A folder on disk. Links are not followed: a student may have made them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problems: list[str] = []
        self._left_out: frozenset[str] = frozenset()

    def leave_out(self, holding: str) -> frozenset[str]:
        """From now on, the folders right in it with a file of that name. Which they are."""
        folders = [child.name for child in self.children() if child.kind is Kind.FOLDER]
        self._left_out = frozenset(name for name in folders if (self.path / name / holding).is_file())
        return self._left_out

    def children(self, folder: str = "") -> list[Child]:
        hidden = frozenset() if folder else self._left_out
        try:
            with os.scandir(self.path / folder) as found:
                names = (entry for entry in found if entry.name not in hidden and not is_junk(entry.name))
                return sorted(Child(entry.name, _kind(entry)) for entry in names)
        except OSError as reason:
            why = reason_of(reason, "unreadable")
            raise UsageError(
                f"{shown(folder or str(self.path))} cannot be read: {why}; check its permissions"
            ) from None

    def open(self, name: str) -> IO[bytes]:
        return (self.path / name).open("rb")

    def is_folder(self, name: str) -> bool:
        return (self.path / name).is_dir()

    def walk(self, folder: str, collector: Collector) -> Iterator[tuple[str, Opener]]:
        for count, (inner, kind) in enumerate(self._below(folder, collector)):
            if count >= MAX_SEEN:
                collector.tell(f"there are more than {MAX_SEEN:,} files and folders; the rest was left out")
                return
            name = collector.vet(inner)
            if name and kind is Kind.FILE:
                yield name, partial(self.open, join(folder, inner))
            elif name and kind is Kind.OTHER:
                collector.tell(f"{shown(name)} is a link or no regular file; it was left out")

    def _below(self, folder: str, collector: Collector) -> Iterator[tuple[str, Kind]]:
        waiting = [""]
        while waiting:
            here = waiting.pop()
            try:
                children = self.children(join(folder, here))
            except UsageError as reason:
                collector.tell(str(reason))
                continue
            for child in children:
                inner = join(here, child.name)
                yield inner, child.kind
                if child.kind is Kind.FOLDER and inner.count("/") < MAX_FOLDERS:
                    waiting.append(inner)

    def close(self) -> None:
        """Nothing is held open."""


def _kind(entry: os.DirEntry[str]) -> Kind:
    if entry.is_file(follow_symlinks=False):
        return Kind.FILE
    return Kind.FOLDER if entry.is_dir(follow_symlinks=False) else Kind.OTHER


class Zip:
    """One zip of everything. It stays open: reading its table of contents once a student would take forever."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._archive = open_zip(path.open("rb"), MAX_DIRECTORY)
        except OSError as reason:
            why = reason_of(reason, "unreadable")
            raise UsageError(f"'{path}' cannot be read: {why}; check its permissions") from None
        except Exception:  # whatever a damaged zip makes the parser raise
            raise UsageError(f"'{path}' is damaged or no zip; download it again") from None
        self._files: dict[str, zipfile.ZipInfo] = {}
        self._folders: dict[str, dict[str, Kind]] = {"": {}}
        names = Collector()
        for info in self._archive.infolist():
            name = names.vet(name_in_zip(info))
            if name:
                self._enter(name, info)
        self.problems = list(names.told())

    def _enter(self, name: str, info: zipfile.ZipInfo) -> None:
        if is_folder(info):
            self._folders.setdefault(name, {})
        else:
            self._files[name] = info
        kind = Kind.FOLDER if is_folder(info) else Kind.FILE
        while name:
            folder, _, last = name.rpartition("/")
            known = self._folders.setdefault(folder, {})
            if last in known:
                return
            known[last] = kind
            name, kind = folder, Kind.FOLDER

    def children(self, folder: str = "") -> list[Child]:
        return sorted(Child(name, kind) for name, kind in self._folders.get(folder, {}).items())

    def open(self, name: str) -> IO[bytes]:
        info = self._files[name]
        if why_not := refusal(info):
            raise Refused(why_not)
        return self._archive.open(info)

    def is_folder(self, name: str) -> bool:
        return name in self._folders

    def walk(self, folder: str, collector: Collector) -> Iterator[tuple[str, Opener]]:
        waiting = [""]
        while waiting:
            here = waiting.pop()
            for child in self.children(join(folder, here)):
                inner = join(here, child.name)
                if child.kind is Kind.FOLDER:
                    waiting.append(inner)
                elif collector.vet(inner):
                    yield inner, partial(self.open, join(folder, inner))

    def close(self) -> None:
        self._archive.close()

    def __reduce__(self) -> tuple[type[Zip], tuple[Path]]:
        return Zip, (self._path,)  # an open file does not travel
