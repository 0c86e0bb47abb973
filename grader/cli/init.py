"""`grader init`: a workspace."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.common import bundled_course, course_option, course_path, here, style

if TYPE_CHECKING:
    from grader.course import Course
    from grader.student.make import Made

DEFAULT = "attention-exercises"
NAMED = 5


@click.command(name="init", short_help="Make a workspace, with a stub for every exercise.")
@click.argument("folder", metavar="[DIR]", required=False)
@click.option("--notebook", is_flag=True, help="A notebook for each part, in place of Python files.")
@course_option
def command(folder: str | None, notebook: bool, course_folder: str | None) -> int:
    """Make a workspace in DIR, by default in the one you are in, else in ./attention-exercises.

    Nothing is ever overwritten: run it again to get back what is missing.

    \b
    Example:
      grader init
      grader init my-work --notebook
    """
    from grader.course import find_course, load_course
    from grader.student.make import has_notebooks, make, without_state
    from grader.student.workspace import STATE, find_workspace

    around = find_workspace(here())
    target = Path(folder) if folder else around.path if around else None
    is_workspace = target is not None and (target / STATE).is_file()
    course = load_course(course_path(course_folder, target if is_workspace else None))
    target = target or without_state(course, here()) or Path(DEFAULT)
    notebook = notebook or has_notebooks(course, target)
    known = {place.resolve() for place in (find_course(target), bundled_course()) if place}
    made = make(course, target, notebook, remember=course.path.resolve() not in known)
    click.echo("\n".join(_page(course, made, target, notebook)))
    return 0


def _page(course: Course, made: Made, target: Path, notebook: bool) -> list[str]:
    from grader.report.style import wrap

    paint, count = style(), len(course.folders)
    place = "this folder" if _is_here(target) else f"'{target}'"
    title = paint.bold(paint.clean(f"{course.title}: {count} exercise{'' if count == 1 else 's'} in {place}."))
    lines = wrap(title, paint.width)
    lines += wrap(paint.clean(_kept(made)), paint.width) if made.kept else []
    lines += ["", "Now:"]
    if not _is_here(target):
        lines.append(f"  {paint.accent(paint.clean(f'cd {_quoted(target)}'))}")
    if notebook and course.parts:
        first = paint.accent(paint.clean(f"{course.parts[0].folder}.ipynb"))
        return [*lines, *wrap(f"open {first} in Jupyter or VS Code, and do what it says at the top", paint.width, "  ")]
    return [*lines, f"  {paint.accent('grader watch')}   checks whenever you save; README.md says what else there is"]


def _is_here(target: Path) -> bool:
    return target.resolve() == here().resolve()


def _kept(made: Made) -> str:
    new, kept = len(made.written), f"{len(made.kept)} files were there and stay as they are"
    if not new:
        return f"Nothing was missing: {kept}."
    names = ", ".join(made.written[:NAMED]) + (f" and {new - NAMED} more" if new > NAMED else "")
    return f"Added {names}; {kept}."


def _quoted(path: Path) -> str:
    import shlex

    return shlex.quote(str(path))
