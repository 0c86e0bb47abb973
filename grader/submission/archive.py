"""Reads zip and tar archives in memory, within limits.

Nothing is ever written to disk, and nothing that an archive claims is trusted: sizes are those of the bytes that were
read. Problems are reported as sentences, never raised.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import stat
import tarfile
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import IO, Any, cast

from grader.results import FileRecord, FileStatus
from grader.submission.names import (
    MAX_NAME,
    UnsafeName,
    fold,
    is_archive,
    junk_in,
    reading_order,
    safe,
    shortened,
    shown,
)

Opener = Callable[[], IO[bytes]]

MEGABYTE = 1 << 20
MAX_PROBLEMS = 20
MAX_JUNK = 100  # files and folders that are listed
JUNK = "belongs to an operating system or a tool"
MAX_MEMBERS = 20_000  # of a tar
MAX_HEADER = 16 << 10  # bytes before a member of a tar; parsing them takes some hundred times that in memory
MAX_HEADERS = 16 * MEGABYTE
_CHUNK = 1 << 16
_ENCRYPTED = 0x1
_UTF8 = 0x800
_CLOSED = {b"Rar!\x1a\x07": "RAR", b"7z\xbc\xaf\x27\x1c": "7z"}
_COMPRESSED: dict[bytes, Callable[[IO[bytes]], Any]] = {
    b"\x1f\x8b": gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ\0": lzma.open,
}


@dataclass(frozen=True)
class ArchiveLimits:
    """How much one submission may hold, in bytes unless a comment says otherwise."""

    file: int = 16 * MEGABYTE
    notebook: int = 64 * MEGABYTE  # its outputs are never built
    total: int = 32 * MEGABYTE  # of all files except notebooks
    notebooks: int = 128 * MEGABYTE  # of all notebooks
    archives: int = 64 * MEGABYTE  # of archives inside other archives
    unpacked: int = 256 * MEGABYTE  # that a tar may make us decompress
    directory: int = 4 * MEGABYTE  # of a zip's table of contents
    files: int = 2000  # how many
    depth: int = 3  # of archives in archives


class RefusedEntry(Exception):
    """Something is not read. The message is the reason, as the rest of a sentence about it."""


@dataclass
class Collector:
    """The files of one submission, and sentences about what was left out."""

    limits: ArchiveLimits = field(default_factory=ArchiveLimits)
    suffix: str = ""  # of the files that are read; others are ignored
    _problems: list[str] = field(default_factory=list)
    _records: dict[str, FileRecord] = field(default_factory=dict)
    _junk: dict[str, None] = field(default_factory=dict)  # in order, each once
    _found: dict[str, tuple[str, bytes]] = field(default_factory=dict)  # by folded name
    _spent: Counter[str] = field(default_factory=Counter)  # bytes read so far, by kind
    _unreported: int = 0
    _too_many: int = 0

    def report(
        self, name: str, why: str, inside: str = "", prefix: str = "", status: FileStatus = FileStatus.UNREADABLE
    ) -> None:
        """Report a file that is not read, or not all of it. `inside`: the archive that it is in; `prefix`: before the
        names of what is in that."""
        if len(self._problems) >= MAX_PROBLEMS:
            self._unreported += 1
            return
        self._problems.append(f"{shown(name)}{f' in {shown(inside)}' if inside else ''} {why}")
        self.note(prefix + name, status, why)

    def note(self, name: str, status: FileStatus, why: str) -> None:
        """Record what became of a file that is not among the entries."""
        name = shortened(name)
        self._records.setdefault(name, FileRecord(name, status, "", why))

    @contextmanager
    def reporting(self, name: str) -> Iterator[None]:
        """Report whatever the block raises as a problem of `name`."""
        try:
            yield
        except RefusedEntry as reason:
            self.report(name, str(reason))
        except Exception as reason:  # hostile bytes make parsers raise anything: struct.error, EOFError, RecursionError
            why = getattr(reason, "strerror", None)
            what = f"cannot be read: {why.lower()}" if why else "is damaged"
            self.report(name, f"{what}; ask for it again")

    def vet(self, raw: str, inside: str = "", prefix: str = "") -> str | None:
        """Return the safe name of a file, None if it is left out."""
        try:
            name = safe(raw)
        except UnsafeName as reason:
            self.report(raw, f"{reason}; it was left out", inside, prefix)
            return None
        if junk := junk_in(name):
            self._junk[prefix + junk] = None
            return None
        return name

    def put(self, name: str, opener: Opener) -> None:
        """Read a file. `name` must be safe."""
        if not name.lower().endswith(self.suffix):
            return
        if len(self._found) >= self.limits.files:
            self._too_many += 1
            return
        with self.reporting(name), opener() as stream:
            content = self.read(stream, "notebook" if name.lower().endswith(".ipynb") else "file")
            other, before = self._found.get(fold(name), (name, content))
            if other != name or before != content:
                self.report(other, twice(other, name), status=FileStatus.LEFT_OUT)
            self._found[fold(name)] = (name, content)

    def read(self, stream: IO[bytes], kind: str) -> bytes:
        """Return the bytes of a stream; RefusedEntry if they are more than a file, or all of its kind, may have."""
        limits = self.limits
        most, together = {
            "file": (limits.file, limits.total),
            "notebook": (limits.notebook, limits.notebooks),
            "archive": (limits.archives, limits.archives),
        }[kind]
        content = bytearray()
        while self._spent[kind] <= together:
            chunk = stream.read(_CHUNK)
            if not chunk:
                return bytes(content)
            content += chunk
            self._spent[kind] += len(chunk)
            if len(content) > most:
                raise RefusedEntry(f"has more than {most // MEGABYTE} MB; it was left out")
        raise RefusedEntry(f"comes after {together // MEGABYTE} MB of other files; it was left out")

    def entries(self) -> tuple[tuple[str, bytes], ...]:
        """Return all files, sorted by name. No name is also the folder of another."""
        folders = {key[:at] for key in self._found for at, char in enumerate(key) if char == "/"}
        for key in sorted(folders & self._found.keys()):
            self.report(self._found[key][0], "is both a file and a folder; the file was left out")
        return tuple(sorted(entry for key, entry in self._found.items() if key not in folders))

    def problems(self) -> tuple[str, ...]:
        """Return all sentences; those over the limit are only counted."""
        more = []
        if self._too_many:
            more.append(f"there are more than {self.limits.files:,} files; {self._too_many:,} were left out")
        if self._unreported:
            more.append(f"and {self._unreported:,} more like these")
        return (*self._problems, *more)

    def records(self) -> tuple[FileRecord, ...]:
        """Return what became of everything that is not among the entries. What is too much for a list is only counted,
        in a record without a name."""
        junk = [shortened(name) for name in self._junk]
        found = {name: FileRecord(name, FileStatus.SYSTEM, "", JUNK) for name in junk[:MAX_JUNK]} | self._records
        rest = list(self.problems()[len(self._problems) :])
        if len(junk) > MAX_JUNK:
            rest.append(f"{len(junk) - MAX_JUNK:,} more files and folders of an operating system or a tool")
        return (*found.values(), *([FileRecord("", FileStatus.UNREADABLE, "", "; ".join(rest))] if rest else []))

    @property
    def seen(self) -> int:
        return len(self._found) + len(self._records) + len(self._junk) + self._unreported + self._too_many


def twice(other: str, name: str) -> str:
    """Return what is wrong with a file whose name another has, too, as far as file systems can tell."""
    what = "appears twice" if other == name else f"and {shown(name)} differ only in case"
    return f"{what}; the last one counts"


def add(collector: Collector, name: str, opener: Opener, depth: int = 0) -> None:
    """Put a file into the collector, or its contents if it is an archive. `name` must be safe."""
    if len(name.encode()) > MAX_NAME:  # names of archives in archives add up
        collector.report(name, f"has a name of {len(name):,} characters; it was left out")
    elif not is_archive(name):
        collector.put(name, opener)
    elif depth >= collector.limits.depth:
        collector.report(name, f"is an archive within {depth} others; it was not opened")
    else:
        add_archive(collector, name, opener, f"{name}/", depth + 1)


def add_archive(collector: Collector, name: str, opener: Opener, prefix: str, depth: int = 0) -> None:
    """Put the files of a zip or tar (also .gz, .bz2, .xz) into the collector, with `prefix` before their names.

    Archives inside it are opened, too. Never raises: problems are reported.
    """
    before = collector.seen
    _add_members(collector, name, opener, prefix, depth)
    if collector.seen == before:
        collector.note(prefix.rstrip("/") or name, FileStatus.LEFT_OUT, "is an archive without new files")


def _add_members(collector: Collector, name: str, opener: Opener, prefix: str, depth: int) -> None:
    with collector.reporting(name), opener() as stream:
        if type(stream) not in (io.BufferedReader, io.BytesIO):  # a member of another archive, slow to seek in
            stream = io.BytesIO(collector.read(stream, "archive"))
        head = stream.read(512)
        stream.seek(0)
        decompress = next((opens for magic, opens in _COMPRESSED.items() if head.startswith(magic)), None)
        if decompress or head[257:262] == b"ustar":
            _add_tar(collector, decompress(stream) if decompress else stream, name, prefix, depth)
            return
        for magic, kind in _CLOSED.items():
            if head.startswith(magic):
                raise RefusedEntry(f"is a {kind} archive, which is not opened; ask for a zip")
        if not head.startswith(b"PK"):
            raise RefusedEntry(f"is {'damaged or not an archive' if head else 'empty'}; ask for it again")
        with open_zip(stream, collector.limits.directory) as archive:
            members = _zip_members(collector, archive.infolist(), name, prefix)
            for inner in sorted(members, key=reading_order):
                add(collector, prefix + inner, partial(archive.open, members[inner]), depth)


# The parsers of the standard library do the work, behind streams that refuse what a parser should never ask for: one
# huge read (a table of contents or a header of gigabytes), a step back in a tar (which made older ones run in circles).


class _Bounded(io.BufferedReader):
    """A stream that refuses to read too much at once: zipfile reads the table of contents in one piece."""

    def __init__(self, stream: IO[bytes], most: int) -> None:
        super().__init__(cast("io.RawIOBase", stream))
        self._most = most

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > self._most:
            raise RefusedEntry("has too many files; the rest was left out")
        return super().read(size)


def open_zip(stream: IO[bytes], directory: int) -> zipfile.ZipFile:
    """Open a zip whose table of contents has at most `directory` bytes, which bounds the number of files."""
    return zipfile.ZipFile(_Bounded(stream, directory))


def name_in_zip(info: zipfile.ZipInfo) -> str:
    """Return a member's name before zipfile cut it at a NUL. Many tools write UTF-8 without setting its flag."""
    raw = info.orig_filename
    with suppress(UnicodeError):
        return raw if info.flag_bits & _UTF8 else raw.encode("cp437").decode("utf-8")
    return raw


