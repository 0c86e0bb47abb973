"""A student's workspace: creating it, finding and resetting its files, and finding the exercise that a user names.

One folder per exercise, as in the course, or one notebook per part; and a file with the student's state.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from grader.course import Course, Exercise, Part
from grader.course.load import ExerciseFolder
from grader.errors import UsageError, reason_of
from grader.student.state import StateFile, StudentState, new_file
from grader.submission import marked
from grader.text import closest, fill_template, read_text

if TYPE_CHECKING:
    from grader.student.notebooks import OnGitHub
    from grader.submission import Cell

# `grader check` waits until the exercise being worked on is found. So that reads folder names, stubs and the student's
# files, and no exercise.yaml but the one of the exercise it finds.

STATE = ".grader.json"
TEMPLATES = Path(__file__).parent / "templates"  # of the files in a workspace
_DIGESTS = "grader.worker.source:function_digests"


class Status(StrEnum):
    """A student's progress in one exercise."""

    PASSED = "passed"  # as it is
    CHANGED = "changed"  # passed once, and changed since
    STARTED = "started"
    OPEN = "open"


Placed: TypeAlias = ExerciseFolder | Exercise  # either is enough to find its files


@dataclass(frozen=True)
class Workspace:
    """Where a student works."""

    path: Path

    @property
    def state(self) -> StateFile:
        return StateFile(self.path / STATE)

    def folder_of(self, exercise: Placed) -> Path:
        return self.path / exercise.part.folder / exercise.path.name

    def file_of(self, exercise: Placed) -> Path:
        """The student's file: the one in the exercise's folder, else a notebook, its own or that of its part.

        If there are both, the notebook is used as long as the file is still the stub.
        """
        folder = self.folder_of(exercise)
        file, own = folder / f"{exercise.slug}.py", folder / f"{exercise.slug}.ipynb"
        notebook = next((path for path in (own, self.notebook_of(exercise)) if path.exists()), None)
        return notebook if notebook and (not file.exists() or _is_stub(file, exercise)) else file

    def notebook_of(self, exercise: Placed) -> Path:
        return self.path / f"{exercise.part.folder}.ipynb"

    def started(self, course: Course) -> list[Exercise]:
        """The exercises whose stub was changed, in the order of the course."""
        return [course.find(folder.slug) for folder in course.folders if self.is_started(folder)]

    def is_started(self, exercise: Placed) -> bool:
        source, stub = self.source_of(exercise), _stub(exercise)
        if source is None or source.split() == stub.encode().split():
            return False
        return self.file_of(exercise).suffix != ".ipynb" or not is_untouched(source, stub)  # other cells do not count

    def source_of(self, exercise: Placed) -> bytes | None:
        """What the student has written; None if it cannot be read."""
        file = self.file_of(exercise)
        try:
            if file.suffix != ".ipynb":
                return file.read_bytes()
            from grader.submission import from_cells

            facts = file.stat()
            cells = _cells(file, facts.st_mtime_ns, facts.st_size)
            return from_cells(file, cells, exercise.slug, _stub(exercise)).source
        except (OSError, UsageError):
            return None

    def status_of(self, exercise: Placed, state: StudentState) -> Status:
        record = state.record(exercise.slug)
        if record.passed:
            source = self.source_of(exercise) if record.passed_source else None
            return Status.PASSED if source is None or digest(source) == record.passed_source else Status.CHANGED
        return Status.STARTED if self.is_started(exercise) else Status.OPEN

    def current(self, course: Course, here: Path, passed: bool = False) -> Exercise | None:
        """The exercise being worked on: that of the folder `here`, else the last one touched and not yet passed, or
        also `passed`, else the first one not passed. None if all are."""
        here = here.resolve()
        around = next((f for f in course.folders if here.is_relative_to(self.folder_of(f).resolve())), None)
        found = around or self.touched(course, passed=passed)
        return course.find(found.slug) if found else self.next_after(course, None)

    def touched(self, course: Course, part: Part | None = None, passed: bool = False) -> Placed | None:
        """The exercise, of one part or of all, that was saved last, among those started and not passed as they are;
        `passed`: among all that are started."""
        state = self.state.read()
        folders = [folder for folder in course.folders if part in (None, folder.part)]
        for folder in sorted(folders, key=lambda folder: _saved(self.file_of(folder)), reverse=True):
            source = state.record(folder.slug).passed_source
            if self.is_started(folder) and (passed or not source or source != digest(self.source_of(folder) or b"")):
                return folder
        return None

    def next_after(self, course: Course, exercise: Exercise | None, part: Part | None = None) -> Exercise | None:
        """The next exercise that was never passed, after the given one and then from the start; None if all were."""
        state, order = self.state.read(), [folder.slug for folder in course.folders if part in (None, folder.part)]
        start = order.index(exercise.slug) + 1 if exercise and exercise.slug in order else 0
        following = order[start:] + order[:start]
        return next((course.find(slug) for slug in following if not state.record(slug).passed), None)


