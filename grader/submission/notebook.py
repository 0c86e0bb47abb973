"""Reads the cells of a Jupyter notebook. Only code and marks are decoded: 50 MB of stored outputs are skipped."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from grader.errors import SubmissionError
from grader.submission.names import slug_of

MAX_BYTES = 200 << 20  # of the file, most of it outputs
MARK = re.compile(r"#\s*exercise\s*:\s*([\w/-]+)\s*", re.IGNORECASE)
_NOTHING = msgspec.Raw(b"null")
# A JSON string, which stays as it is, or a word that Python writes although JSON has none.
_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|-?Infinity|NaN', re.DOTALL)


@dataclass(frozen=True)
class Cell:
    """A code cell. `label`: its name for people, "cell 7" or "In[7]". `exercise`: "" if it is for none."""

    label: str
    source: str
    exercise: str = ""


def marked(source: str) -> str:
    """Return the exercise that a cell's first line names, "" if it names none. Cell magics may come before it."""
    for line in source.splitlines():
        if line.strip() and not line.startswith("%%"):
            found = MARK.fullmatch(line.strip())
            return slug_of(found[1]) if found else ""
    return ""


class _RawCell(msgspec.Struct):
    """The parts of a cell that count, decoded only when their size is known."""

    cell_type: str
    source: msgspec.Raw = _NOTHING
    input: msgspec.Raw = _NOTHING  # its name before format 4
    metadata: msgspec.Raw = _NOTHING


class _OldWorksheet(msgspec.Struct):
    cells: list[_RawCell] = []


class _Notebook(msgspec.Struct):
    nbformat: float
    metadata: msgspec.Raw = _NOTHING
    cells: list[_RawCell] = []
    worksheets: list[_OldWorksheet] = []


def read_cells(path: Path, data: bytes) -> list[Cell]:
    """Return the code cells of a notebook, in order. SubmissionError if it cannot be read or has no code."""
    if ".ipynb_checkpoints" in path.parts:
        raise SubmissionError(f"'{path}' is Jupyter's own copy; name the notebook beside its folder")
    notebook = _parsed(path, data)
    metadata = _object(notebook.metadata)
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        about = metadata.get(key)
        language = about.get(name) if isinstance(about, dict) else None
        if isinstance(language, str) and language and "python" not in language.lower():
            raise SubmissionError(f"'{path}' is a notebook for {language[:40]}; exercises are solved in Python")
    if notebook.nbformat >= 5:
        raise SubmissionError(f"'{path}' has notebook format {notebook.nbformat:g}; save it as format 4")
    found = notebook.cells
    if notebook.nbformat < 4:
        sheets = notebook.worksheets or [_OldWorksheet(notebook.cells)]
        found = [cell for sheet in sheets for cell in sheet.cells]
    cells = []
    for number, cell in enumerate(found, 1):
        if cell.cell_type == "code":
            lines = _decoded(cell.input if notebook.nbformat < 4 else cell.source, str | list[str] | None, None)
            source = lines if isinstance(lines, str) else "".join(lines or ())  # lines keep their ends
            about = _object(cell.metadata).get("grader")
            named = about.get("exercise") if isinstance(about, dict) else None
            exercise = marked(source) or (slug_of(named) if isinstance(named, str) else "")
            cells.append(Cell(f"cell {number}", source, exercise))
    if not any(cell.source.strip() for cell in cells):
        raise SubmissionError(f"'{path}' contains no code yet; write your solution into a code cell and save it")
    return cells


def _parsed(path: Path, data: bytes) -> _Notebook:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):  # a Windows shell may have written UTF-16
        data = data.decode("utf-16", "replace").encode()
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        try:
            return msgspec.json.decode(data, type=_Notebook)
        except msgspec.DecodeError as problem:
            if isinstance(problem, msgspec.ValidationError) or (b"NaN" not in data and b"Infinity" not in data):
                raise
            repaired = _TOKEN.sub(lambda found: found[0] if found[0][:1] == b'"' else b"null", data)
            return msgspec.json.decode(repaired, type=_Notebook)
    except msgspec.ValidationError:
        raise SubmissionError(f"'{path}' is not a notebook: it has no cells; name another file") from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as problem:
        raise SubmissionError(f"'{path}' {_why_not_json(data, str(problem))}") from None


def _why_not_json(data: bytes, problem: str) -> str:
    if not data.strip():
        return "is empty; save the notebook again"
    if data.lstrip()[:1] == b"<":
        return "is a web page, not a notebook; download the notebook itself (the raw file)"
    if b"\n<<<<<<< " in data:
        return "contains merge conflict markers (<<<<<<<); resolve the conflict and save the notebook again"
    if b"\0" in data[:4096] or data[:2] == b"PK":
        return "is a binary file, not a notebook; name another file"
    if "truncated" in problem:
        return "ends in the middle; save or copy the notebook again"
    return "is not a readable notebook: its JSON is broken; save it again from Jupyter"


def _object(raw: msgspec.Raw) -> dict[str, Any]:
    """Decode metadata, {} if it is anything but an object of a sane size: it does not matter then."""
    found: dict[str, Any] = _decoded(raw, dict[str, Any], {}) if len(bytes(raw)) < (1 << 20) else {}
    return found


def _decoded(raw: msgspec.Raw, kind: Any, otherwise: Any) -> Any:
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.DecodeError, RecursionError):
        return otherwise