def refusal(info: zipfile.ZipInfo) -> str:
    """Return why a member is not read, as the rest of a sentence; "" if it is."""
    kind = stat.S_IFMT(info.external_attr >> 16)
    if info.flag_bits & _ENCRYPTED:
        return "is encrypted; ask for it without a password"
    if kind == stat.S_IFLNK:
        return "is a link; it was left out"
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "is not a regular file; it was left out"
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "has an unusual compression, which is not opened; ask for an ordinary zip"
    return ""


def is_folder(info: zipfile.ZipInfo) -> bool:
    return info.orig_filename.endswith(("/", "\\")) or stat.S_ISDIR(info.external_attr >> 16)


def _zip_members(
    collector: Collector, infos: list[zipfile.ZipInfo], inside: str, prefix: str
) -> dict[str, zipfile.ZipInfo]:
    """Return the members to read, by safe name. Of those that share a name the last one counts, as when unpacked."""
    found: dict[str, tuple[str, zipfile.ZipInfo]] = {}
    locked = [info for info in infos if info.flag_bits & _ENCRYPTED]
    if locked:
        collector.report(inside, refusal(locked[0]))
    for info in infos:
        if is_folder(info) or info.flag_bits & _ENCRYPTED:
            continue
        inner = collector.vet(name_in_zip(info), inside, prefix)
        if inner is None:
            continue
        if why_not := refusal(info):
            collector.report(inner, why_not, inside, prefix)
            continue
        if fold(inner) in found:
            other = found[fold(inner)][0]
            collector.report(other, twice(other, inner), inside, prefix, FileStatus.LEFT_OUT)
        found[fold(inner)] = (inner, info)
    return dict(found.values())


