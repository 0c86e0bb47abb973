"""What the commands share: options, the course they work on, how to write to this terminal."""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import click

from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.course import Course
    from grader.report.style import Style

F = TypeVar("F", bound=Callable[..., Any])


def course_option(function: F) -> F:
    return click.option(
        "--course",
        "course_folder",
        metavar="DIR",
        help="The course to use. Default: the one around this folder, else the bundled one.",
    )(function)


def json_option(function: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")(function)


def isolation_option(function: F) -> F:
    return click.option(
        "--isolation",
        type=click.Choice(["auto", "L0", "L1", "L2", "L3"]),
        default="auto",
        show_default=True,
        help="How strongly submissions are shut in; 'grader doctor' tells what this machine offers.",
    )(function)


def device_option(function: F) -> F:
    return click.option(
        "--device",
        type=click.Choice(["auto", "cpu", "cuda", "mps", "simulated"]),
        default="auto",
        show_default=True,
        help="Where checks of device code run; auto: your accelerator, or a simulated one.",
    )(function)


def open_course(folder: str | None) -> Course:
    from grader.course import find_course, load_course

    if folder is not None:
        if not (Path(folder) / "course.yaml").is_file():
            raise UsageError(f"'{folder}' is no course: it has no course.yaml; name a course's top folder")
        return load_course(Path(folder))
    around = find_course(_here())
    return load_course(around or _bundled())


def _here() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError:
        raise UsageError("the current folder no longer exists; change to another one") from None


def _bundled() -> Path:
    package = Path(__file__).parents[1]
    inside = package / "bundled"
    return inside if inside.is_dir() else package.parent


def style() -> Style:
    """How to write to standard output: colours only where a person looks, and where NO_COLOR does not forbid them."""
    from grader.report.style import Style

    terminal = sys.stdout.isatty()
    wanted = os.environ.get("FORCE_COLOR") or (terminal and os.environ.get("TERM") != "dumb")
    color = bool(wanted) and not os.environ.get("NO_COLOR")
    width = max(40, min(shutil.get_terminal_size((80, 24)).columns, 100))
    encoding = (sys.stdout.encoding or "ascii").lower().replace("-", "")
    return Style(color=color, width=width, unicode=encoding.startswith("utf"))


def where_progress_goes(quiet: bool = False) -> TextIO:
    """To standard error, and nowhere if nobody watches."""
    return io.StringIO() if quiet or not sys.stderr.isatty() else sys.stderr