@lru_cache(maxsize=16)
def _cells(notebook: Path, saved: int, size: int) -> list[Cell]:  # noqa: ARG001 - `saved` distinguishes versions
    """The cells of a notebook, read once until it is saved again: it holds many exercises, and may hold 50 MB of
    outputs."""
    from grader.submission.notebook import MAX_BYTES, read_cells

    return read_cells(notebook, notebook.read_bytes()) if size <= MAX_BYTES else []


def find_workspace(start: Path) -> Workspace | None:
    """The workspace that contains a folder or a file; None if there is none."""
    start = start.resolve()
    for folder in (start, *start.parents):
        with suppress(PermissionError):  # a folder above may be closed to us
            if (folder / STATE).is_file():
                return Workspace(folder)
    return None


def digest(source: bytes) -> str:
    """A digest of what was checked. Line ends differ between machines and do not count."""
    return hashlib.sha256(b"\n".join(source.splitlines())).hexdigest()[:32]


def course_of(workspace: Workspace) -> Path | None:
    """The path of the workspace's course; None if it is in a parent folder, or is the bundled one."""
    place = workspace.state.read().course
    return (workspace.path / place).resolve() if place else None


def is_untouched(source: bytes, stub: str) -> bool:
    """Whether every function is still as in the stub, whatever else the source contains."""
    if source.split() == stub.encode().split():
        return True
    from grader.processes import HelperError, limited  # most files are stubs or right: few need it

    try:
        now = limited(_DIGESTS, source.decode("utf-8", "replace"))
        return bool(now) and all(now.get(name) == digest for name, digest in limited(_DIGESTS, stub).items())
    except HelperError:
        return False


def unwritten(source: bytes, stub: str) -> set[str]:
    """The functions and classes of a stub that the source lacks, or has as the stub has them."""
    from grader.processes import HelperError, limited

    try:
        now, then = (limited(_DIGESTS, text) for text in (source.decode("utf-8", "replace"), stub))
    except HelperError:
        return set()
    written = {name.partition(".")[0] for name, digest in then.items() if now.get(name) not in (None, digest)}
    return {name.partition(".")[0] for name in then} - written


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


@dataclass(frozen=True)
class CreatedWorkspace:
    """The result of `make`."""

    workspace: Workspace
    written: tuple[str, ...]  # paths within the workspace
    kept: tuple[str, ...]  # paths of files that existed and were left as they are


def make(
    course: Course, folder: Path, notebooks: bool, remember: bool, published: OnGitHub | None = None
) -> CreatedWorkspace:
    """Create a workspace in `folder`, or add what is missing from the one that is there. No file is ever overwritten.

    `remember`: save the path of the course, because it is neither in a parent folder nor the bundled one. `published`:
    where the notebooks will be. UsageError if `folder` cannot be a workspace, or a file cannot be written.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"'{folder}' is not a folder; name one for the workspace: grader init DIR")
    if (folder / "course.yaml").exists():
        raise UsageError(f"'{folder}' is a course; make the workspace in a folder of its own: grader init DIR")
    workspace = Workspace(folder)
    files = dict(_files(course, workspace, notebooks, published))  # all are read before the first is written
    new = [name for name, content in files.items() if write_new(folder / name, content)]
    place = ""
    if remember:
        try:  # relative, so that both can be moved together
            place = os.path.relpath(course.path.resolve(), folder.resolve()).replace(os.sep, "/")
        except ValueError:  # on another drive
            place = course.path.resolve().as_posix()
    workspace.state.change(lambda state: msgspec.structs.replace(state, course=place))
    return CreatedWorkspace(workspace, tuple(new), tuple(name for name in files if name not in new))


def has_notebooks(course: Course, folder: Path) -> bool:
    """Whether this is a workspace of notebooks: `make` then adds notebooks, too."""
    workspace = Workspace(folder)
    files = any(workspace.folder_of(exercise).is_dir() for exercise in course.folders)
    return not files and any((folder / f"{part.folder}.ipynb").is_file() for part in course.parts)


def without_state(course: Course, start: Path) -> Path | None:
    """`start` or the nearest parent that holds a student's files and no state; None if there is none. Copying a folder
    easily leaves hidden files behind."""
    for folder in (start, *start.parents):
        with suppress(PermissionError):  # a parent folder may not be readable
            files = (Workspace(folder).folder_of(exercise) / f"{exercise.slug}.py" for exercise in course.folders)
            if has_notebooks(course, folder) or any(file.is_file() for file in files):
                return folder
    return None


def write_new(path: Path, content: bytes) -> bool:
    """Write a file and return True; False if it exists. UsageError if it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            try:
                file.write(content)
                file.flush()
            except BaseException:  # half a stub would be kept as somebody's work
                path.unlink(missing_ok=True)
                raise
    except FileExistsError:
        if path.is_file():
            return False
        raise UsageError(f"'{path}' cannot be written: something else is in the way; move it") from None
    except OSError as problem:
        reason = reason_of(problem)
        raise UsageError(f"'{path}' cannot be written: {reason}; name another folder, or free this one") from None
    return True


