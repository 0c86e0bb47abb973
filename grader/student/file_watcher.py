"""Notices that a file was saved, whatever the editor and the file system do.

Reading a file's times and size costs microseconds, so it is done all the time. It finds saves in place, saves by
rename, and files that are deleted and come back. Clocks may be coarse and the attributes of network drives stale, so
the content is also read from time to time.
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
_REREAD_SHARE = 20  # at most a twentieth of the time is spent on reading what has not changed

Stamp: TypeAlias = tuple[int, int, int] | None


@dataclass(frozen=True)
class FileState:
    """The submission in a file, or the reason why there is none. Both are empty if there is no such file."""

    submission: Submission | None = None
    problem: str = ""

    @property
    def is_doubtful(self) -> bool:
        """Whether this may be a moment in the middle of a save: nothing to read, or nothing that parses."""
        if self.submission is None or not self.submission.source.strip():
            return True
        from grader.processes import HelperError, limited

        try:
            return not limited("grader.worker.source:parses", self.submission.source.decode("utf-8", "replace"))
        except HelperError:
            return True


class FileWatcher:
    """The saves of one file, and of the files beside it that it uses."""

    def __init__(self, path: Path, read: Callable[[Path], Submission], clock: Callable[[], float]) -> None:
        self._path = path
        self._read = read
        self._clock = clock
        self._stamps: tuple[Stamp, ...] = ()
        self._reported: FileState | None = None
        self._doubtful: FileState | None = None
        self._due = 0.0
        self._report_again = False

    def look(self) -> FileState | None:
        """The state of the file, or None if it was reported before."""
        now, last = self._clock(), self._reported.submission if self._reported else None
        beside = [self._path.parent / name for name, _ in last.files] if last else []
        stamps = tuple(stamp(path) for path in (self._path, *beside))
        saved = stamps != self._stamps
        if not saved and now < self._due:
            return None
        found = self._state()
        took = self._clock() - now
        self._due = now + max(REREAD_SECONDS, _REREAD_SHARE * took)
        self._stamps = stamps  # from before the reading: what is written during it counts as a new save
        if found == self._reported and not (self._report_again and saved):
            self._doubtful = None
            return None
        if found != self._doubtful and found.is_doubtful:
            self._doubtful, self._due = found, now + SETTLE_SECONDS
            return None
        self._reported, self._doubtful, self._report_again = found, None, False
        return found

    def report_next_save(self) -> None:
        """Report the next save even if the content is the same."""
        self._report_again = True

    def _state(self) -> FileState:
        try:
            return FileState(self._read(self._path))
        except SubmissionError as problem:
            return FileState(problem=str(problem) if os.path.lexists(self._path) else "")
        except OSError as problem:  # a file beside it was deleted while it was read
            return FileState(problem=f"'{self._path}' cannot be read: {reason_of(problem, 'unreadable')}")


def stamp(path: Path) -> Stamp:
    """Time, size and identity of a file; None if it is not there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
