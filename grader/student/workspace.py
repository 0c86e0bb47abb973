"""A student's workspace: making it, finding its files, and the exercise that a word means."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol

import msgspec

from grader.course import Course, Exercise, Part
from grader.errors import UsageError, reason_of
from grader.student.state import StateFile, StudentState
from grader.submission import marked
from grader.text import closest, read_text

if TYPE_CHECKING:
    from grader.submission import Cell

# ---- A student's folder: one folder an exercise, as in the course, and a file that says how far they are.
#
# Looking for the exercise being worked on reads folder names, stubs and the student's files, and no
# exercise.yaml but the one it finds: `grader check` waits for it.


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

    def status_of(self, exercise: Placed, state: StudentState) -> Status:
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

    def is_passed(self, exercise: Placed, state: StudentState) -> bool:
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


# ---- Makes a workspace, or adds to one what is missing. No file is ever overwritten.


@dataclass(frozen=True)
class CreatedWorkspace:
    """What `make` did."""

    workspace: Workspace
    written: tuple[str, ...]  # paths within the workspace
    kept: tuple[str, ...]  # of files that were there, and stay as they are


def make(course: Course, folder: Path, notebooks: bool, remember: bool) -> CreatedWorkspace:
    """A workspace in `folder`, or what is missing from the one that is there. No file is ever overwritten.

    `remember`: the course is neither around the folder nor the bundled one, so its place is noted.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"'{folder}' is no folder; name one for the workspace: grader init DIR")
    if (folder / "course.yaml").exists():
        raise UsageError(f"'{folder}' is a course; make the workspace in a folder of its own: grader init DIR")
    workspace = Workspace(folder)
    files = dict(_files(course, workspace, notebooks))  # all are read before one is written
    new = [name for name, content in files.items() if write_new(folder / name, content)]
    place = _way(course.path.resolve(), folder.resolve()) if remember else ""
    workspace.state.change(lambda state: msgspec.structs.replace(state, course=place))
    return CreatedWorkspace(workspace, tuple(new), tuple(name for name in files if name not in new))


def has_notebooks(course: Course, folder: Path) -> bool:
    """Is this a workspace of notebooks? It stays one when it is made again."""
    workspace = Workspace(folder)
    files = any(workspace.folder_of(exercise).is_dir() for exercise in course.folders)
    return not files and any((folder / f"{part.folder}.ipynb").is_file() for part in course.parts)


def without_state(course: Course, start: Path) -> Path | None:
    """The folder at or above `start` that was a workspace: copying a folder easily leaves hidden files behind."""
    for folder in (start, *start.parents):
        with suppress(PermissionError):  # a folder above may be closed to us
            if _has_work(course, Workspace(folder)):
                return folder
    return None


def _has_work(course: Course, workspace: Workspace) -> bool:
    files = (workspace.folder_of(exercise) / f"{exercise.slug}.py" for exercise in course.folders)
    return has_notebooks(course, workspace.path) or any(file.is_file() for file in files)


def _way(target: Path, start: Path) -> str:
    """Relative, so that both may move together; between two drives there is no such way."""
    try:
        return os.path.relpath(target, start).replace(os.sep, "/")
    except ValueError:
        return target.as_posix()


def write_new(path: Path, content: bytes) -> bool:
    """Write a file, unless there is one: then False."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            _fill(file, path, content)
    except FileExistsError:
        if path.is_file():
            return False
        raise UsageError(f"'{path}' cannot be written: something else is in the way; move it") from None
    except OSError as problem:
        reason = reason_of(problem)
        raise UsageError(f"'{path}' cannot be written: {reason}; name another folder, or free this one") from None
    return True


def _fill(file: IO[bytes], path: Path, content: bytes) -> None:
    """Whole, or the file is gone again: half a stub would be kept as somebody's work."""
    try:
        file.write(content)
        file.flush()
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def _files(course: Course, workspace: Workspace, notebooks: bool) -> Iterator[tuple[str, bytes]]:
    """Relative path and content of everything in a workspace but its state."""
    from grader.student.notebooks import editor_tasks, gitignore, readme

    yield "README.md", readme(course, notebooks).encode()
    yield ".gitignore", gitignore().encode()
    yield ".vscode/tasks.json", editor_tasks().encode()
    if notebooks:
        from grader.student.notebooks import write_notebook

        for part in course.parts:
            yield f"{part.folder}.ipynb", write_notebook(course, part)
    for exercise in course.exercises:
        folder = workspace.folder_of(exercise).relative_to(workspace.path).as_posix()
        yield from _of_exercise(exercise, folder, notebooks)


