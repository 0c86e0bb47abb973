"""Makes a workspace, or adds to one what is missing. No file is ever overwritten."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import msgspec

from grader.course import Course, Exercise
from grader.errors import UsageError, reason_of
from grader.student.workspace import Workspace


@dataclass(frozen=True)
class Made:
    """What `make` did."""

    workspace: Workspace
    written: tuple[str, ...]  # paths within the workspace
    kept: tuple[str, ...]  # of files that were there, and stay as they are


def make(course: Course, folder: Path, notebooks: bool, remember: bool) -> Made:
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
    return Made(workspace, tuple(new), tuple(name for name in files if name not in new))


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
    from grader.student.template import editor_tasks, gitignore, readme

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
