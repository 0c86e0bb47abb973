"""The files of a workspace that are generated: its README, tasks for an editor, and notebooks."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from typing import TYPE_CHECKING, Any

from grader.course import Course, Exercise, Part

if TYPE_CHECKING:
    from nbformat import NotebookNode

_README = """# {title}

Your workspace. {what}

{start}:

    grader watch            checks whenever you save; when you pass, Enter moves on
    grader check            checks the exercise you are working on, once
    grader check --all      checks everything you have started
    grader hint             the next hint
    grader progress         your progress, and what comes next
    grader quiz list        quizzes to take in the terminal, and what is due for review
    grader submit           packs your files for your instructor

`grader list` shows all exercises, `grader show {first}` the statement of one, `grader reset {first}` brings back the
stub (your version is kept as a backup). In VS Code, Ctrl+Shift+B (macOS: Cmd+Shift+B) checks the file you are in; if it
does not find `grader`, start it with `code .` from a terminal that does.

Your progress is in `.grader.json`. It may travel with you to another machine: copy the whole folder.
"""
_FILES = "Each exercise has a folder: read `README.md`, then fill in the functions of the Python file beside it."
_NOTEBOOKS = """Each part is a notebook. Open `{notebook}` in Jupyter or VS Code,
read, fill in the stub cells, and run the check cell below each. If the first cell finds no module `grader`, choose as
kernel the Python that you installed it for."""


GITIGNORE = "__pycache__/\n.ipynb_checkpoints/\n.grader.json.*\n*.backup*\nattempts/.*\nsubmission.zip\n"


def readme(course: Course, notebooks: bool) -> str:
    """The README of a workspace."""
    first = course.slugs[0] if course.slugs else "EXERCISE"
    notebook = f"{course.parts[0].folder}.ipynb" if course.parts else "PART.ipynb"
    what = _NOTEBOOKS.format(notebook=notebook) if notebooks else _FILES
    start = "In a terminal, once the notebook is saved" if notebooks else "Start here"
    return _README.format(title=course.title, what=what, start=start, first=first)


def editor_tasks() -> str:
    """Tasks for VS Code. Checking the open file is the default build task: Ctrl+Shift+B runs it."""
    tasks = [
        {
            "label": f"grader: {label}",
            "type": "process",
            "command": "grader",
            "args": arguments,
            "group": {"kind": "build", "isDefault": True} if arguments[0] == "check" else "none",
            "isBackground": arguments[0] == "watch",
            "presentation": {"reveal": "always", "clear": True},
            "problemMatcher": [],
        }
        for label, *arguments in (
            ("check this file", "check", "${file}"),
            ("hint for this file", "hint", "${file}"),
            ("watch", "watch"),
            ("progress", "progress"),
        )
    ]
    return json.dumps({"version": "2.0.0", "tasks": tasks}, indent=2) + "\n"


_PICTURE = re.compile(r"(!\[[^\]]*\]\()([^)]+)(\))")
_NUMBERS = re.compile(r"<metadata>.*?</metadata>\n?", re.DOTALL)  # of a picture, for terminals
_FIRST = """\
# {number}. {title}

*{course}*

1. Run the cell below, once each time you open this notebook.
2. Read an exercise, fill in its functions in the cell underneath, and run that cell.
3. Run the `%check` cell. It grades what you have run, and shows what is wrong and where.

`%hint NAME` gives the next hint for an exercise. Add cells, plots and experiments wherever you like: they do not count.
The line `# exercise: NAME` at the top of a cell says which exercise the cell is for; keep it. Exercises are graded one
by one, so import in each what it needs.
"""


def write_notebook(course: Course, part: Part) -> bytes:
    """The notebook as a file. Equal courses give equal bytes."""
    import nbformat

    text: str = nbformat.writes(part_notebook(course, part))  # type: ignore[no-untyped-call]  # it has no types
    return text.encode() + b"\n"


def part_notebook(course: Course, part: Part) -> NotebookNode:
    """A part of the course as a notebook: for each exercise its statement, the stub, and a cell that checks it."""
    from nbformat import from_dict

    opening = _FIRST.format(number=part.number, title=part.title, course=course.title)
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