class _Forward:
    """The bytes of a tar: read once, forwards, and up to a limit."""

    def __init__(self, stream: IO[bytes], most: int) -> None:
        self._stream, self._left, self._at = stream, most, 0
        self._headers_left = MAX_HEADERS
        self.in_headers = True

    def read(self, size: int) -> bytes:
        if self.in_headers:
            self._headers_left -= size
        if size < 0 or (self.in_headers and size > MAX_HEADER) or self._headers_left < 0:
            raise RefusedEntry("has headers that are too large; the rest was left out")
        return self._take(size)

    def seek(self, to: int) -> None:
        if to < self._at:
            raise tarfile.ReadError("a step back")
        while self._at < to and self._take(min(MEGABYTE, to - self._at)):
            pass

    def tell(self) -> int:
        return self._at

    def _take(self, size: int) -> bytes:
        data = self._stream.read(size)
        self._at += len(data)
        self._left -= len(data)
        if self._left < 0:
            raise RefusedEntry("unpacks to too much; the rest was left out")
        return data


def _add_tar(collector: Collector, stream: IO[bytes], name: str, prefix: str, depth: int) -> None:
    forward = _Forward(stream, collector.limits.unpacked)
    with tarfile.open(fileobj=cast("IO[bytes]", forward), mode="r:", encoding="utf-8") as archive:
        for _ in range(MAX_MEMBERS):
            forward.in_headers = True
            member = archive.next()
            forward.in_headers = False
            if member is None:
                return
            # Members read before, and headers for all members, would add up in memory.
            archive.members.clear()  # type: ignore[attr-defined]  # a list, though the stubs do not say so
            archive.pax_headers = {}
            if member.size < 0:
                raise tarfile.ReadError("a step back")
            inner = None if member.isdir() else collector.vet(member.name, name, prefix)
            if inner is None:
                continue
            if member.isreg() and not member.issparse():
                add(collector, prefix + inner, cast("Opener", partial(archive.extractfile, member)), depth)
            else:
                what = "a link" if member.islnk() or member.issym() else "not a regular file"
                collector.report(inner, f"is {what}; it was left out", name, prefix)
    raise RefusedEntry("has too many files; the rest was left out")
