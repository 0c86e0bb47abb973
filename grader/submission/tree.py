"""What was handed in as one tree, whether it lies in folders or in archives; the files of one student in it."""

from __future__ import annotations

import hashlib
import json
import os
import posixpath
import re
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, partial
from pathlib import Path
from typing import IO, NamedTuple, Protocol

from grader.errors import UsageError, reason_of
from grader.submission.archive import (
    MEGABYTE,
    ArchiveLimits,
    Collector,
    Opener,
    RefusedEntry,
    add,
    add_archive,
    is_folder,
    name_in_zip,
    open_zip,
    refusal,
)
from grader.submission.names import NamedExercise, exercise_of, is_archive, is_junk, reading_order, shown

MAX_DIRECTORY = 64 * MEGABYTE  # of a zip of everything: some 300,000 files
MAX_SEEN = 20_000  # files and folders in one submission
MAX_FOLDERS = 30  # in one another


class NodeKind(Enum):
    FILE = "file"
    FOLDER = "folder"
    OTHER = "other"  # links, devices


class Node(NamedTuple):
    name: str
    kind: NodeKind


class TreePart(NamedTuple):
    """A file or folder of a submission, and what it is called there; an archive called "" is the submission itself."""

    where: str
    name: str = ""
    without: tuple[str, ...] = ()  # names that the system added


class SourceTree(Protocol):
    """Names are relative to the place, with slashes; "" is the place itself."""

    @property
    def problems(self) -> list[str]:
        """Sentences about what is nobody's."""

    def children(self, folder: str = "") -> list[Node]:
        """What lies in a folder, by name, without junk."""

    def open(self, name: str) -> IO[bytes]:
        """A file. Refused, OSError or what zipfile raises if it cannot be read."""

    def is_folder(self, name: str) -> bool: ...

    def walk(self, folder: str, collector: Collector) -> Iterator[tuple[str, Opener]]:
        """The files in a folder and below, by safe names as seen from it."""

    def close(self) -> None: ...


def open_place(path: Path) -> SourceTree:
    """UsageError if there is nothing to be looked through."""
    if path.is_dir():
        return FolderTree(path)
    if not path.exists():
        raise UsageError(f"there is no '{path}'; name the folder or zip with the submissions")
    if not path.name.lower().endswith(".zip"):
        raise UsageError(f"'{path}' is one file; name a folder, or the zip that your course system gave you")
    return ZipTree(path)


def gather(place: SourceTree, parts: Iterable[TreePart], limits: ArchiveLimits) -> SubmissionFiles:
    """Read the parts of one submission. Never raises: what cannot be read is told."""
    collector = Collector(limits)
    for part in parts:
        if place.is_folder(part.where):
            found = [entry for entry in place.walk(part.where, collector) if entry[0] not in part.without]
            for name, opener in sorted(found, key=lambda entry: reading_order(entry[0])):
                add(collector, join(part.name, name), opener)
        elif not part.name:
            add_archive(collector, part.where, partial(place.open, part.where), "")
        elif safe_name := collector.vet(part.name):
            add(collector, safe_name, partial(place.open, part.where))
    entries = tuple(entry for entry in collector.entries() if not is_manifest(*entry))
    told = collector.told()
    return SubmissionFiles(entries, told if entries or told else ("there are no files in it",))


def join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder and name else folder or name


