"""One tree for everything that was submitted, in folders or in archives; the files of one student in it."""

from __future__ import annotations

import json
import os
import posixpath
import re
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import IO, NamedTuple, TypeAlias

from grader.errors import UsageError, reason_of
from grader.submission import archive
from grader.submission.archive import MEGABYTE, ArchiveLimits, Collector, Opener, RefusedEntry
from grader.submission.names import NamedExercise, exercise_of, is_junk, reading_order, shown, slug_of
from grader.submission.submission import Entry, digest_of

MAX_DIRECTORY = 64 * MEGABYTE  # of a zip of a whole class: some 300,000 files
MAX_SEEN = 20_000  # files and folders in one submission
MAX_FOLDERS = 30  # nested in one another
MAX_SMALL = MEGABYTE  # of a file that `find_files` reads


class Node(NamedTuple):
    """A file, a folder, or neither: a link or a device."""

    name: str
    is_file: bool
    is_folder: bool


class TreePart(NamedTuple):
    """A file or folder of a submission, and its name there; an archive with the name "" is the submission itself."""

    where: str
    name: str = ""
    without: tuple[str, ...] = ()  # names that the system added


def open_place(path: Path) -> SourceTree:
    """Open a folder or a zip. UsageError if it is neither."""
    if path.is_dir():
        return FolderTree(path)
    if not path.exists():
        raise UsageError(f"there is no '{path}'; name the folder or zip with the submissions")
    if not path.name.lower().endswith(".zip"):
        raise UsageError(f"'{path}' is a single file; name a folder, or the zip that your LMS gave you")
    return ZipTree(path)


def gather(place: SourceTree, parts: Iterable[TreePart]) -> SubmissionFiles:
    """Read the parts of one submission. Never raises: `problems` lists what cannot be read."""
    collector = Collector()
    for part in parts:
        _collect(collector, place, part)
    entries = tuple(entry for entry in collector.entries() if not _is_manifest(*entry))
    problems = collector.problems()
    return SubmissionFiles(entries, problems if entries or problems else ("there are no files in it",))


def _collect(collector: Collector, place: SourceTree, part: TreePart) -> None:
    if place.is_folder(part.where):
        found = [entry for entry in _walk(place, part.where, collector) if entry[0] not in part.without]
        for name, opener in sorted(found, key=lambda entry: reading_order(entry[0])):
            archive.add(collector, join(part.name, name), opener)
    elif not part.name:
        archive.add_archive(collector, part.where, partial(place.open, part.where), "")
    elif safe_name := collector.vet(part.name):
        archive.add(collector, safe_name, partial(place.open, part.where))


def _walk(place: SourceTree, folder: str, collector: Collector) -> Iterator[tuple[str, Opener]]:
    """Yield all files below a folder, with safe names relative to it; problems go to the collector."""
    waiting, seen = [""], 0
    while waiting:
        here = waiting.pop()
        try:
            children = place.children(join(folder, here))
        except UsageError as reason:
            collector.report(str(reason))
            continue
        for child in children:
            seen += 1
            if seen > MAX_SEEN:
                collector.report(f"there are more than {MAX_SEEN:,} files and folders; the rest was left out")
                return
            inner = join(here, child.name)
            name = collector.vet(inner)
            if child.is_folder and inner.count("/") < MAX_FOLDERS:
                waiting.append(inner)
            elif name and child.is_file:
                yield name, partial(place.open, join(folder, inner))
            elif name:
                what = f"in {MAX_FOLDERS} other folders" if child.is_folder else "a link or not a regular file"
                collector.report(f"{shown(name)} is {what}; it was left out")


def join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder and name else folder or name