def _of_exercise(exercise: Exercise, folder: str, notebooks: bool) -> Iterator[tuple[str, bytes]]:
    if notebooks:
        return
    yield f"{folder}/{exercise.slug}.py", exercise.stub_source.encode()
    yield f"{folder}/README.md", exercise.statement.encode()
    if exercise.provided_source is not None:
        yield f"{folder}/provided.py", exercise.provided_source.encode()
    for picture in sorted((exercise.path / "pictures").glob("*.svg")):
        yield f"{folder}/pictures/{picture.name}", picture.read_bytes()


# ---- Brings back a stub, and keeps what was there: work is moved aside before anything takes its place.


_MOST_BACKUPS = 10_000


def reset(workspace: Workspace, exercise: Exercise) -> Path:
    """Put the stub in place of the student's file, and return where that is kept now.

    Of a notebook only the exercise's own cell becomes the stub again; the whole notebook is kept. If there is no file,
    the stub is written and its own path returned.
    """
    file = workspace.file_of(exercise)
    if not file.exists():
        write_new(file, exercise.stub_source.encode())
        return file
    if not workspace.is_started(exercise):
        raise UsageError(f"{exercise.slug} in '{file}' is as the stub has it; there is nothing to reset")
    if file.suffix != ".ipynb":
        return _replaced(file, exercise.stub_source.encode())
    before = file.read_bytes()
    return _replaced(file, _with_stub(file, before, exercise), before)


def _replaced(file: Path, content: bytes, before: bytes | None = None) -> Path:
    """The file is moved, whatever it holds by then, so that not even a save of this moment is lost.

    `before`: what it must hold, where the new content is made from it.
    """
    backup = _reserved(file)
    try:
        file.replace(backup)
    except OSError as problem:
        backup.unlink()  # still the empty one
        raise UsageError(f"'{file}' cannot be reset: {reason_of(problem)}; nothing was changed") from None
    try:
        if before not in (None, backup.read_bytes()):
            raise UsageError(f"'{file}' was saved meanwhile; nothing was changed: try again")
        if not write_new(file, content):
            raise UsageError(f"'{file}' was saved meanwhile and stays; the version before is kept as {backup.name}")
    except (OSError, UsageError):
        if not file.exists():
            backup.replace(file)
        raise
    return backup


def _reserved(file: Path) -> Path:
    """An empty file under the next free name. Nobody else can take it."""
    for number in range(1, _MOST_BACKUPS):
        backup = file.with_name(f"{file.name}.backup{number}")
        try:
            backup.open("xb").close()
        except FileExistsError:
            continue
        except OSError as problem:
            raise UsageError(f"no backup of '{file}' can be made: {reason_of(problem)}; nothing was changed") from None
        return backup
    raise UsageError(f"there are too many backups of '{file}'; delete some")


def _with_stub(file: Path, data: bytes, exercise: Exercise) -> bytes:
    """The notebook with the stub in the exercise's first cell, or in a new one at its end. Nothing else changes."""
    notebook = json.loads(data.decode("utf-8-sig"))
    if not isinstance(notebook.get("cells"), list):
        raise UsageError(f"'{file}' has an old format; save it again in Jupyter, and then reset")
    cells: list[dict[str, Any]] = notebook["cells"]
    cell = next((cell for cell in cells if _exercise_of(cell) == exercise.slug), None)
    if cell is None:
        cell = {"cell_type": "code", "metadata": {}}
        cells.append(cell)
    text = f"# exercise: {exercise.slug}\n{exercise.stub_source.strip()}"
    cell |= {"source": text.splitlines(keepends=True), "outputs": [], "execution_count": None}
    return json.dumps(notebook, indent=1, ensure_ascii=False).encode() + b"\n"


def _exercise_of(cell: dict[str, Any]) -> str:
    """As a submission is read: the first line speaks before the metadata."""
    if cell.get("cell_type") != "code":
        return ""
    source = cell.get("source", "")
    about = cell.get("metadata", {}).get("grader", {})
    named = about.get("exercise", "") if isinstance(about, dict) else ""
    return marked(source if isinstance(source, str) else "".join(source)) or str(named)


# ---- Which exercise does somebody mean? By name, number, file, folder, or the beginning of a name.


_SUFFIXES = (".py", ".ipynb")