class FolderTree:
    """A folder on disk. Links are not followed: a student may have made them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problems: list[str] = []
        self._left_out: frozenset[str] = frozenset()

    def leave_out(self, holding: str) -> frozenset[str]:
        """From now on, the folders right in it with a file of that name. Which they are."""
        folders = [child.name for child in self.children() if child.kind is NodeKind.FOLDER]
        self._left_out = frozenset(name for name in folders if (self.path / name / holding).is_file())
        return self._left_out

    def children(self, folder: str = "") -> list[Node]:
        hidden = frozenset() if folder else self._left_out
        try:
            with os.scandir(self.path / folder) as found:
                names = (entry for entry in found if entry.name not in hidden and not is_junk(entry.name))
                return sorted(Node(entry.name, _kind(entry)) for entry in names)
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
            if name and kind is NodeKind.FILE:
                yield name, partial(self.open, join(folder, inner))
            elif name and kind is NodeKind.OTHER:
                collector.tell(f"{shown(name)} is a link or no regular file; it was left out")

    def _below(self, folder: str, collector: Collector) -> Iterator[tuple[str, NodeKind]]:
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
                if child.kind is NodeKind.FOLDER and inner.count("/") < MAX_FOLDERS:
                    waiting.append(inner)

    def close(self) -> None:
        """Nothing is held open."""


def _kind(entry: os.DirEntry[str]) -> NodeKind:
    if entry.is_file(follow_symlinks=False):
        return NodeKind.FILE
    return NodeKind.FOLDER if entry.is_dir(follow_symlinks=False) else NodeKind.OTHER


class ZipTree:
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
        self._folders: dict[str, dict[str, NodeKind]] = {"": {}}
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
        kind = NodeKind.FOLDER if is_folder(info) else NodeKind.FILE
        while name:
            folder, _, last = name.rpartition("/")
            known = self._folders.setdefault(folder, {})
            if last in known:
                return
            known[last] = kind
            name, kind = folder, NodeKind.FOLDER

    def children(self, folder: str = "") -> list[Node]:
        return sorted(Node(name, kind) for name, kind in self._folders.get(folder, {}).items())

    def open(self, name: str) -> IO[bytes]:
        info = self._files[name]
        if why_not := refusal(info):
            raise RefusedEntry(why_not)
        return self._archive.open(info)

    def is_folder(self, name: str) -> bool:
        return name in self._folders

    def walk(self, folder: str, collector: Collector) -> Iterator[tuple[str, Opener]]:
        waiting = [""]
        while waiting:
            here = waiting.pop()
            for child in self.children(join(folder, here)):
                inner = join(here, child.name)
                if child.kind is NodeKind.FOLDER:
                    waiting.append(inner)
                elif collector.vet(inner):
                    yield inner, partial(self.open, join(folder, inner))

    def close(self) -> None:
        self._archive.close()

    def __reduce__(self) -> tuple[type[ZipTree], tuple[Path]]:
        return ZipTree, (self._path,)  # an open file does not travel


# The files that one student handed in, and which of them answers an exercise.

MANIFEST = "manifest.json"
_MARK = re.compile(rb'exercise[\\"\s]{0,8}:[\\"\s]{0,8}([\w/-]{1,120})', re.IGNORECASE)
_DEFINES = re.compile(rb"^(?:def|class)[ \t]+(\w+)", re.MULTILINE)
_DEFINES_IN_JSON = re.compile(rb'(?:"|\\n)(?:def|class)[ \t]+(\w+)')

Entry = tuple[str, bytes]


class AnswerFile(NamedTuple):
    """What to grade for an exercise. Companions are named as seen from the main file's folder."""

    name: str
    source: bytes
    companions: tuple[Entry, ...]
    note: str = ""  # a sentence, if others could have been meant


@dataclass(frozen=True)
class SubmissionFiles:
    """Everything in one submission: safe relative names, in order, and sentences about what was left out."""

    entries: tuple[Entry, ...] = ()
    problems: tuple[str, ...] = ()

    @cached_property
    def digest(self) -> str:
        """Equal for equal names and contents, wherever they came from and in whatever order."""
        whole = hashlib.sha256()
        for name, content in sorted(self.entries):
            whole.update(hashlib.sha256(name.encode()).digest() + hashlib.sha256(content).digest())
        return whole.hexdigest()

    def for_exercise(self, slug: str, slugs: Collection[str], stub: bytes = b"") -> AnswerFile | None:
        """The file that answers `slug`, None if there is none.

        A file named after the exercise, else a notebook with cells marked for it, else an unmarked notebook. Of
        several, the newest by its name (`masking-2.py`), else the one in the fewest folders, else the first, and the
        others are told. With the exercise's `stub`, an untouched one gives way, and of unmarked notebooks only those
        that define something of it are looked at.
        """
        ranks = sorted(self._ranked(slug, slugs, stub), key=lambda found: (found[0], found[1][0]))
        if not ranks:
            return None
        best, (name, source) = ranks[0]
        rivals = [entry[0] for rank, entry in ranks[1:] if rank[:-1] == best[:-1] and entry[1] != source]
        return AnswerFile(name, source, tuple(self._below(name)), _told(name, rivals))

    def candidates(self, slugs: frozenset[str]) -> frozenset[str]:
        """The exercises that a file here could answer; a notebook could answer any."""
        return slugs if self._notebooks else frozenset(meant.slug for meant in self._meant_by(slugs) if meant)

    def strays(self, slugs: Collection[str]) -> tuple[str, ...]:
        """Programs that are named after no exercise: helpers, or answers under a wrong name."""
        meant = zip(self.entries, self._meant_by(frozenset(slugs)), strict=True)
        return tuple(name for (name, _), what in meant if what is None and name.lower().endswith(".py"))

    def _ranked(self, slug: str, slugs: Collection[str], stub: bytes) -> Iterator[tuple[tuple[int, ...], Entry]]:
        """Candidates, the lowest rank first; the last number of a rank decides, but not silently."""
        known = frozenset(slugs)
        for (name, content), meant in zip(self.entries, self._meant_by(known), strict=True):
            depth, is_notebook = name.count("/"), name.lower().endswith(".ipynb")
            if meant and meant.slug == slug:
                untouched = bool(stub) and content.split() == stub.split()
                yield (3 if untouched else 0, -meant.version, depth, int(is_notebook)), (name, content)
            elif is_notebook and slug in self._marks[name]:
                yield (1, 0, depth, 0), (name, content)
            elif is_notebook and not meant and not self._marks[name] & known and self._might_hold(name, stub):
                yield (2, 0, depth, 0), (name, content)

    def _meant_by(self, slugs: frozenset[str]) -> list[NamedExercise | None]:
        """Of each entry, the exercise that its name means: asked for every exercise, so it is worked out once."""
        if slugs not in self._meant:
            self._meant[slugs] = [exercise_of(posixpath.basename(name), slugs) for name, _ in self.entries]
        return self._meant[slugs]

    @cached_property
    def _meant(self) -> dict[frozenset[str], list[NamedExercise | None]]:
        return {}

    @cached_property
    def _notebooks(self) -> list[Entry]:
        return [entry for entry in self.entries if entry[0].lower().endswith(".ipynb")]

    @cached_property
    def _marks(self) -> dict[str, frozenset[str]]:
        """The exercises that notebooks name in cells or metadata: a notebook may be large, so it is searched once."""
        return {name: frozenset(map(_slug, _MARK.findall(content))) for name, content in self._notebooks}

    @cached_property
    def _defined(self) -> dict[str, frozenset[bytes]]:
        return {name: frozenset(_DEFINES_IN_JSON.findall(content)) for name, content in self._notebooks}

    def _might_hold(self, notebook: str, stub: bytes) -> bool:
        wanted = set(_DEFINES.findall(stub))
        return not wanted or bool(wanted & self._defined[notebook])

    def _below(self, main: str) -> Iterator[Entry]:
        folder = f"{posixpath.dirname(main)}/".lstrip("/")
        for name, content in self.entries:
            if name.startswith(folder) and name != main:
                yield name.removeprefix(folder), content


