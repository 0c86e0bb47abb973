"""A part of the course as a notebook."""

from __future__ import annotations

import re
from base64 import b64encode
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.course import Course, Exercise, Part
from grader.text import fill_template

if TYPE_CHECKING:
    from nbformat import NotebookNode

_OPENING = Path(__file__).parent / "templates" / "part.md.j2"
_PICTURE = re.compile(r"(!\[[^\]]*\]\()([^)]+)(\))")
_NUMBERS = re.compile(r"<metadata>.*?</metadata>\n?", re.DOTALL)  # of a picture, for terminals


def write_notebook(course: Course, part: Part) -> bytes:
    """The notebook as a file. Equal courses give equal bytes."""
    import nbformat

    text: str = nbformat.writes(part_notebook(course, part))  # type: ignore[no-untyped-call]  # it has no types
    return text.encode() + b"\n"


def part_notebook(course: Course, part: Part) -> NotebookNode:
    """A part of the course as a notebook: for each exercise its statement, the stub, and a cell that checks it."""
    from nbformat import from_dict

    opening = fill_template(_OPENING, course=course, part=part)
    cells = [_cell("markdown", "how-to", opening), _cell("code", "load", "%load_ext grader")]
    for exercise in course.exercises:
        if exercise.part == part:
            slug = exercise.slug
            stub = _cell("code", f"{slug}-stub", f"# exercise: {slug}\n{exercise.stub_source}")
            stub["metadata"] = {"grader": {"exercise": slug}}
            check = _cell("code", f"{slug}-check", f"%check {slug}")
            cells += [_cell("markdown", f"{slug}-statement", statement(exercise)), stub, check]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    notebook = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    made: NotebookNode = from_dict(notebook)  # type: ignore[no-untyped-call]
    return made


def _cell(kind: str, name: str, text: str) -> dict[str, Any]:
    """The id is made from the name, so that a new notebook differs from the last only where the course does."""
    cell = {"cell_type": kind, "id": name[-64:], "metadata": {}, "source": text.strip()}
    return cell if kind == "markdown" else {**cell, "execution_count": None, "outputs": []}


def statement(exercise: Exercise) -> str:
    """An exercise's Markdown with its pictures inside. JupyterLab refuses SVG as an attachment, but not as a link."""

    def inside(found: re.Match[str]) -> str:
        svg = exercise.picture(found[2])
        if svg is None:
            return found[0]
        data = b64encode(_NUMBERS.sub("", svg).encode()).decode()
        return f"{found[1]}data:image/svg+xml;base64,{data}{found[3]}"

    return _PICTURE.sub(inside, exercise.statement)
