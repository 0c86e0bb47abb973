"""Gathers the files of one submission in memory, within limits. What is left out is told, never raised.

Sizes are those of the bytes that were read, never those that an archive declares.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import IO

from grader.errors import reason_of
from grader.submission.names import UnsafeName, fold, is_junk, safe, shown

Opener = Callable[[], IO[bytes]]

MEGABYTE = 1 << 20
MAX_PROBLEMS = 20
_CHUNK = 1 << 16


@dataclass(frozen=True)
class Limits:
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


class Refused(Exception):
    """Something that is not read; says why, and what was done about it, as the rest of a sentence."""


@dataclass
class Collector:
    """Entries by name, and sentences about what is not among them."""

    limits: Limits = field(default_factory=Limits)
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
            self.tell(f"{_in(shown(raw), inside)} {reason}; it was left out")
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
        except Refused as reason:
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
                raise Refused(f"comes after {together // MEGABYTE} MB of other files; it was left out")
            chunk = stream.read(_CHUNK)
            if not chunk:
                return b"".join(chunks)
            chunks.append(chunk)
            size += len(chunk)
            self._spent[kind] += len(chunk)
            if size > most:
                raise Refused(f"has more than {most // MEGABYTE} MB; it was left out")

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


def _in(what: str, inside: str) -> str:
    return f"{what} in {shown(inside)}" if inside else what
