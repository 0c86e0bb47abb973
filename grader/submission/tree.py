"""One tree for everything that was submitted, in folders or in archives; the files of one student in it."""

from __future__ import annotations

import json
import os
import posixpath
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import IO, NamedTuple, TypeAlias

from grader.errors import UsageError, reason_of
from grader.results import FileRecord, FileStatus
from grader.submission import archive
from grader.submission.archive import MEGABYTE, ArchiveLimits, Collector, Opener, RefusedEntry
from grader.submission.names import UnsafeName, junk_in, reading_order, safe, shown
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
    without: tuple[str, ...] = ()  # names that the course system added


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
    entries = collector.entries()
    own = [entry for entry in entries if _is_manifest(*entry)]
    for name, _ in own:
        collector.note(name, FileStatus.LEFT_OUT, "is the list that 'grader submit' adds")
    problems, left = collector.problems(), tuple(entry for entry in entries if entry not in own)
    nothing = () if left or problems else ("there are no files in it",)
    return SubmissionFiles(left, problems or nothing, collector.records())


def _collect(collector: Collector, place: SourceTree, part: TreePart) -> None:
    if place.is_folder(part.where):
        found, prefix = [], f"{part.name}/" if part.name else ""
        for name, opener in _walk(place, part.where, prefix, collector):
            if name in part.without:
                collector.note(prefix + name, FileStatus.LEFT_OUT, "was added by the course system")
            else:
                found.append((name, opener))
        for name, opener in sorted(found, key=lambda entry: reading_order(entry[0])):
            archive.add(collector, prefix + name, opener)
    elif not part.name:
        archive.add_archive(collector, posixpath.basename(part.where), partial(place.open, part.where), "")
    elif safe_name := collector.vet(part.name):
        archive.add(collector, safe_name, partial(place.open, part.where))


def _walk(place: SourceTree, folder: str, prefix: str, collector: Collector) -> Iterator[tuple[str, Opener]]:
    """Yield all files below a folder, with safe names relative to it; problems go to the collector, with `prefix`."""
    waiting, seen = [""], 0
    while waiting:
        here = waiting.pop()
        try:
            children = place.everything(join(folder, here))
        except OSError as reason:
            collector.report(here or posixpath.basename(folder), _why_unreadable(reason), "", prefix)
            continue
        for child in children:
            seen += 1
            if seen > MAX_SEEN:
                what = f"has more than {MAX_SEEN:,} files and folders; the rest was left out"
                collector.report(posixpath.basename(folder), what)
                return
            inner = join(here, child.name)
            name = collector.vet(inner, "", prefix)
            if name is None:
                continue
            if child.is_folder and inner.count("/") < MAX_FOLDERS:
                waiting.append(inner)
            elif child.is_file:
                yield name, partial(place.open, join(folder, inner))
            else:
                what = f"in {MAX_FOLDERS} other folders" if child.is_folder else "a link or not a regular file"
                collector.report(name, f"is {what}; it was left out", "", prefix)


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

    def everything(self, folder: str = "") -> list[Node]:
        """Return the contents of a folder, sorted by name. OSError if it cannot be read."""
        hidden = frozenset() if folder else self._left_out
        with os.scandir(self.path / folder) as found:
            return sorted(
                Node(entry.name, entry.is_file(follow_symlinks=False), entry.is_dir(follow_symlinks=False))
                for entry in found
                if entry.name not in hidden
            )

    def children(self, folder: str = "") -> list[Node]:
        """Return what people put into a folder: not what systems left behind. UsageError if it cannot be read."""
        try:
            return _without_junk(self.everything(folder))
        except OSError as reason:
            raise _unreadable(folder or str(self.path), reason) from None

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
            raise _unreadable(str(path), reason) from None
        except Exception:  # a damaged zip makes the parser raise anything
            raise UsageError(f"'{path}' is damaged or not a zip; download it again") from None
        self._files: dict[str, zipfile.ZipInfo] = {}
        self._folders: dict[str, dict[str, Node]] = {"": {}}
        names = Collector()
        for info in self._archive.infolist():
            try:
                name = safe(archive.name_in_zip(info), as_spelled=True)  # a name may be another student's
            except UnsafeName as reason:
                names.report(archive.name_in_zip(info), f"{reason}; it was left out")
                continue
            is_folder = archive.is_folder(info)
            if is_folder:
                self._folders.setdefault(name, {})
            else:
                if name in self._files:
                    names.report(name, archive.twice(name, name))
                self._files[name] = info
            while name:  # it and the folders around it, up to one that is known
                folder, _, last = name.rpartition("/")
                siblings = self._folders.setdefault(folder, {})
                if last in siblings:
                    break
                siblings[last] = Node(last, not is_folder, is_folder)
                name, is_folder = folder, True
        self.problems = list(names.problems())

    def everything(self, folder: str = "") -> list[Node]:
        return sorted(self._folders.get(folder, {}).values())

    def children(self, folder: str = "") -> list[Node]:
        return _without_junk(self.everything(folder))

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


def _without_junk(nodes: Iterable[Node]) -> list[Node]:
    return [node for node in nodes if not junk_in(node.name)]


def _unreadable(path: str, reason: OSError, check: str = "permissions") -> UsageError:
    return UsageError(f"{shown(path)} {_why_unreadable(reason, check)}")


def _why_unreadable(reason: OSError, check: str = "permissions") -> str:
    return f"cannot be read: {reason_of(reason, 'unreadable')}; check its {check}"


MANIFEST = "manifest.json"


@dataclass(frozen=True)
class SubmissionFiles:
    """Everything in one submission: files with safe relative names, sentences about what cannot be read, and what
    became of all that is not among the files."""

    entries: tuple[Entry, ...] = ()
    problems: tuple[str, ...] = ()
    records: tuple[FileRecord, ...] = field(default=(), compare=False)

    @cached_property
    def digest(self) -> str:
        """Equal for equal names and contents, in any order."""
        return digest_of(sorted(self.entries))


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
