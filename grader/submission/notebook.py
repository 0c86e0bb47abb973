"""Reads the cells of a Jupyter notebook.

Only the code and the marks are decoded: 50 MB of stored outputs are skipped over, not built. Notebooks before format 4
are upgraded by nbformat, which is loaded only for them: it takes longer to load than the rest of `grader check`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from grader.errors import SubmissionError
from grader.submission.cell_code import Cell, marked, slug_of

MAX_BYTES = 200 << 20  # of the file, most of it outputs
_CHECKPOINTS = ".ipynb_checkpoints"
_NOTHING = msgspec.Raw(b"null")
# A string of JSON, which stays as it is; or what Python writes where JSON has no word.
_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|-?Infinity|NaN', re.DOTALL)


class _RawCell(msgspec.Struct):
    """What counts of a cell. Left undecoded until it is known to be of a sane size."""

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
    """The code cells of a notebook, in order. SubmissionError, in a sentence, if there is none to be read."""
    if _CHECKPOINTS in path.parts:
        raise SubmissionError(f"'{path}' is a copy that Jupyter keeps for itself; name the notebook beside its folder")
    notebook = _decoded(path, _utf8(data))
    _refuse_other_languages(path, _object(notebook.metadata))
    cells = _cells(path, notebook)
    if not any(cell.source.strip() for cell in cells):
        raise SubmissionError(f"'{path}' has no code in it yet; write your solution into a code cell, and save")
    return cells


def _utf8(data: bytes) -> bytes:
    """Without the mark that some editors put in front; a shell of Windows may have written UTF-16."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace").encode()
    return data.removeprefix(b"\xef\xbb\xbf")


def _decoded(path: Path, data: bytes) -> _Notebook:
    try:
        return _decode(data)
    except msgspec.ValidationError:
        raise SubmissionError(f"'{path}' is no notebook: it has no cells; name another file") from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as problem:
        reason = next(sentence for holds, sentence in _WRONG if holds(data, str(problem)))
        raise SubmissionError(f"'{path}' {reason}") from None


def _decode(data: bytes) -> _Notebook:
    try:
        return msgspec.json.decode(data, type=_Notebook)
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError:
        if b"NaN" not in data and b"Infinity" not in data:
            raise
        repaired = _TOKEN.sub(lambda found: found[0] if found[0][:1] == b'"' else b"null", data)
        return msgspec.json.decode(repaired, type=_Notebook)


# What is wrong with a file that is no JSON: the first that holds.
_WRONG: tuple[tuple[Callable[[bytes, str], bool], str], ...] = (
    (lambda data, _: not data.strip(), "is empty; save the notebook again"),
    (
        lambda data, _: data.lstrip()[:1] == b"<",
        "is a web page, no notebook; download the notebook itself (the raw file)",
    ),
    (
        lambda data, _: b"\n<<<<<<< " in data,
        "holds the marks of a merge conflict (<<<<<<<); resolve the conflict, and save the notebook again",
    ),
    (lambda data, _: b"\0" in data[:4096] or data[:2] == b"PK", "is no notebook but a binary file; name another file"),
    (lambda _, problem: "truncated" in problem, "ends in the middle; save or copy the notebook again"),
    (lambda *_: True, "is no notebook that can be read: its JSON is broken; save it again from Jupyter"),
)


def _refuse_other_languages(path: Path, metadata: dict[str, Any]) -> None:
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        about = metadata.get(key)
        language = about.get(name) if isinstance(about, dict) else None
        if isinstance(language, str) and language and "python" not in language.lower():
            raise SubmissionError(f"'{path}' is a notebook for {language[:40]}; exercises are solved in Python")


def _cells(path: Path, notebook: _Notebook) -> list[Cell]:
    if notebook.nbformat >= 5:
        raise SubmissionError(f"'{path}' has notebook format {notebook.nbformat:g}; save it as format 4")
    if notebook.nbformat < 4:
        found = _upgraded(path, notebook)
    else:
        found = [(one.cell_type, _text(one.source), _object(one.metadata)) for one in notebook.cells]
    return [
        Cell(f"cell {number}", source, marked(source) or _exercise_in(metadata))
        for number, (kind, source, metadata) in enumerate(found, 1)
        if kind == "code"
    ]


def _upgraded(path: Path, notebook: _Notebook) -> list[tuple[str, str, dict[str, Any]]]:
    """By nbformat, from the cells without their outputs."""
    import nbformat

    old = [cell for sheet in notebook.worksheets or [_OldWorksheet(notebook.cells)] for cell in sheet.cells]
    cells = [_old_cell(cell) for cell in old]
    sheet = {"metadata": {}, "cells": cells}
    document = {"nbformat": 3, "nbformat_minor": 0, "metadata": {"name": ""}, "worksheets": [sheet]}
    try:
        new = nbformat.convert(nbformat.from_dict(document), 4)  # type: ignore[no-untyped-call]  # it has no types
        return [(str(cell.cell_type), str(cell.source), dict(cell.metadata)) for cell in new.cells]
    except (ValueError, KeyError, AttributeError, TypeError, nbformat.ValidationError):
        raise SubmissionError(f"'{path}' has an old format that cannot be read; save it as format 4") from None


def _old_cell(cell: _RawCell) -> dict[str, Any]:
    facts = {"cell_type": cell.cell_type, "metadata": _object(cell.metadata)}
    if cell.cell_type != "code":
        return {**facts, "source": _text(cell.source), **({"level": 1} if cell.cell_type == "heading" else {})}
    return {**facts, "input": _text(cell.input), "language": "python", "collapsed": False, "outputs": []}


def _exercise_in(metadata: dict[str, Any]) -> str:
    about = metadata.get("grader")
    name = about.get("exercise") if isinstance(about, dict) else None
    return slug_of(name) if isinstance(name, str) else ""


def _text(raw: msgspec.Raw) -> str:
    """A source is a text, or a list of lines that keep their ends."""
    try:
        found = msgspec.json.decode(raw, type=str | list[str] | None)
    except (msgspec.DecodeError, RecursionError):
        return ""
    return found if isinstance(found, str) else "".join(found or ())


def _object(raw: msgspec.Raw) -> dict[str, Any]:
    """{} for anything else: what is strange in metadata does not matter."""
    try:
        return msgspec.json.decode(raw, type=dict[str, Any]) if len(bytes(raw)) < (1 << 20) else {}
    except (msgspec.DecodeError, RecursionError):
        return {}
