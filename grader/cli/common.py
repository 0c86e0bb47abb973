"""What commands share: options, finding course and workspace, style, signals."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import click

from grader.errors import UsageError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from grader.course import Course, Exercise
    from grader.render.style import Style
    from grader.student.workspace import Workspace

# ---- What ends other programs at once ends a long command in good order.


@dataclass
class Stop:
    """Who stopped it: Ctrl-C, unless another signal did."""

    number: int = signal.SIGINT

    @property
    def code(self) -> int:
        return 128 + self.number


@contextmanager
def ends_like_ctrl_c() -> Iterator[Stop]:
    """A machine that shuts down, a scheduler whose time is up, and a closed terminal count as Ctrl-C, but for the code.

    What was told to be ignored, as `nohup` does, stays so.
    """
    stop = Stop()

    def end(number: int, _: object) -> None:
        stop.number = number
        raise KeyboardInterrupt

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, end) for number in numbers if signal.getsignal(number) != signal.SIG_IGN}
    try:
        yield stop
    except KeyboardInterrupt:
        if stop.number == signal.SIGINT:
            raise
        raise click.exceptions.Exit(stop.code) from None
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


# ---- What the commands share: options, the course they work on, how to write to this terminal.


F = TypeVar("F", bound=Callable[..., Any])


def course_option(function: F) -> F:
    return click.option(
        "--course",
        "course_folder",
        metavar="DIR",
        shell_complete=_folders,
        help="The course to use. Default: that of your workspace, or around this folder, or the bundled one.",
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


def exercise_argument(required: bool = True) -> Callable[[F], F]:
    """EXERCISE, in any of the ways that `find_exercise` knows. Shells complete it with the names of the course."""
    return click.argument("exercise", required=required, shell_complete=_names_of_exercises)


def _names_of_exercises(context: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    """From folder names alone: a shell waits for this at every press of the key. Where none fits, files."""
    from click.shell_completion import CompletionItem

    from grader.course.load import exercise_folders

    try:
        found = exercise_folders(course_path(context.params.get("course_folder")))
    except UsageError:  # nobody reads messages here
        return []
    names = [folder.slug for folder in found if folder.slug.startswith(begun)]
    return [CompletionItem(name) for name in names] or [CompletionItem(begun, type="file")]


def _folders(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(begun, type="dir")]


def shown_path(path: Path) -> str:
    """As short as it can be said from here."""
    whole, start = path.resolve(), here().resolve()
    return str(whole.relative_to(start)) if whole.is_relative_to(start) else str(path)


def open_course(folder: str | None) -> Course:
    from grader.course import load_course

    return load_course(course_path(folder))


def course_path(folder: str | None, start: Path | None = None) -> Path:
    """The course asked for, else the one that the workspace remembers, else the one around, else the bundled one.

    `start`: where to look for a workspace and a course; by default, here.
    """
    from grader.course import find_course

    if folder is not None:
        if not (Path(folder) / "course.yaml").is_file():
            raise UsageError(f"'{folder}' is no course: it has no course.yaml; name a course's top folder")
        return Path(folder)
    start = start or here()
    around = find_course(start)
    return _remembered(start, around) or around or bundled_course()


def _remembered(start: Path, around: Path | None) -> Path | None:
    """A course that lies within the workspace is nearer than the one that it remembers."""
    from grader.student.workspace import course_of, find_workspace

    workspace = find_workspace(start)
    if workspace is None or (around and around.is_relative_to(workspace.path)):
        return None
    place = course_of(workspace)
    if place is not None and not (place / "course.yaml").is_file():
        raise UsageError(
            f"this workspace's course is no longer at '{place}'; say where it is: grader init --course DIR"
        )
    return place


def my_workspace() -> Workspace | None:
    """The workspace we are in. Progress that cannot be read is told, and set aside."""
    from grader.student.workspace import find_workspace

    try:
        workspace = find_workspace(Path.cwd())
    except FileNotFoundError:  # the folder is gone, and files may be named by their whole path
        return None
    if workspace is None:
        return None
    try:
        aside = workspace.state.repair()
    except UsageError as problem:
        workspace.state.read()  # one of a later version raises here, too
        note(str(problem))
    else:
        if aside is not None:
            note(f"the file of your progress was damaged; it is kept as '{aside.name}', and a new one is begun")
    return workspace


def need_workspace() -> Workspace:
    here()  # says so if it is gone
    workspace = my_workspace()
    if workspace is None:
        raise UsageError("there is no workspace here; make one with 'grader init', or change to yours")
    return workspace


def asked_exercise(course: Course, text: str | None, workspace: Workspace | None) -> Exercise:
    """The exercise that is named, or the one being worked on."""
    from grader.student.workspace import find_exercise

    if text is not None:
        return find_exercise(course, text, workspace)
    if workspace is None:
        raise UsageError("there is no workspace here; name the exercise, or make a workspace with 'grader init'")
    current = workspace.current(course, here())
    if current is None:
        raise UsageError("you have passed every exercise; name the one you mean")
    return current


def print_json(facts: object) -> None:
    """What `--json` prints: one object on one line."""
    click.echo(json.dumps(facts, ensure_ascii=False))


def note(sentence: str) -> None:
    """A word beside the result, for a person."""
    click.echo(f"grader: {sentence}", err=True)


def here() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError:
        raise UsageError("the current folder no longer exists; change to another one") from None


def bundled_course() -> Path:
    package = Path(__file__).parents[1]
    inside = package / "bundled"
    return inside if inside.is_dir() else package.parent


def style(stream: TextIO | None = None) -> Style:
    """How to write to standard output (or another stream): colours only where a person looks, and where NO_COLOR does
    not forbid them."""
    from grader.render.style import Style

    stream = stream or sys.stdout
    terminal = stream.isatty()
    wanted = os.environ.get("FORCE_COLOR") or (terminal and os.environ.get("TERM") != "dumb")
    color = bool(wanted) and not os.environ.get("NO_COLOR")
    width = max(40, min(shutil.get_terminal_size((80, 24)).columns, 100))
    encoding = (stream.encoding or "ascii").lower().replace("-", "")
    return Style(color=color, width=width, unicode=encoding.startswith("utf"))


def where_progress_goes(quiet: bool = False) -> TextIO:
    """To standard error, and nowhere if nobody watches."""
    return io.StringIO() if quiet or not sys.stderr.isatty() else sys.stderr