def _slug(mark: bytes) -> str:
    """Of `masking`, `06_masking`, `2_attention/06-masking`."""
    last = mark.decode("ascii", "replace").rpartition("/")[2].lower().replace("-", "_")
    return re.sub(r"^\d+_", "", last)


def _told(name: str, rivals: list[str]) -> str:
    if not rivals:
        return ""
    others = ", ".join(map(shown, rivals[:3])) + (" and others" if len(rivals) > 3 else "")
    return f"{shown(name)} was graded, though {others} could be meant as well; keep one"


def is_manifest(name: str, content: bytes) -> bool:
    """What `grader submit` adds to a parcel: times and local results, no work."""
    if posixpath.basename(name) != MANIFEST or len(content) > 1 << 20:
        return False
    try:
        told = json.loads(content)
    except (ValueError, RecursionError):
        return False
    return isinstance(told, dict) and {"schema", "created", "files", "exercises"} <= told.keys()


# Small files of one kind, wherever they lie in what a course system gave: folders, zips, zips in zips.

MOST_BYTES = 1 << 20

Tell = Callable[[str], object]


def find_files(path: Path, suffix: str, tell: Tell) -> Iterator[tuple[str, bytes]]:
    """Each file with this suffix, by its name as seen from `path`. What cannot be read is told in a sentence.

    UsageError if there is nothing to look through. One hand-in at a time is in memory.
    """
    if path.is_file() and path.name.lower().endswith(suffix):
        yield path.name, _content(path)
        return
    with closing(open_place(path)) as place:
        for child in place.children():
            collector = Collector(ArchiveLimits(file=MOST_BYTES))
            for name, opener in _below(place, child.name, child.kind, collector):
                if is_archive(name):
                    add_archive(collector, name, opener, f"{name}/", 1)
                elif name.lower().endswith(suffix):
                    collector.put(name, opener)
            yield from (entry for entry in collector.entries() if entry[0].lower().endswith(suffix))
            for sentence in collector.told():
                tell(sentence)


def _below(place: SourceTree, name: str, kind: NodeKind, collector: Collector) -> Iterator[tuple[str, Opener]]:
    if kind is NodeKind.FILE:
        vetted = collector.vet(name)
        if vetted:
            yield vetted, partial(place.open, name)
    elif kind is NodeKind.FOLDER:
        for inner, opener in place.walk(name, collector):
            yield join(name, inner), opener


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as problem:
        why = reason_of(problem, "unreadable")
        raise UsageError(f"{shown(str(path))} cannot be read: {why}; check its permissions") from None
    if len(data) > MOST_BYTES:
        raise UsageError(f"{shown(str(path))} has more than {MOST_BYTES >> 20} MB; is it the right file?")
    return data
