"""A part of the course as a notebook."""

from __future__ import annotations

import ast
import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.course import Course, Exercise, Part
from grader.text import fill_template

if TYPE_CHECKING:
    from nbformat import NotebookNode

_TEMPLATES = Path(__file__).parent / "templates"
_PICTURE = re.compile(r"(!\[[^\]]*\]\()([^)]+)(\))")
_PLAIN_FORMULA = re.compile(r"(?<=\n\n)(?: {4}.*\n+)+(?=\$\$)")  # what terminals show of the LaTeX below it
_NUMBERS = re.compile(r"<metadata>.*?</metadata>\n?", re.DOTALL)  # of a picture, for terminals


@dataclass(frozen=True)
class OnGitHub:
    """Where notebooks will be published: a repository that holds the exercises, and the notebooks in one folder."""

    repository: str  # OWNER/NAME
    folder: str

    def badge(self, part: Part) -> str:
        """A link, as Markdown, that opens the notebook of a part on Colab."""
        address = f"https://colab.research.google.com/github/{self.repository}/blob/main/{self.folder}"
        image = "https://colab.research.google.com/assets/colab-badge.svg"
        return f"[![Open in Colab]({image})]({address}/{part.folder}.ipynb)"


def write_notebook(course: Course, part: Part, published: OnGitHub | None = None) -> bytes:
    """The notebook as a file. Equal courses give equal bytes."""
    import nbformat

    text: str = nbformat.writes(part_notebook(course, part, published))  # type: ignore[no-untyped-call]  # it has no types
    return text.encode() + b"\n"


def part_notebook(course: Course, part: Part, published: OnGitHub | None = None) -> NotebookNode:
    """A part of the course as a notebook: for each exercise its statement; each function of the stub with a cell that
    checks it; hints, folded; and a cell that checks the whole.

    The first cell of code installs the grader where it is missing, as on Colab, and fetches the exercises if the
    notebook is `published` with them.
    """
    from nbformat import from_dict

    torch = any(exercise.needs_torch for exercise in course.exercises if exercise.part == part)
    facts = {"course": course, "part": part, "published": published, "torch": torch}
    opening = fill_template(_TEMPLATES / "part.md.j2", **facts)
    install = fill_template(_TEMPLATES / "install.py.j2", **facts)
    cells = [_cell("markdown", "how-to", opening), _cell("code", "load", install)]
    for exercise in course.exercises:
        if exercise.part == part:
            cells += _cells_of(exercise)
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    notebook = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    made: NotebookNode = from_dict(notebook)  # type: ignore[no-untyped-call]
    return made


def _cells_of(exercise: Exercise) -> Iterator[dict[str, Any]]:
    slug, pieces = exercise.slug, stub_pieces(exercise)
    yield _cell("markdown", f"{slug}-statement", statement(exercise))
    for piece in pieces:
        is_first = piece is pieces[0]
        cell = _cell("code", f"{slug}-stub" if is_first else f"{slug}-stub-{piece.name}", piece.as_cell(slug))
        yield {**cell, "metadata": {"grader": {"exercise": slug}}}
        if piece.name and len(pieces) > 1:
            yield _cell("code", f"{slug}-check-{piece.name}", f"%check {slug} {piece.name}")
    if exercise.hints:
        yield _cell("markdown", f"{slug}-hints", _hints(exercise))
    yield _cell("code", f"{slug}-check", f"%check {slug}")


def _hints(exercise: Exercise) -> str:
    """Each hint folded by itself. Inside the elements nothing is Markdown."""
    count = len(exercise.hints)
    return "\n".join(
        f"<details><summary>Hint {number} of {count}</summary><p>{escape(hint.strip())}</p></details>"
        for number, hint in enumerate(exercise.hints, 1)
    )


@dataclass(frozen=True)
class StubPiece:
    """What one cell of a notebook holds of a stub."""

    name: str  # of its function or class; "" for what comes before the first
    source: str

    def as_cell(self, slug: str) -> str:
        return f"# exercise: {slug}\n{self.source}"


def stub_pieces(exercise: Exercise) -> list[StubPiece]:
    """The stub, cut before every function and class: together the pieces are the stub. The imports are a piece of their
    own, but a stub with a single definition is one piece."""
    source = exercise.stub_source
    lines, body = source.splitlines(keepends=True), ast.parse(source).body
    found = [node for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)]
    if len(found) < 2:
        return [StubPiece(found[0].name if found else "", source.strip())]
    ends = {one: before.end_lineno or 0 for before, one in pairwise(body)}
    starts = [ends.get(node, 0) for node in found]  # with the comments above it
    names = [node.name for node in found]
    if any(not isinstance(node, ast.Expr) for node in body[: body.index(found[0])]):
        names, starts = ["", *names], [0, *starts]
    else:  # a docstring alone would be printed as the value of its cell
        starts[0] = 0
    sources = ["".join(lines[start:end]).strip() for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)]
    return [StubPiece(*piece) for piece in zip(names, sources, strict=True)]


def _cell(kind: str, name: str, text: str) -> dict[str, Any]:
    """The id is made from the name, so that a new notebook differs from the last only where the course does."""
    cell = {"cell_type": kind, "id": name[-64:], "metadata": {}, "source": text.strip()}
    return cell if kind == "markdown" else {**cell, "execution_count": None, "outputs": []}


def statement(exercise: Exercise) -> str:
    """An exercise's Markdown with its pictures inside, and each formula once: as LaTeX where there is LaTeX. JupyterLab
    refuses SVG as an attachment, but not as a link."""

    def inside(found: re.Match[str]) -> str:
        svg = exercise.picture(found[2])
        if svg is None:
            return found[0]
        data = b64encode(_NUMBERS.sub("", svg).encode()).decode()
        return f"{found[1]}data:image/svg+xml;base64,{data}{found[3]}"

    return _PICTURE.sub(inside, _PLAIN_FORMULA.sub("", exercise.statement))
