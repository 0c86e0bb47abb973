"""Shared by the commands: options, finding course, workspace and gradebook, printing, signals."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from grader.errors import UsageError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from grader.course import Course, Exercise
    from grader.gradebook import Gradebook
    from grader.render.style import Style
    from grader.student.state import StudentState
    from grader.student.workspace import Workspace

PATH = click.Path(path_type=Path)
SHOWN = 20  # entries of a long list
_ANSWER_SECONDS = 0.5  # for a terminal to answer, over a slow line too


course_option = click.option(
    "--course",
    "course_folder",
    metavar="DIR",
    shell_complete=click.Path(file_okay=False).shell_complete,
    help="The course to use. Default: the course of your workspace, one in or above this folder, or the bundled one.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
isolation_option = click.option(
    "--isolation",
    type=click.Choice(["auto", "L0", "L1", "L2", "L3"]),
    default="auto",
    show_default=True,
    help="How strictly submissions are isolated; 'grader doctor' shows what this machine supports.",
)
device_option = click.option(
    "--device",
    type=click.Choice(["auto", "cpu", "cuda", "mps", "simulated"]),
    default="auto",
    show_default=True,
    help="Where checks of device code run. auto: your accelerator, or a simulated one.",
)


assignment_option = click.option(
    "--assignment",
    default="",
    metavar="NAME",
    help="What counts: one of those in assignments.yaml. Default: the one used last.",
)
plain_option = click.option(
    "--plain", is_flag=True, help="Line by line, without the full screen; also with ACCESSIBLE=1 or TERM=dumb."
)


def standard_options(function: click.decorators.FC) -> click.decorators.FC:
    """--course and --json, which most commands take."""
    return course_option(json_option(function))


def exercise_argument(required: bool = True) -> Callable[[click.decorators.FC], click.decorators.FC]:
    """EXERCISE, in any form that `find_exercise` accepts. Shells complete it with the names in the course."""
    return click.argument("exercise", required=required, shell_complete=completer(_exercise_names))


def _exercise_names(course: Path) -> list[str]:
    from grader.course.load import exercise_folders

    return [folder.slug for folder in exercise_folders(course)]


def completer(
    names_in: Callable[[Path], Iterable[str]],
) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """A completion for `shell_complete`: the names in the folder of the course, else files. The shell waits for it, so
    `names_in` must be quick."""

    def complete(context: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        names: Iterable[str] = ()
        with suppress(UsageError):  # a shell shows no errors
            names = names_in(course_path(context.params.get("course_folder")))
        found = [CompletionItem(name) for name in names if name.startswith(typed)]
        return found or [CompletionItem(typed, type="file")]

    return complete


def open_course(folder: str | None) -> Course:
    """The course at `course_path(folder)`."""
    from grader.course import load_course

    return load_course(course_path(folder))


def course_path(folder: str | None, start: Path | None = None) -> Path:
    """The folder of the course to use: `folder` if given, else a course inside the workspace, the course that the
    workspace remembers, a course in or above `start`, or the bundled one. UsageError if there is no course.

    `start`: where to look for a workspace and a course; by default, the current folder.
    """
    from grader.course import find_course
    from grader.student.workspace import course_of, find_workspace

    if folder is not None:
        if not (Path(folder) / "course.yaml").is_file():
            raise UsageError(f"'{folder}' is not a course: it has no course.yaml; name the top folder of a course")
        return Path(folder)
    start = start or here()
    around, workspace = find_course(start), find_workspace(start)
    if workspace is not None and not (around and around.is_relative_to(workspace.path)):
        remembered = course_of(workspace)
        if remembered is not None and not (remembered / "course.yaml").is_file():
            raise UsageError(
                f"the course of this workspace is no longer at '{remembered}'; give its new location: "
                "grader init --course DIR"
            )
        around = remembered or around
    return around or bundled_course()


def bundled_course() -> Path:
    """The course that is installed with the grader; in a checkout, the checkout itself."""
    from grader.files import BUNDLED

    package = Path(__file__).parents[1]
    inside = package / BUNDLED
    return inside if inside.is_dir() else package.parent


def my_workspace() -> Workspace | None:
    """The workspace around the current folder, None outside one. A damaged progress file is set aside, with a note."""
    from grader.student.workspace import find_workspace

    try:
        workspace = find_workspace(Path.cwd())
    except FileNotFoundError:  # the folder is gone, but files may be named by absolute paths
        return None
    if workspace is None:
        return None
    try:
        aside = workspace.state.repair()
    except UsageError as problem:
        workspace.state.read()  # a file of a later version raises here, too
        note(str(problem))
    else:
        if aside is not None:
            note(f"your progress file was damaged. It was saved as '{aside.name}' and a new one was started")
    return workspace


def need_workspace() -> Workspace:
    """The workspace around the current folder. UsageError outside one."""
    here()  # raises if the folder is gone
    workspace = my_workspace()
    if workspace is None:
        raise UsageError("there is no workspace here; create one with 'grader init', or change to yours")
    return workspace


def asked_exercise(course: Course, text: str | None, workspace: Workspace | None, passed: bool = False) -> Exercise:
    """The exercise that `text` names, or the current one of the workspace, which may be `passed`. UsageError if there
    is none."""
    from grader.student.workspace import find_exercise

    if text is not None:
        return find_exercise(course, text, workspace)
    if workspace is None:
        raise UsageError("there is no workspace here; name the exercise, or create a workspace with 'grader init'")
    current = workspace.current(course, here(), passed)
    if current is None:
        raise UsageError("you have passed every exercise; name the one you mean")
    return current


def change_state(workspace: Workspace, step: Callable[[StudentState], StudentState]) -> None:
    """Change the saved progress. Failing to save it is only a note: it does not change the result of a command."""
    try:
        workspace.state.change(step)
    except UsageError as problem:
        note(str(problem))


def open_book(out: Path) -> Gradebook:
    """The gradebook in a folder that `grader batch` wrote. UsageError if there is none."""
    from grader.gradebook import GRADEBOOK, Gradebook, me

    if not (out / GRADEBOOK).is_file():
        raise UsageError(f"'{out}' contains no gradebook; name the folder that 'grader batch --out' wrote")
    return Gradebook.open(out / GRADEBOOK, who=me(), create=False)


def here() -> Path:
    """The current folder. UsageError if it was deleted."""
    try:
        return Path.cwd()
    except FileNotFoundError:
        raise UsageError("the current folder no longer exists; change to another one") from None


def shown_path(path: Path) -> str:
    """The path relative to the current folder if it is inside, else as it is."""
    whole, start = path.resolve(), here().resolve()
    return str(whole.relative_to(start)) if whole.is_relative_to(start) else str(path)


def print_json(facts: object) -> None:
    """Print one object on one line, for `--json`. Times are written as ISO 8601."""
    click.echo(json.dumps(facts, ensure_ascii=False, default=datetime.isoformat))


def print_page(text: str) -> None:
    """Print a text, through a pager if the terminal is too short for it."""
    if not has_screen(plain=False) or text.count("\n") < shutil.get_terminal_size((80, 24)).lines - 1:
        click.echo(text)
        return
    os.environ.setdefault("LESS", "FRX")  # as git sets it: with colours, and what was read stays on the terminal
    click.echo_via_pager(f"{text}\n", color=style().color)


def print_wrapped(text: str, indent: str = "", first: str | None = None, err: bool = False) -> None:
    """Print a paragraph, wrapped to the width of the terminal. `first`: the indent of the first line."""
    from grader.render.style import wrap

    width = style(sys.stderr if err else sys.stdout).width
    click.echo("\n".join(wrap(text, width, indent, first)), err=err)


def print_some(texts: Sequence[str], indent: str = "  ", first: str = "  ") -> None:
    """Print the first paragraphs of a list, and how many more there are."""
    for text in texts[:SHOWN]:
        print_wrapped(text, indent, first)
    if len(texts) > SHOWN:
        click.echo(f"{first}{style().ellipsis} and {len(texts) - SHOWN} more; --json lists all")


def print_problems(problems: Sequence[str], missing: Sequence[str]) -> None:
    """Print what was not understood in the files of a class, and which students submitted nothing."""
    paint = style()
    print_some([paint.clean(problem) for problem in problems], "  ", f"{paint.warn('!')} ")
    if missing:
        more = f" and {len(missing) - SHOWN} more" if len(missing) > SHOWN else ""
        print_wrapped(f"Nothing submitted: {', '.join(map(paint.clean, missing[:SHOWN]))}{more}.")


def print_places(out: Path) -> None:
    """Print where the files of a graded class are."""
    for what, name in (("Grades:", "grades.csv"), ("Report:", "report.html"), ("Feedback:", "feedback")):
        click.echo(f"{what:10}{shown_path(out / name)}")


def note(sentence: str) -> None:
    """Print a message to standard error, beside the result."""
    click.echo(f"grader: {sentence}", err=True)


def style(stream: TextIO | None = None, widest: int = 100) -> Style:
    """How to write to a stream, by default standard output: in colour on a terminal unless NO_COLOR is set.

    `widest`: prose is hard to read in longer lines, tables and code are not.
    """
    from grader.render.style import Style

    stream = stream or sys.stdout
    wanted = os.environ.get("FORCE_COLOR") or (stream.isatty() and os.environ.get("TERM") != "dumb")
    color = bool(wanted) and not os.environ.get("NO_COLOR")
    width = max(40, min(shutil.get_terminal_size((80, 24)).columns, widest))
    encoding = (stream.encoding or "ascii").lower().replace("-", "")
    return Style(color=color, width=width, unicode=encoding.startswith("utf"))


def drawing_style() -> Style:
    """`style` for a page with drawings: it also knows whether the terminal is dark."""
    found = style()
    return found._replace(dark=_is_dark()) if found.color and sys.stdout.isatty() else found


def _is_dark() -> bool:
    """Whether the terminal's background is dark: as COLORFGBG says, else as the terminal answers, else False."""
    ground = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    if ground.isdigit():
        return int(ground) in (*range(7), 8)
    if sys.platform == "win32":
        return True  # as its terminals are by default
    if not has_screen(plain=False):
        return False
    found = re.search(rb"\x1b\]11;rgb:([0-9a-f]+)/([0-9a-f]+)/([0-9a-f]+)", _answer(b"\x1b]11;?\x1b\\\x1b[c"))
    return found is not None and sum(int(part[:2], 16) for part in found.groups()) < 3 * 128