def find_exercise(course: Course, text: str, workspace: Workspace | None = None) -> Exercise:
    """The exercise called `text`: a slug, "4.7" (part and number), the number that `list` shows, a file or folder of a
    workspace or named after the exercise, or the beginning of a slug that begins no other."""
    slug = _exact(course, text) or _numbered(course, text)
    if slug:
        return course.find(slug)
    if _is_path(course, text):
        return _of_path(course, text, workspace)
    word = re.sub(r"^\d+_", "", text.lower().replace("-", "_").replace(" ", "_"))
    begun = [slug for slug in course.slugs if word and slug.startswith(word)]
    if len(begun) > 1 and word not in begun:
        raise UsageError(f"'{text}' may be {_listed(begun)}; write more of the name")
    return course.find(word if word in begun else begun[0] if begun else text)  # the last tells what may be meant


def _exact(course: Course, text: str) -> str | None:
    """By the names that `Course.find` knows."""
    wanted = _names(text)
    found = [f.slug for f in course.folders if text == f.slug or (wanted and _ends_in(f.path, wanted))]
    return found[0] if len(set(found)) == 1 else None


def _numbered(course: Course, text: str) -> str | None:
    if re.fullmatch(r"\d{1,6}", text, re.ASCII):
        number, most = int(text), len(course.slugs)
        if not 1 <= number <= most:
            raise UsageError(f"no exercise {text}; they go from 1 to {most}, as 'grader list' shows them")
        return course.slugs[number - 1]
    if not (found := re.fullmatch(r"(\d{1,6})\.(\d{1,6})", text, re.ASCII)):
        return None
    inside = {f.number: f.slug for f in course.folders if f.part.number == int(found[1])}
    if not inside:
        raise UsageError(f"no exercise {text}; there is no part {found[1]}: 'grader list' shows the parts")
    if int(found[2]) not in inside:
        first, last = f"{found[1]}.{min(inside)}", f"{found[1]}.{max(inside)}"
        raise UsageError(f"no exercise {text}; part {found[1]} has {first} to {last}: 'grader list' shows them")
    return inside[int(found[2])]


def _is_path(course: Course, text: str) -> bool:
    known = (".", "..", *(part.folder for part in course.parts))
    return bool(re.search(r"[/\\]", text)) or text.lower().endswith(_SUFFIXES) or text in known


def _of_path(course: Course, text: str, workspace: Workspace | None) -> Exercise:
    """By the folder of the workspace, else by the nearest name on the way that is an exercise's, else by the part."""
    names, place = _names(text), _place(text)
    inside = [f.slug for f in course.folders if workspace and place.is_relative_to(workspace.folder_of(f).resolve())]
    if place.exists():
        names = list(place.parts)
    called = [slug for name in reversed(names) if (slug := _called(course, name))]
    for slug in (*inside, *called, *(slug for slug in course.slugs if slug in names[-1:])):
        return course.find(slug)
    for part in course.parts:
        if names and names[-1] in (part.folder, f"{part.folder}.ipynb"):
            return _in_part(course, part, workspace)
    if not text.lower().endswith(_SUFFIXES):
        return course.find(text)  # tells what may be meant
    meant = closest(names[-1].rpartition(".")[0], course.slugs)
    guess = f"did you mean '{meant}'? Else write" if meant else "write"
    raise UsageError(f"'{text}' is named after no exercise; {guess} the exercise's name and --submission FILE")


def _place(text: str) -> Path:
    """With separators of another system, too; a file's name may hold a backslash here."""
    try:
        literal = Path(text).resolve()
        return literal if literal.exists() else Path(text.replace("\\", "/")).resolve()
    except OSError:  # the current folder is gone, or a name is too long
        return Path(text)


def _called(course: Course, name: str) -> str | None:
    """What "masking.py", "masking.ipynb" and "06_masking" are called after."""
    stem, dot, suffix = name.rpartition(".")
    is_file = f"{dot}{suffix}".lower() in _SUFFIXES
    return next((f.slug for f in course.folders if name == f.path.name or (is_file and stem == f.slug)), None)


def _in_part(course: Course, part: Part, workspace: Workspace | None) -> Exercise:
    first = next(folder.slug for folder in course.folders if folder.part == part)
    if workspace is None:
        return course.find(first)
    touched = workspace.touched(course, part)
    if touched:
        return course.find(touched.slug)
    return workspace.next_after(course, None, part) or course.find(first)


def _names(text: str) -> list[str]:
    """Of a path, with the separators of any system."""
    return [name for name in re.split(r"[/\\]", text) if name not in ("", ".")]


def _ends_in(path: Path, names: list[str]) -> bool:
    return list(path.parts[-len(names) :]) == names


def _listed(words: list[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}"
