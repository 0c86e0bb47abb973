"""What is read of zip and tar archives, and what is refused: in memory, within limits.

Nothing is ever written to disk, and nothing that an archive says is believed: sizes are those of the bytes that were
read. What is left out is told, never raised.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import stat
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, cast

from grader.errors import reason_of
from grader.submission.names import MAX_NAME, UnsafeName, fold, is_archive, is_junk, reading_order, safe, shown

Opener = Callable[[], IO[bytes]]

MEGABYTE = 1 << 20
MAX_PROBLEMS = 20
_CHUNK = 1 << 16


@dataclass(frozen=True)
class ArchiveLimits:
    """How much one submission may hold, in bytes where nothing else is said."""

    file: int = 16 * MEGABYTE
    notebook: int = 64 * MEGABYTE  # its outputs are never built
    total: int = 32 * MEGABYTE  # of all files but notebooks
    notebooks: int = 128 * MEGABYTE  # of all notebooks
    archives: int = 64 * MEGABYTE  # of archives that lie in other archives
    unpacked: int = 256 * MEGABYTE  # that a tar may make us decompress
    directory: int = 4 * MEGABYTE  # of a zip's table of contents
    files: int = 2000  # how many
    depth: int = 3  # of archives in archives


class RefusedEntry(Exception):
    """Something that is not read; says why, and what was done about it, as the rest of a sentence."""


@dataclass
class Collector:
    """Entries by name, and sentences about what is not among them."""

    limits: ArchiveLimits = field(default_factory=ArchiveLimits)
    problems: list[str] = field(default_factory=list)
    _found: dict[str, tuple[str, bytes]] = field(default_factory=dict)  # by folded name
    _spent: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("file", "notebook", "archive"), 0))
    _untold: int = 0
    _too_many: int = 0

    def tell(self, sentence: str) -> None:
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(sentence)
        else:
            self._untold += 1

    def vet(self, raw: str, inside: str = "") -> str | None:
        """The safe name of a file, None if it is left out."""
        try:
            name = safe(raw)
        except UnsafeName as reason:
            where = f" in {shown(inside)}" if inside else ""
            self.tell(f"{shown(raw)}{where} {reason}; it was left out")
            return None
        return None if is_junk(name) else name

    def put(self, name: str, opener: Opener) -> None:
        """Read a file. `name` is safe."""
        if len(self._found) >= self.limits.files:
            self._too_many += 1
            return
        content = self.read(name, opener, "notebook" if name.lower().endswith(".ipynb") else "file")
        if content is not None:
            self._keep(name, content)

    def read(self, name: str, opener: Opener, kind: str) -> bytes | None:
        """None if it cannot be read, which is told."""
        try:
            with opener() as stream:
                return self._read(stream, kind)
        except RefusedEntry as reason:
            self.tell(f"{shown(name)} {reason}")
        except OSError as reason:
            self.tell(f"{shown(name)} cannot be read: {reason_of(reason, 'damaged')}; ask for it again")
        except Exception:  # whatever a damaged member makes a parser raise
            self.tell(f"{shown(name)} is damaged; ask for it again")
        return None

    def _read(self, stream: IO[bytes], kind: str) -> bytes:
        limits = self.limits
        most, together = {
            "file": (limits.file, limits.total),
            "notebook": (limits.notebook, limits.notebooks),
            "archive": (limits.archives, limits.archives),
        }[kind]
        chunks: list[bytes] = []
        size = 0
        while True:
            if self._spent[kind] > together:
                raise RefusedEntry(f"comes after {together // MEGABYTE} MB of other files; it was left out")
            chunk = stream.read(_CHUNK)
            if not chunk:
                return b"".join(chunks)
            chunks.append(chunk)
            size += len(chunk)
            self._spent[kind] += len(chunk)
            if size > most:
                raise RefusedEntry(f"has more than {most // MEGABYTE} MB; it was left out")

    def _keep(self, name: str, content: bytes) -> None:
        key = fold(name)
        other, before = self._found.get(key, (name, content))
        if other != name:
            self.tell(f"{shown(other)} and {shown(name)} differ only in upper and lower case; the last one counts")
        elif before != content:
            self.tell(f"{shown(name)} is there twice; the last one counts")
        self._found[key] = (name, content)

    def entries(self) -> tuple[tuple[str, bytes], ...]:
        """By name. No name is also the folder of another."""
        folders = {key[:at] for key in self._found for at, char in enumerate(key) if char == "/"}
        for key in sorted(folders & self._found.keys()):
            self.tell(f"{shown(self._found[key][0])} is both a file and a folder; the file was left out")
        return tuple(sorted(entry for key, entry in self._found.items() if key not in folders))

    def told(self) -> tuple[str, ...]:
        """All sentences; those over the limit are counted."""
        more = []
        if self._too_many:
            more.append(f"there are more than {self.limits.files:,} files; {self._too_many:,} were left out")
        if self._untold:
            more.append(f"and {self._untold:,} more like these")
        return (*self.problems, *more)


# The parsers of the standard library do the work, behind streams that refuse what a parser should never ask for: one
# huge read (a table of contents or a header of gigabytes), a step back in a tar (which made older ones run in circles).

MAX_MEMBERS = 20_000  # that are looked at in a tar
MAX_HEADER = 16 << 10  # bytes of one that a tar puts before a member; it takes some hundred times that in memory
MAX_HEADERS = 16 * MEGABYTE
_ENCRYPTED = 0x1
_UTF8 = 0x800
_OTHERS = ((b"Rar!\x1a\x07", "RAR"), (b"7z\xbc\xaf\x27\x1c", "7z"))


@dataclass(frozen=True)
class OpenedArchive:
    """What was in an archive, by name, and sentences about what was left out."""

    entries: tuple[tuple[str, bytes], ...]
    problems: tuple[str, ...]


def open_archive(archive: bytes | Path, limits: ArchiveLimits | None = None, name: str = "") -> OpenedArchive:
    """Read a zip or a tar (also .gz, .bz2, .xz) and the archives in it. Never raises: problems are told."""
    name = name or (archive.name if isinstance(archive, Path) else "archive.zip")
    collector = Collector(limits or ArchiveLimits())
    add_archive(collector, name, lambda: archive.open("rb") if isinstance(archive, Path) else io.BytesIO(archive), "")
    return OpenedArchive(collector.entries(), collector.told())


def add(collector: Collector, name: str, opener: Opener, depth: int = 0) -> None:
    """Put a file into the collector, or what is in it if it is an archive. `name` is safe."""
    if len(name.encode()) > MAX_NAME:  # archives in archives add up
        collector.tell(f"{shown(name)} has a name of {len(name):,} characters; it was left out")
    elif not is_archive(name):
        collector.put(name, opener)
    elif depth >= collector.limits.depth:
        collector.tell(f"{shown(name)} is an archive within {depth} others; it was not opened")
    else:
        add_archive(collector, name, opener, f"{name}/", depth + 1)


def add_archive(collector: Collector, name: str, opener: Opener, prefix: str, depth: int = 0) -> None:
    """Put an archive's files into the collector, with `prefix` before their names."""
    try:
        stream = opener()
    except Exception as reason:
        why = (getattr(reason, "strerror", None) or "damaged").lower()
        told = str(reason) if isinstance(reason, RefusedEntry) else f"cannot be read: {why}; ask for it again"
        collector.tell(f"{shown(name)} {told}")
        return
    if type(stream) in (io.BufferedReader, io.BytesIO):  # a file, or in memory already
        with stream:
            _unpack(collector, stream, name, prefix, depth)
        return
    content = collector.read(name, lambda: stream, "archive")
    if content is not None:
        _unpack(collector, io.BytesIO(content), name, prefix, depth)