def _answer(question: bytes) -> bytes:
    """What the terminal answers, up to its answer to the last part of the question, which every terminal knows."""
    if sys.platform == "win32":
        return b""
    import select
    import termios
    import tty

    heard, keyboard = b"", sys.stdin.fileno()
    try:
        before = termios.tcgetattr(keyboard)
        tty.setcbreak(keyboard, termios.TCSANOW)
        try:
            os.write(sys.stdout.fileno(), question)
            while not re.search(rb"\x1b\[\?[0-9;]*c", heard) and select.select([keyboard], [], [], _ANSWER_SECONDS)[0]:
                heard += os.read(keyboard, 1 << 10)
        finally:
            termios.tcsetattr(keyboard, termios.TCSANOW, before)
    except (OSError, termios.error):
        pass
    return heard


def has_screen(plain: bool) -> bool:
    """Whether to use the full screen: on a capable terminal, unless lines are wanted, as by screen readers."""
    term = os.environ.get("TERM", "windows" if sys.platform == "win32" else "")
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and term not in ("", "dumb", "unknown")
    return terminal and not plain and not _is_accessible()


def _is_accessible() -> bool:
    return os.environ.get("ACCESSIBLE", "") not in ("", "0")


def confirmed(question: str, otherwise: str) -> bool:
    """Ask a yes-or-no question. UsageError with the sentence `otherwise` if there is no terminal to ask on."""
    if not sys.stdin.isatty():
        raise UsageError(otherwise)
    return click.confirm(question)


def shows_progress() -> bool:
    """Whether a line on standard error may change while somebody waits: on a terminal, unless it is read aloud."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb" and not _is_accessible()


def progress_stream(quiet: bool = False) -> TextIO:
    """Where progress bars go: standard error if it shows progress, else nowhere."""
    return io.StringIO() if quiet or not shows_progress() else sys.stderr


@dataclass
class Stop:
    """The exit code of a stopped command: that of Ctrl-C, unless another signal arrived."""

    code: int = 128 + signal.SIGINT


@contextmanager
def ends_like_ctrl_c() -> Iterator[Stop]:
    """Treat SIGTERM (a shutdown, a scheduler) and SIGHUP (a closed terminal) as Ctrl-C, except for the exit code.

    Signals that are ignored, as under `nohup`, stay ignored.
    """
    stop = Stop()

    def end(number: int, _: object) -> None:
        stop.code = 128 + number
        raise KeyboardInterrupt

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, end) for number in numbers if signal.getsignal(number) != signal.SIG_IGN}
    try:
        yield stop
    except KeyboardInterrupt:
        if stop.code == 128 + signal.SIGINT:
            raise
        raise click.exceptions.Exit(stop.code) from None
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
