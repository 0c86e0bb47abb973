"""A student's folder: one folder an exercise, as in the course, and a file that says how far they are.

Looking for the exercise being worked on reads folder names, stubs and the student's files, and no exercise.yaml but the
one it finds: `grader check` waits for it.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from grader.course import Course, Exercise, Part
from grader.course.textfile import read_text
from grader.errors import UsageError
from grader.student.state import State, StateFile

if TYPE_CHECKING:
    from grader.submission import Cell

STATE = ".grader.json"
_DIGESTS = "grader.worker.source:function_digests"


class Status(StrEnum):
    """How far an exercise is."""

    PASSED = "passed"  # at least once
    STARTED = "started"
    OPEN = "open"


class Placed(Protocol):
    """An exercise, or only its folder: what is needed to find its place."""

    @property
    def slug(self) -> str: ...
    @property
    def part(self) -> Part: ...
    @property
    def path(self) -> Path: ...


@dataclass(frozen=True)
class Workspace:
    """Where a student works."""

    path: Path
    _read: dict[Path, tuple[tuple[int, ...], list[Cell]]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def state(self) -> StateFile:
        return StateFile(self.path / STATE)

    def folder_of(self, exercise: Placed) -> Path:
        return self.path / exercise.part.folder / exercise.path.name

    def file_of(self, exercise: Placed) -> Path:
        """The student's file: the one in the exercise's folder, else a notebook, its own or that of its part.

        Where there are both, a file that is still the stub gives way.
        """
        folder = self.folder_of(exercise)
        file, own = folder / f"{exercise.slug}.py", folder / f"{exercise.slug}.ipynb"
        notebook = next((path for path in (own, self.notebook_of(exercise)) if path.exists()), None)
        return notebook if notebook and (not file.exists() or _is_stub(file, exercise)) else file

    def notebook_of(self, exercise: Placed) -> Path:
        return self.path / f"{exercise.part.folder}.ipynb"

    def started(self, course: Course) -> list[Exercise]:
        """The exercises whose stub has been touched, in the order of the course."""
        return [course.find(folder.slug) for folder in course.folders if self.is_started(folder)]

    def is_started(self, exercise: Placed) -> bool:
        source, stub = self.source_of(exercise), _stub(exercise)
        if source is None or source.split() == stub.encode().split():
            return False
        return self.file_of(exercise).suffix != ".ipynb" or not is_untouched(source, stub)  # other cells do not count

    def source_of(self, exercise: Placed) -> bytes | None:
        """What the student has written, None if there is nothing to read."""
        file = self.file_of(exercise)
        try:
            if file.suffix != ".ipynb":
                return file.read_bytes()
            from grader.submission import from_cells

            return from_cells(file, self._cells_of(file), exercise.slug, _stub(exercise)).source
        except (OSError, UsageError):
            return None

    def _cells_of(self, notebook: Path) -> list[Cell]:
        """Read once, until it is saved again: it holds many exercises, and may hold 50 MB of outputs."""
        from grader.submission.notebook import MAX_BYTES, read_cells

        facts = notebook.stat()
        if facts.st_size > MAX_BYTES:
            return []
        saved = (facts.st_mtime_ns, facts.st_size)
        if self._read.get(notebook, ((), []))[0] != saved:
            self._read[notebook] = (saved, read_cells(notebook, notebook.read_bytes()))
        return self._read[notebook][1]

    def status_of(self, exercise: Placed, state: State) -> Status:
        if state.record(exercise.slug).passed:
            return Status.PASSED
        return Status.STARTED if self.is_started(exercise) else Status.OPEN

    def current(self, course: Course, here: Path) -> Exercise | None:
        """The exercise being worked on: that of the folder `here`, else the last one touched and not yet passed, else
        the first one not passed. None if all are."""
        here = here.resolve()
        around = next((f for f in course.folders if here.is_relative_to(self.folder_of(f).resolve())), None)
        found = around or self.touched(course)
        return course.find(found.slug) if found else self.next_after(course, None)

    def touched(self, course: Course, part: Part | None = None) -> Placed | None:
        """The exercise, of a part or of all, that was saved last and is started and not passed as it is now."""
        state = self.state.read()
        folders = [folder for folder in course.folders if part in (None, folder.part)]
        newest = sorted(folders, key=lambda folder: _saved(self.file_of(folder)), reverse=True)
        return next((f for f in newest if self.is_started(f) and not self.is_passed(f, state)), None)

    def is_passed(self, exercise: Placed, state: State) -> bool:
        """Passed, and not changed since."""
        passed = state.record(exercise.slug).passed_source
        return bool(passed) and passed == digest(self.source_of(exercise) or b"")

    def next_after(self, course: Course, exercise: Exercise | None, part: Part | None = None) -> Exercise | None:
        """The next exercise that was never passed, from the given one on and around to the beginning."""
        state, order = self.state.read(), [folder.slug for folder in course.folders if part in (None, folder.part)]
        start = order.index(exercise.slug) + 1 if exercise and exercise.slug in order else 0
        following = order[start:] + order[:start]
        return next((course.find(slug) for slug in following if not state.record(slug).passed), None)


def find_workspace(start: Path) -> Workspace | None:
    """The workspace around a folder or a file."""
    start = start.resolve()
    for folder in (start, *start.parents):
        with suppress(PermissionError):  # a folder above may be closed to us
            if (folder / STATE).is_file():
                return Workspace(folder)
    return None


def digest(source: bytes) -> str:
    """Of what was checked: line ends differ between machines, and do not count."""
    return hashlib.sha256(b"\n".join(source.splitlines())).hexdigest()[:32]


def course_of(workspace: Workspace) -> Path | None:
    """Where the workspace's course is, if it is neither around it nor the bundled one."""
    place = workspace.state.read().course
    return (workspace.path / place).resolve() if place else None


def is_untouched(source: bytes, stub: str) -> bool:
    """Is every function still as the stub has it, whatever else there is?"""
    if source.split() == stub.encode().split():
        return True
    from grader.processes import HelperError, limited  # most files are stubs or right: few need it

    try:
        now = limited(_DIGESTS, source.decode("utf-8", "replace"))
        return bool(now) and all(now.get(name) == digest for name, digest in limited(_DIGESTS, stub).items())
    except HelperError:
        return False


def _stub(exercise: Placed) -> str:
    return read_text(exercise.path / "stub.py")


def _is_stub(file: Path, exercise: Placed) -> bool:
    try:
        return file.read_bytes().split() == _stub(exercise).encode().split()
    except OSError:
        return False


def _saved(file: Path) -> int:
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0
