"""The files of a workspace that are the same for everybody."""

from __future__ import annotations

import json

from grader.course import Course

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