class FolderTree:
    """A folder on disk. Links are not followed: a student may have made them.

    Names are relative to it, with slashes; "" is the tree itself. `problems`: sentences about what belongs to no
    student.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problems: list[str] = []
        self._left_out: frozenset[str] = frozenset()

    def leave_out(self, holding: str) -> frozenset[str]:
        """From now on, ignore the folders directly below that hold a file of that name. Returns their names."""
        folders = [child.name for child in self.children() if child.is_folder]
        self._left_out = frozenset(name for name in folders if (self.path / name / holding).is_file())
        return self._left_out

    def children(self, folder: str = "") -> list[Node]:
        """Return the contents of a folder, sorted by name, without junk. UsageError if it cannot be read."""
        hidden = frozenset() if folder else self._left_out
        try:
            with os.scandir(self.path / folder) as found:
                return sorted(
                    Node(entry.name, entry.is_file(follow_symlinks=False), entry.is_dir(follow_symlinks=False))
                    for entry in found
                    if entry.name not in hidden and not is_junk(entry.name)
                )
        except OSError as reason:
            raise _unreadable(folder or str(self.path), reason, "permissions") from None

    def open(self, name: str) -> IO[bytes]:
        """Open a file. Raises OSError if it cannot be read."""
        return (self.path / name).open("rb")

    def is_folder(self, name: str) -> bool:
        return (self.path / name).is_dir()

    def close(self) -> None:
        """Do nothing: a folder holds nothing open."""


class ZipTree:
    """One zip of a whole class. It stays open: reading its table of contents for every student would take too long."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._archive = archive.open_zip(path.open("rb"), MAX_DIRECTORY)
        except OSError as reason:
            raise _unreadable(str(path), reason, "permissions") from None
        except Exception:  # a damaged zip makes the parser raise anything
            raise UsageError(f"'{path}' is damaged or not a zip; download it again") from None
        self._files: dict[str, zipfile.ZipInfo] = {}
        self._folders: dict[str, dict[str, Node]] = {"": {}}
        names = Collector()
        for info in self._archive.infolist():
            name = names.vet(archive.name_in_zip(info)) or ""
            is_folder = archive.is_folder(info)
            if name and is_folder:
                self._folders.setdefault(name, {})
            elif name:
                self._files[name] = info
            while name:  # it and the folders around it, up to one that is known
                folder, _, last = name.rpartition("/")
                siblings = self._folders.setdefault(folder, {})
                if last in siblings:
                    break
                siblings[last] = Node(last, not is_folder, is_folder)
                name, is_folder = folder, True
        self.problems = list(names.problems())

    def children(self, folder: str = "") -> list[Node]:
        return sorted(self._folders.get(folder, {}).values())

    def open(self, name: str) -> IO[bytes]:
        """Open a file. Raises RefusedEntry, OSError or an error of zipfile if it cannot be read."""
        info = self._files[name]
        if why_not := archive.refusal(info):
            raise RefusedEntry(why_not)
        return self._archive.open(info)

    def is_folder(self, name: str) -> bool:
        return name in self._folders

    def close(self) -> None:
        self._archive.close()

    def __reduce__(self) -> tuple[type[ZipTree], tuple[Path]]:
        return ZipTree, (self._path,)  # an open file cannot be pickled


SourceTree: TypeAlias = FolderTree | ZipTree


def _unreadable(path: str, reason: OSError, check: str) -> UsageError:
    return UsageError(f"{shown(path)} cannot be read: {reason_of(reason, 'unreadable')}; check its {check}")


MANIFEST = "manifest.json"
_MARK = re.compile(rb'exercise[\\"\s]{0,8}:[\\"\s]{0,8}([\w/-]{1,120})', re.IGNORECASE)
_DEFINES = re.compile(rb"^(?:def|class)[ \t]+(\w+)", re.MULTILINE)
_DEFINES_IN_JSON = re.compile(rb'(?:"|\\n)(?:def|class)[ \t]+(\w+)')


class AnswerFile(NamedTuple):
    """The file to grade for an exercise. Names of companions are relative to its folder."""

    name: str
    source: bytes
    companions: tuple[Entry, ...]
    note: str = ""  # a sentence, if another file could be meant


