"""Notices that a file was saved, whatever the editor and the file system do.

Asking for a file's times and size costs microseconds, so it is done all the time. It finds saves in place, saves by
rename, and files that are deleted and come back. Clocks may be coarse and attributes of network drives stale, so the
content is read from time to time, too.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from grader.errors import SubmissionError, reason_of
from grader.submission import Submission

SETTLE_SECONDS = 0.06  # between the first and the last write of an editor that saves in pieces
REREAD_SECONDS = 1.0
_REREAD_SHARE = 20  # of the time at most a twentieth goes into reading what has not changed

Stamp: TypeAlias = tuple[int, int, int] | None
Read: TypeAlias = Callable[[Path], Submission]


@dataclass(frozen=True)
class FileState:
    """What is there: a submission, or why there is none. Both empty: there is no such file."""

    submission: Submission | None = None
    problem: str = ""

    @property
    def is_doubtful(self) -> bool:
        """May this be a moment in the middle of a save?"""
        return self.submission is None or not self.submission.source.strip() or not _parses(self.submission.source)


class FileWatcher:
    """The saves of one file, and of the files beside it that it uses."""

    def __init__(self, path: Path, read: Read, clock: Callable[[], float]) -> None:
        self._path = path
        self._read = read
        self._clock = clock
        self._stamps: tuple[Stamp, ...] = ()
        self._told: FileState | None = None
        self._doubtful: FileState | None = None
        self._due = 0.0
        self._anew = False

    def look(self) -> FileState | None:
        """What is there now, if that is news."""
        stamps, now = self._stamp(), self._clock()
        saved = stamps != self._stamps
        if not saved and now < self._due:
            return None
        found = self._found()
        took = self._clock() - now
        self._due = now + max(REREAD_SECONDS, _REREAD_SHARE * took)
        self._stamps = stamps  # from before the reading: what is written during it is news again
        if found == self._told and not (self._anew and saved):
            self._doubtful = None
            return None
        if found != self._doubtful and found.is_doubtful:
            self._doubtful, self._due = found, now + SETTLE_SECONDS
            return None
        self._told, self._doubtful, self._anew = found, None, False
        return found

    def tell_anew(self) -> None:
        """The next save is news even if nothing changed."""
        self._anew = True

    def _stamp(self) -> tuple[Stamp, ...]:
        told = self._told.submission if self._told else None
        beside = [self._path.parent / name for name, _ in told.files] if told else []
        return tuple(_stamp(path) for path in (self._path, *beside))

    def _found(self) -> FileState:
        try:
            return FileState(self._read(self._path))
        except SubmissionError as problem:
            return FileState(problem=str(problem) if os.path.lexists(self._path) else "")
        except OSError as problem:  # a file beside it went while it was read
            return FileState(problem=f"'{self._path}' cannot be read: {reason_of(problem, 'unreadable')}")


def _stamp(path: Path) -> Stamp:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _parses(source: bytes) -> bool:
    from grader.processes import HelperError, limited

    try:
        return bool(limited("grader.worker.source:parses", source.decode("utf-8", "replace")))
    except HelperError:
        return False