def _files(
    course: Course, workspace: Workspace, notebooks: bool, published: OnGitHub | None
) -> Iterator[tuple[str, bytes]]:
    """Relative path and content of every file of a workspace except its state."""
    from grader.student.notebooks import write_notebook

    yield "README.md", fill_template(TEMPLATES / "README.md.j2", course=course, notebooks=notebooks).encode()
    yield ".gitignore", (TEMPLATES / "gitignore").read_bytes()
    yield ".vscode/tasks.json", (TEMPLATES / "tasks.json").read_bytes()  # Ctrl+Shift+B checks the open file
    if notebooks:
        for part in course.parts:
            yield f"{part.folder}.ipynb", write_notebook(course, part, published)
        return
    for exercise in course.exercises:
        folder = workspace.folder_of(exercise).relative_to(workspace.path).as_posix()
        yield f"{folder}/{exercise.slug}.py", exercise.stub_source.encode()
        yield f"{folder}/README.md", exercise.statement.encode()
        if exercise.provided_source is not None:
            yield f"{folder}/provided.py", exercise.provided_source.encode()
        for picture in sorted((exercise.path / "pictures").glob("*.svg")):
            yield f"{folder}/pictures/{picture.name}", picture.read_bytes()


def reset(workspace: Workspace, exercise: Exercise) -> Path:
    """Replace the student's file by the stub, and return the path of the backup.

    In a notebook only the exercise's own cells become the stub again; the backup is the whole notebook. If there is no
    file, the stub is written and its own path returned. UsageError if there is nothing to reset, or if it failed: then
    nothing is lost.
    """
    file, stub = workspace.file_of(exercise), exercise.stub_source.encode()
    if not file.exists():
        write_new(file, stub)
        return file
    if not workspace.is_started(exercise):
        raise UsageError(f"{exercise.slug} in '{file}' is still the stub; there is nothing to reset")
    if file.suffix != ".ipynb":
        return _replaced(file, stub)
    before = file.read_bytes()
    return _replaced(file, _with_stub(file, before, exercise), before)


def _replaced(file: Path, content: bytes, before: bytes | None = None) -> Path:
    """Move the file to a backup, whatever it holds by then, so that not even a save at this moment is lost.

    `before`: what it must hold, if the new content was made from it.
    """
    try:
        backup = new_file(file, "backup")
    except OSError as problem:
        raise UsageError(f"cannot back up '{file}': {reason_of(problem)}; nothing was changed") from None
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


def _with_stub(file: Path, data: bytes, exercise: Exercise) -> bytes:
    """The notebook with the stub in the exercise's cells. Nothing else changes.

    Each function goes into the cell that defines it, the rest into the first cell; if there is none, into a new one at
    the end.
    """
    from grader.student.notebooks import StubPiece, stub_pieces

    notebook = json.loads(data.decode("utf-8-sig"))
    if not isinstance(notebook.get("cells"), list):
        raise UsageError(f"'{file}' has an old format; save it again in Jupyter, and then reset")
    cells: list[dict[str, Any]] = notebook["cells"]
    mine = [cell for cell in cells if _exercise_of(cell) == exercise.slug]
    if not mine:
        mine = [{"cell_type": "code", "metadata": {}}]
        cells += mine
    pieces: dict[int, list[StubPiece]] = {}  # by the number of the cell
    for piece in stub_pieces(exercise):
        defines = re.compile(rf"^(?:async +)?(?:def|class) +{piece.name}\b", re.MULTILINE)
        at = next((at for at, cell in enumerate(mine) if piece.name and defines.search(_source(cell))), 0)
        pieces.setdefault(at, []).append(piece)
    for at, own in pieces.items():
        text = StubPiece("", "\n\n\n".join(piece.source for piece in own)).as_cell(exercise.slug)
        mine[at] |= {"source": text.splitlines(keepends=True), "outputs": [], "execution_count": None}
    return json.dumps(notebook, indent=1, ensure_ascii=False).encode() + b"\n"


