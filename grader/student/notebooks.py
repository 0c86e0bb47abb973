"""A part of the course as a notebook."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.course import Course, Exercise, Part
from grader.text import fill_template

if TYPE_CHECKING:
    from nbformat import NotebookNode

_TEMPLATES = Path(__file__).parent / "templates"
_PICTURE = re.compile(r"(!\[[^\]]*\]\()([^)]+)(\))")
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
    """A part of the course as a notebook: for each exercise its statement, the stub, and a cell that checks it.

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