@dataclass(frozen=True)
class SubmissionFiles:
    """Everything in one submission: files with safe relative names, and sentences about what was left out."""

    entries: tuple[Entry, ...] = ()
    problems: tuple[str, ...] = ()

    @cached_property
    def digest(self) -> str:
        """Equal for equal names and contents, in any order."""
        return digest_of(sorted(self.entries))

    def for_exercise(self, slug: str, slugs: Collection[str], stub: bytes = b"") -> AnswerFile | None:
        """Return the file that answers `slug`, None if there is none.

        It is a file named after the exercise, else a notebook with cells marked for it, else an unmarked notebook. Of
        several, it is the newest by its name (`masking-2.py`), else the one in the fewest folders, else the first, and
        a note names the others. With the exercise's `stub`, an untouched stub comes last, and unmarked notebooks count
        only if they define something that is in the stub.
        """
        ranks = sorted(self._ranked(slug, slugs, stub), key=lambda found: (found[0], found[1][0]))
        if not ranks:
            return None
        best, (main, source) = ranks[0]
        folder, note = f"{posixpath.dirname(main)}/".lstrip("/"), ""
        beside = [entry for entry in self.entries if entry[0].startswith(folder) and entry[0] != main]
        if rivals := [entry[0] for rank, entry in ranks[1:] if rank[:-1] == best[:-1] and entry[1] != source]:
            others = ", ".join(map(shown, rivals[:3])) + (" and others" if len(rivals) > 3 else "")
            note = f"{shown(main)} was graded, though {others} could be meant as well; keep one"
        return AnswerFile(main, source, tuple((name.removeprefix(folder), content) for name, content in beside), note)

    def candidates(self, slugs: frozenset[str]) -> frozenset[str]:
        """Return the exercises that a file here could answer; a notebook could answer any."""
        meant = (_meant(name, slugs) for name, _ in self.entries)
        return slugs if self._marks else frozenset(exercise.slug for exercise in meant if exercise)

    def strays(self, slugs: Collection[str]) -> tuple[str, ...]:
        """Return the programs that are named after no exercise: helpers, or answers under a wrong name."""
        programs = (name for name, _ in self.entries if name.lower().endswith(".py"))
        return tuple(name for name in programs if _meant(name, frozenset(slugs)) is None)

    def _ranked(self, slug: str, slugs: Collection[str], stub: bytes) -> Iterator[tuple[tuple[int, ...], Entry]]:
        """Yield candidates with their rank, lowest first. If only its last number decides, there is a note about it."""
        known, wanted = frozenset(slugs), set(_DEFINES.findall(stub))
        for name, content in self.entries:
            meant, depth, marks = _meant(name, known), name.count("/"), self._marks.get(name)  # None: not a notebook
            is_unmarked = marks is not None and not meant and not marks & known
            if meant and meant.slug == slug:
                untouched = bool(stub) and content.split() == stub.split()
                yield (3 if untouched else 0, -meant.version, depth, int(marks is not None)), (name, content)
            elif marks and slug in marks:
                yield (1, 0, depth, 0), (name, content)
            elif is_unmarked and (not wanted or wanted & self._defined[name]):
                yield (2, 0, depth, 0), (name, content)

    @cached_property
    def _marks(self) -> dict[str, frozenset[str]]:
        """Of each notebook, the exercises named in its cells or metadata. Notebooks may be large: search them once."""
        notebooks = (entry for entry in self.entries if entry[0].lower().endswith(".ipynb"))
        return {
            name: frozenset(slug_of(mark.decode("ascii", "replace")) for mark in _MARK.findall(content))
            for name, content in notebooks
        }

    @cached_property
    def _defined(self) -> dict[str, frozenset[bytes]]:
        entries = (entry for entry in self.entries if entry[0] in self._marks)
        return {name: frozenset(_DEFINES_IN_JSON.findall(content)) for name, content in entries}


@lru_cache(maxsize=4096)  # it is needed for every exercise
def _meant(name: str, slugs: frozenset[str]) -> NamedExercise | None:
    return exercise_of(posixpath.basename(name), slugs)


def _is_manifest(name: str, content: bytes) -> bool:
    """Whether it is the file that `grader submit` adds to its zip: times and local results, no work."""
    if posixpath.basename(name) != MANIFEST or len(content) > MEGABYTE:
        return False
    try:
        manifest = json.loads(content)
    except (ValueError, RecursionError):
        return False
    return isinstance(manifest, dict) and {"schema", "created", "files", "exercises"} <= manifest.keys()


def find_files(path: Path, suffix: str, report: Callable[[str], object]) -> Iterator[tuple[str, bytes]]:
    """Yield each small file with this suffix in folders, zips and zips in zips, with its name relative to `path`.

    What cannot be read is reported in a sentence. UsageError if there is nothing to look through. One submission at a
    time is in memory.
    """
    if path.is_file() and path.name.lower().endswith(suffix):
        yield path.name, read_limited(path, MAX_SMALL)
        return
    with closing(open_place(path)) as place:
        for child in place.children():
            collector = Collector(ArchiveLimits(file=MAX_SMALL), suffix)
            if child.is_file or child.is_folder:
                _collect(collector, place, TreePart(child.name, child.name))
            yield from collector.entries()
            for sentence in collector.problems():
                report(sentence)


def read_limited(path: Path, most: int) -> bytes:
    """Return a file's content. UsageError if it cannot be read or has more than `most` bytes."""
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as reason:
        raise _unreadable(str(path), reason, "name and permissions") from None
    if len(data) > most:
        raise UsageError(f"{shown(str(path))} has more than {most >> 20} MB; is it the right file?")
    return data
