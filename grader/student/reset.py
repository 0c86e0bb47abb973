"""Brings back a stub, and keeps what was there: work is moved aside before anything takes its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from grader.course import Exercise
from grader.errors import UsageError, reason_of
from grader.student.make import write_new
from grader.student.workspace import Workspace
from grader.submission import marked

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
