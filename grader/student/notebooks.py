"""Workspaces made of notebooks."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from typing import TYPE_CHECKING

from grader.course import Course, Exercise, Part

if TYPE_CHECKING:
    from nbformat import NotebookNode

# ---- The files of a workspace that are the same for everybody.


_README = """# {title}

Your workspace. {what}

{start}:

    grader watch            checks whenever you save; when you pass, Enter moves on
    grader check            checks the exercise you are working on, once
    grader check --all      checks everything you have started
    grader hint             the next hint
    grader progress         how far you are, and what comes next
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


def readme(course: Course, notebooks: bool) -> str:
    first = course.slugs[0] if course.slugs else "EXERCISE"
    notebook = f"{course.parts[0].folder}.ipynb" if course.parts else "PART.ipynb"
    what = _NOTEBOOKS.format(notebook=notebook) if notebooks else _FILES
    start = "In a terminal, once the notebook is saved" if notebooks else "Start here"
    return _README.format(title=course.title, what=what, start=start, first=first)


def gitignore() -> str:
    return "__pycache__/\n.ipynb_checkpoints/\n.grader.json.*\n*.backup*\nattempts/.*\nsubmission.zip\n"


def editor_tasks() -> str:
    """Tasks for VS Code. The one for the open file is the default: Ctrl+Shift+B runs it."""
    tasks = [
        _task("grader: check this file", ["check", "${file}"], default=True),
        _task("grader: hint for this file", ["hint", "${file}"]),
        _task("grader: watch", ["watch"], background=True),
        _task("grader: progress", ["progress"]),
    ]
    return json.dumps({"version": "2.0.0", "tasks": tasks}, indent=2) + "\n"


def _task(label: str, arguments: list[str], default: bool = False, background: bool = False) -> dict[str, object]:
    return {
        "label": label,
        "type": "process",
        "command": "grader",
        "args": arguments,
        "group": {"kind": "build", "isDefault": True} if default else "none",
        "isBackground": background,
        "presentation": {"reveal": "always", "clear": True},
        "problemMatcher": [],
    }


# ---- A part of the course as a notebook: for each exercise its statement, the stub, and a cell that checks it.


_PICTURE = re.compile(r"(!\[[^\]]*\]\()([^)]+)(\))")
_NUMBERS = re.compile(r"<metadata>.*?</metadata>\n?", re.DOTALL)  # of a picture, for terminals
_FIRST = """\
# {number}. {title}

*{course}*

1. Run the cell below, once each time you open this notebook.
2. Read an exercise, fill in its functions in the cell underneath, and run that cell.
3. Run the `%check` cell. It grades what you have run, and tells you what is wrong and where.

`%hint NAME` gives the next hint for an exercise. Add cells, plots and experiments wherever you like: they do not count.
The line `# exercise: NAME` at the top of a cell says which exercise the cell is for; keep it. Exercises are graded one
by one, so import in each what it needs.
"""


def write_notebook(course: Course, part: Part) -> bytes:
    """The notebook as a file: equal bytes whenever the course is equal."""
    import nbformat

    text: str = nbformat.writes(part_notebook(course, part))  # type: ignore[no-untyped-call]  # it has no types
    return text.encode() + b"\n"


def part_notebook(course: Course, part: Part) -> NotebookNode:
    """The notebook of a part, in nbformat's form."""
    from nbformat.v4 import new_notebook

    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    cells = [*_opening(course, part)]
    for exercise in course.exercises:
        if exercise.part == part:
            cells += _cells(exercise)
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    made: NotebookNode = new_notebook(cells=cells, metadata=metadata)  # type: ignore[no-untyped-call]
    return made


def statement(exercise: Exercise) -> str:
    """An exercise's Markdown with its pictures inside. JupyterLab refuses SVG as an attachment, but not as a link."""

    def inside(found: re.Match[str]) -> str:
        svg = exercise.picture(found[2])
        if svg is None:
            return found[0]
        data = b64encode(_NUMBERS.sub("", svg).encode()).decode()
        return f"{found[1]}data:image/svg+xml;base64,{data}{found[3]}"

    return _PICTURE.sub(inside, exercise.statement)


def _opening(course: Course, part: Part) -> Iterator[NotebookNode]:
    text = _FIRST.format(number=part.number, title=part.title, course=course.title)
    yield _markdown(text, "how-to")
    yield _code("%load_ext grader", "load")


def _cells(exercise: Exercise) -> Iterator[NotebookNode]:
    slug = exercise.slug
    yield _markdown(statement(exercise), f"{slug}-statement")
    yield _code(f"# exercise: {slug}\n{exercise.stub_source}", f"{slug}-stub", slug)
    yield _code(f"%check {slug}", f"{slug}-check")


def _markdown(text: str, name: str) -> NotebookNode:
    from nbformat.v4 import new_markdown_cell

    made: NotebookNode = new_markdown_cell(text.strip(), id=_id(name))  # type: ignore[no-untyped-call]
    return made


def _code(text: str, name: str, slug: str = "") -> NotebookNode:
    from nbformat.v4 import new_code_cell

    metadata = {"grader": {"exercise": slug}} if slug else {}
    made: NotebookNode = new_code_cell(text.strip(), id=_id(name), metadata=metadata)  # type: ignore[no-untyped-call]
    return made


def _id(name: str) -> str:
    """The same in every notebook that is made: a new one differs from the last only where the course does."""
    return name[-64:]