def _unpack(collector: Collector, stream: IO[bytes], name: str, prefix: str, depth: int) -> None:
    try:
        head = stream.read(512)
        stream.seek(0)
        if head.startswith((b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0")) or head[257:262] == b"ustar":
            _unpack_tar(collector, stream, head, name, prefix, depth)
        else:
            _refuse_others(head)
            with open_zip(stream, collector.limits.directory) as archive:
                members = _members(collector, archive.infolist(), name)
                for inner in sorted(members, key=reading_order):
                    add(collector, prefix + inner, partial(archive.open, members[inner]), depth)
    except RefusedEntry as reason:
        collector.tell(f"{shown(name)} {reason}")
    except Exception:  # whatever hostile bytes make a parser raise: struct.error, EOFError, RecursionError, …
        collector.tell(f"{shown(name)} is damaged; ask for it again")


def _refuse_others(head: bytes) -> None:
    for magic, kind in _OTHERS:
        if head.startswith(magic):
            raise RefusedEntry(f"is a {kind} archive, which is not opened; ask for a zip")
    if not head:
        raise RefusedEntry("is empty; ask for it again")
    if not head.startswith(b"PK"):
        raise RefusedEntry("is damaged or no archive; ask for it again")


class _Bounded:
    """A stream that refuses to read too much at once: zipfile reads the table of contents in one piece."""

    def __init__(self, stream: IO[bytes], most: int) -> None:
        self._stream, self._most = stream, most

    def read(self, size: int = -1) -> bytes:
        if size > self._most:
            raise RefusedEntry("has too many files; the rest was left out")
        return self._stream.read(size)

    def seek(self, to: int, whence: int = 0) -> int:
        return self._stream.seek(to, whence)

    def tell(self) -> int:
        return self._stream.tell()

    def seekable(self) -> bool:
        return True

    def close(self) -> None:
        self._stream.close()


def open_zip(stream: IO[bytes], directory: int) -> zipfile.ZipFile:
    """`directory`: how many bytes the table of contents may have, which bounds the number of files."""
    return zipfile.ZipFile(cast("IO[bytes]", _Bounded(stream, directory)))


def name_in_zip(info: zipfile.ZipInfo) -> str:
    """The name before zipfile cut it at a NUL. Many tools write UTF-8 without saying so; the rest stays as it is."""
    raw = info.orig_filename
    if info.flag_bits & _UTF8 or raw.isascii():
        return raw
    try:
        return raw.encode("cp437").decode("utf-8")
    except UnicodeError:
        return raw


def refusal(info: zipfile.ZipInfo) -> str:
    """Why a member is not read, as the rest of a sentence; "" if it is."""
    kind = stat.S_IFMT(info.external_attr >> 16)
    if info.flag_bits & _ENCRYPTED:
        return "is encrypted; ask for it without a password"
    if kind == stat.S_IFLNK:
        return "is a link; it was left out"
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "is no regular file; it was left out"
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "is packed in an unusual way, which is not opened; ask for an ordinary zip"
    return ""


def is_folder(info: zipfile.ZipInfo) -> bool:
    return info.orig_filename.endswith(("/", "\\")) or stat.S_ISDIR(info.external_attr >> 16)


def _members(collector: Collector, infos: list[zipfile.ZipInfo], inside: str) -> dict[str, zipfile.ZipInfo]:
    """The members to read, by safe name. Of those that share a name the last one counts, as when unpacked."""
    found: dict[str, tuple[str, zipfile.ZipInfo]] = {}
    locked = next((info for info in infos if info.flag_bits & _ENCRYPTED), None)
    if locked:
        collector.tell(f"{shown(inside)} {refusal(locked)}")
    for info in infos:
        inner = None if is_folder(info) or info.flag_bits & _ENCRYPTED else collector.vet(name_in_zip(info), inside)
        if inner is None:
            continue
        if why_not := refusal(info):
            collector.tell(f"{_within(inner, inside)} {why_not}")
            continue
        if fold(inner) in found:
            collector.tell(f"{_within(inner, inside)} is there twice; the last one counts")
        found[fold(inner)] = (inner, info)
    return dict(found.values())


def _within(inner: str, inside: str) -> str:
    return f"{shown(inner)} in {shown(inside)}"


class _Forward:
    """The bytes of a tar: read once, forwards, and not without end."""

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


def _decompressed(stream: IO[bytes], head: bytes) -> IO[bytes]:
    if head.startswith(b"\x1f\x8b"):
        return cast("IO[bytes]", gzip.GzipFile(fileobj=stream))
    if head.startswith(b"BZh"):
        return cast("IO[bytes]", bz2.BZ2File(stream))
    return cast("IO[bytes]", lzma.LZMAFile(stream)) if head.startswith(b"\xfd7zXZ") else stream


def _tar_members(forward: _Forward) -> Iterator[tuple[tarfile.TarFile, tarfile.TarInfo]]:
    """One by one; nothing is remembered of those before, which headers for all of them could make large."""
    with tarfile.open(fileobj=cast("IO[bytes]", forward), mode="r:", encoding="utf-8") as archive:
        for _ in range(MAX_MEMBERS):
            forward.in_headers = True
            member = archive.next()
            forward.in_headers = False
            if member is None:
                return
            archive.members.clear()  # type: ignore[attr-defined]  # a list, though the stubs do not say so
            archive.pax_headers = {}
            if member.size < 0:
                raise tarfile.ReadError("a step back")
            yield archive, member
    raise RefusedEntry("has too many files; the rest was left out")


def _unpack_tar(collector: Collector, stream: IO[bytes], head: bytes, name: str, prefix: str, depth: int) -> None:
    for archive, member in _tar_members(_Forward(_decompressed(stream, head), collector.limits.unpacked)):
        inner = None if member.isdir() else collector.vet(member.name, name)
        if inner is None:
            continue
        if not member.isreg() or member.issparse():
            what = "a link" if member.islnk() or member.issym() else "no regular file"
            collector.tell(f"{_within(inner, name)} is {what}; it was left out")
            continue
        add(collector, prefix + inner, partial(_extracted, archive, member), depth)


def _extracted(archive: tarfile.TarFile, member: tarfile.TarInfo) -> IO[bytes]:
    stream = archive.extractfile(member)
    assert stream is not None  # only of what is no regular file
    return stream