def _source(cell: dict[str, Any]) -> str:
    source = cell.get("source", "")
    return source if isinstance(source, str) else "".join(source)


def _exercise_of(cell: dict[str, Any]) -> str:
    """The slug of a cell's exercise. As in a submission, the first line takes precedence over the metadata."""
    if cell.get("cell_type") != "code":
        return ""
    about = cell.get("metadata", {}).get("grader", {})
    named = about.get("exercise", "") if isinstance(about, dict) else ""
    return marked(_source(cell)) or str(named)


_SUFFIXES = (".py", ".ipynb")


def find_exercise(course: Course, text: str, workspace: Workspace | None = None) -> Exercise:
    """The exercise that a user names: by its slug or folder, "4.7" (part and number), the number that `list` shows, a
    file or folder of a workspace or with the exercise's name, or an unambiguous prefix of its slug. UsageError if there
    is none."""
    names = [name for name in re.split(r"[/\\]", text) if name not in ("", ".")]  # separators of any system
    exact = {f.slug for f in course.folders if text == f.slug or (names and [*f.path.parts[-len(names) :]] == names)}
    slug = exact.pop() if len(exact) == 1 else _numbered(course, text)
    if slug:
        return course.find(slug)
    folders = (".", "..", *(part.folder for part in course.parts))
    if re.search(r"[/\\]", text) or text.lower().endswith(_SUFFIXES) or text in folders:
        return _of_path(course, text, names, workspace)
    word = re.sub(r"^\d+_", "", text.lower().replace("-", "_").replace(" ", "_"))
    found = [slug for slug in course.slugs if word and slug.startswith(word)]
    if word in found:
        return course.find(word)
    if len(found) > 1:
        raise UsageError(f"'{text}' may be {', '.join(found[:-1])} or {found[-1]}; write more of the name")
    return course.find(found[0] if found else text)  # its error suggests a name


def _numbered(course: Course, text: str) -> str | None:
    """The slug of exercise "12" or "4.7"; None if the text is not a number."""
    if not re.fullmatch(r"\d{1,6}(\.\d{1,6})?", text, re.ASCII):
        return None
    slugs: dict[tuple[int, ...], str] = {(number,): slug for number, slug in enumerate(course.slugs, 1)}
    slugs |= {(folder.part.number, folder.number): folder.slug for folder in course.folders}
    number = tuple(map(int, text.split(".")))
    if number in slugs:
        return slugs[number]
    near = sorted(other for other in slugs if len(other) == len(number) and other[:-1] == number[:-1])
    if not near:
        raise UsageError(f"no exercise {text}; there is no part {number[0]}: 'grader list' shows the parts")
    first, last = (".".join(map(str, other)) for other in (near[0], near[-1]))
    raise UsageError(f"no exercise {text}; the numbers go from {first} to {last}: 'grader list' shows them")


def _of_path(course: Course, text: str, names: list[str], workspace: Workspace | None) -> Exercise:
    """By the folder of the workspace, else by the last name in the path that is an exercise's, else by the part."""
    try:
        place = Path(text).resolve()
        if not place.exists():  # a backslash may be part of a name, or a separator of another system
            place = Path(text.replace("\\", "/")).resolve()
        names = list(place.parts) if place.exists() else names
    except OSError:  # the current folder is gone, or a name is too long
        place = Path(text)
    found = [f.slug for f in course.folders if workspace and place.is_relative_to(workspace.folder_of(f).resolve())]
    for name in map(Path, reversed(names)):
        stem = name.stem if name.suffix.lower() in _SUFFIXES else ""
        found += [f.slug for f in course.folders if f.path.name == name.name or f.slug == stem]
    found += [slug for slug in course.slugs if slug in names[-1:]]
    if found:
        return course.find(found[0])
    for part in course.parts:
        if names and names[-1] in (part.folder, f"{part.folder}.ipynb"):
            first = next(folder for folder in course.folders if folder.part == part)
            current = workspace and (workspace.touched(course, part) or workspace.next_after(course, None, part))
            return course.find((current or first).slug)
    if not text.lower().endswith(_SUFFIXES):
        return course.find(text)  # its error suggests a name
    meant = closest(names[-1].rpartition(".")[0], course.slugs)
    guess = f"did you mean '{meant}'? Otherwise name" if meant else "name"
    raise UsageError(f"'{text}' is not named after an exercise; {guess} the exercise and --submission FILE")
