"""`grader watch`: check whenever a file is saved."""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from grader.cli.common import (
    asked_exercise,
    course_option,
    device_option,
    ends_like_ctrl_c,
    exercise_argument,
    isolation_option,
    need_workspace,
    open_course,
    style,
)
from grader.render.result import ProgressLine, render_result
from grader.render.screen import KEYS, first_failure, render_entries, render_screen
from grader.render.style import Style, display_width, wrap
from grader.student.checker import Checked
from grader.student.hints import HintKind, nth_hint
from grader.student.keyboard import Key, open_keys
from grader.student.watch import WatchPage, WatchSession

if TYPE_CHECKING:
    from grader.course import Exercise
    from grader.student.checker import Open, RunTarget
    from grader.student.watch import WatchSession
    from grader.worker import Worker

# ---- What a session of `grader watch` has to show, as text.


SHOW_WAITING = 0.4  # seconds; a check that takes longer takes the place of the result before it


class WatchPages:
    """A session's pages as text."""

    def __init__(self, session: WatchSession) -> None:
        self._session = session
        self._live: ProgressLine | None = None
        self.said = ""  # how far a slow check is

    def listen(self, style: Style) -> None:
        """Take what checks under way print."""
        session = self._session
        if not session.is_checking:
            self._live, self.said = None, ""
        for check, text in session.heard():
            if self._live is None:
                self._live = ProgressLine({spec.id: spec.title for spec in session.exercise.checks}, style)
            self.said = self._live.line(check, text) or self.said

    def page(self, style: Style) -> tuple[list[str], tuple[int, int] | None]:
        """The lines, and those among them that should be in sight: where they begin, and where they have ended."""
        session = self._session
        if session.page is WatchPage.LIST:
            return render_entries(session, style)
        if session.page is WatchPage.STATEMENT:
            from grader.render.student import render_statement

            return render_statement(session.exercise.statement, style, session.exercise.picture).split("\n"), None
        if session.page is WatchPage.HINT and session.hint is not None:
            return self._hint(style), None
        page = self._result(style)
        return page, (len(page) - 1, len(page)) if session.is_passed else first_failure(page, style)

    def status(self, style: Style) -> str:
        session = self._session
        if session.asks_to_reset:
            question = f"Bring back the stub of {session.file.name}? Your version is kept beside it."
            return f"{style.warn(question)} {style.bold('y / n')}"
        if session.is_checking:
            return style.accent(f"checking{style.ellipsis}")
        if session.checked is None or session.checked_at is None:
            return style.dim("waiting for a save")
        return _summary(session.checked, f"{session.checked_at:%H:%M:%S}", style)

    def _result(self, style: Style) -> list[str]:
        session, checked = self._session, self._session.checked
        if session.problem:
            return wrap(style.clean(session.problem), style.width)
        if checked is None or (session.is_checking and session.checking_seconds > SHOW_WAITING):
            return self._waiting(style)
        if checked.result is None:
            return wrap(style.clean(checked.problem), style.width)
        idea, following = session.exercise.idea, self._next_step()
        return render_result(checked.result, session.file.name, style, idea=idea, next_step=following).split("\n")

    def _waiting(self, style: Style) -> list[str]:
        if not self._session.is_checking:
            return []
        name = style.clean(self._session.file.name)
        seconds = int(self._session.checking_seconds)
        since = f" {seconds} s" if seconds else ""
        return [f"Checking {name}{style.ellipsis}{since}", *(["", self.said] if self.said else [])]

    def _next_step(self) -> str:
        following = self._session.following
        if following is None:
            return "There is nothing else left to pass."
        return f"Next: {following.title} ({following.minutes} min). Press n or Enter."

    def _hint(self, style: Style) -> list[str]:
        hint = self._session.hint
        assert hint is not None
        paragraphs = [wrap(style.clean(text), style.width) for text in hint.text.split("\n") if text.strip()]
        more = ["", *wrap(style.dim("h gives the next one."), style.width)] if hint.number < hint.count else []
        all_again = self._all_hints(style) if hint.kind is HintKind.END else []
        return [style.bold(hint.title), "", *(line for lines in paragraphs for line in lines), *more, *all_again]

    def _all_hints(self, style: Style) -> Iterator[str]:
        exercise = self._session.exercise
        for number in range(1, len(exercise.hints) + 1):
            hint = nth_hint(exercise, number)
            yield from ("", style.bold(hint.title), *wrap(style.clean(hint.text), style.width))


def _summary(checked: Checked, time: str, style: Style) -> str:
    """The last check in a line, in fewer words where there is no room for all."""
    seconds, dot = checked.seconds, style.dot
    took = f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
    if checked.result is None:
        return style.dim(f"checked at {time}")
    passed, count = sum(check.passed for check in checked.result.checks), len(checked.result.checks)
    words = f"{passed} of {count} checks passed"
    text = style.good(words) if passed == count else style.bold(words)
    long = f"{text} {style.dim(f'{dot} checked at {time} in {took}')}"
    return long if display_width(long) <= style.width else f"{text} {style.dim(f'{dot} {time} {dot} {took}')}"


# ---- A session of `grader watch` on a terminal: as a screen, or as one result after the other.


TICK_SECONDS = 0.02
_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l"  # another screen, no cursor, long lines are cut
_LEAVE = "\x1b[?7h\x1b[?25h\x1b[?1049l"
_WIDEST = 100
_FAR = 1_000_000


class FullScreen:
    """The terminal's other screen. Inside its `with` the terminal is ours; after it, it is as it was."""

    def __init__(self, session: WatchSession) -> None:
        self._session = session
        self._pages = WatchPages(session)
        self._keys = open_keys(sys.stdin.fileno(), raw=True)
        self._style = style()
        self._drawn: object = None
        self._page: object = None
        self._top, self._room = 0, 1
        self._scrolled = False

    def __enter__(self) -> FullScreen:
        self._take_over()
        if hasattr(signal, "SIGTSTP"):
            self._suspend = signal.signal(signal.SIGTSTP, self._step_aside)
        return self

    def __exit__(self, *_: object) -> None:
        if hasattr(signal, "SIGTSTP"):
            signal.signal(signal.SIGTSTP, self._suspend)
        self._hand_back()

    def run(self) -> None:
        while True:
            self._session.step(TICK_SECONDS)
            for key in self._keys.read():
                if not self._scroll(key) and not self._session.press(key):
                    return
            self._draw()

    def _take_over(self) -> None:
        self._keys.__enter__()
        click.echo(_ENTER, nl=False)
        self._drawn = None

    def _hand_back(self) -> None:
        try:
            with suppress(OSError):  # nobody looks any more
                click.echo(_LEAVE, nl=False)
        finally:
            self._keys.__exit__()

    def _step_aside(self, *_: Any) -> None:
        """Ctrl-Z: the shell gets its terminal as it was, and we take it over again when called back."""
        self._hand_back()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._step_aside)
        self._take_over()

    def _scroll(self, key: str) -> bool:
        """Keys that move the page. In the list they move the cursor."""
        steps = {
            Key.UP: -1, Key.DOWN: 1, Key.PAGE_UP: 1 - self._room, Key.PAGE_DOWN: self._room - 1,
            Key.HOME: -self._top, Key.END: _FAR,
        }  # fmt: skip
        if key not in steps or self._session.page is WatchPage.LIST or self._session.asks_to_reset:
            return False
        self._top, self._scrolled = max(0, self._top + steps[Key(key)]), True
        return True

    def _draw(self) -> None:
        columns, rows = _size()
        look = self._style._replace(width=max(20, min(columns, _WIDEST)))
        self._pages.listen(look)
        session = self._session
        waiting = int(session.checking_seconds / SHOW_WAITING) if session.is_checking else 0
        seen = (session.changes, columns, rows, self._top, self._pages.said, waiting)
        if seen != self._drawn:
            self._paint(look, rows)
            self._drawn = (*seen[:3], self._top, *seen[4:])

    def _paint(self, look: Style, rows: int) -> None:
        session, (page, focus) = self._session, self._pages.page(look)
        self._turn_page()
        if self._scrolled and session.page is not WatchPage.LIST:
            focus = None
        frame = render_screen(session, page, self._pages.status(look), look, rows, self._top, focus)
        self._top, self._room = frame.top, frame.room
        lines = "\r\n".join(f"\x1b[K{line}" for line in frame.lines)
        click.echo(f"\x1b[H{lines}", nl=False)

    def _turn_page(self) -> None:
        """Where the student has scrolled to counts until there is something else to see."""
        session = self._session
        page = (session.page, session.checked_at, session.problem, session.hint)
        if page != self._page:
            self._page, self._top, self._scrolled = page, 0, False


class WatchLines:
    """For pipes, for terminals that can do no more, and for those who listen to the screen."""

    def __init__(self, session: WatchSession) -> None:
        self._session = session
        self._pages = WatchPages(session)
        self._keys = open_keys(sys.stdin.fileno(), raw=False)
        self._printed: object = None
        self._notice = ""

    def run(self) -> None:
        """Until told to quit; at the end of the input, until what is under way has been shown."""
        session, ends = self._session, False
        if sys.stdin.isatty():
            self._say(f"Type a letter and Enter: {', '.join(f'{key[0]} {key}' for key in KEYS)}.")
        while not (ends and not session.is_checking and (session.checked or session.problem)):
            session.step(TICK_SECONDS)
            for key in [] if ends else self._keys.read():
                if key == Key.NO_MORE:
                    ends = True
                elif not session.press(key):
                    return
            self._print()

    def _print(self) -> None:
        session = self._session
        session.heard()
        if session.notice != self._notice:
            self._notice = session.notice
            self._say(session.notice)
        if (
            session.page is WatchPage.RESULT
            and not session.asks_to_reset
            and (session.is_checking or not (session.checked or session.problem))
        ):
            return
        shown = (
            session.page, session.exercise, session.checked_at, session.problem, session.hint, session.asks_to_reset
        )  # fmt: skip
        if shown != self._printed:
            self._printed = shown
            self._print_page()

    def _print_page(self) -> None:
        session, look = self._session, style()
        if session.asks_to_reset:
            click.echo(self._pages.status(look))
            return
        at = f" {look.dot} {session.checked_at:%H:%M:%S}" if session.checked_at else ""
        heading = f"{look.line * 2} {session.exercise.slug}{at} "
        click.echo(look.dim(heading.ljust(look.width, look.line)))
        click.echo("\n".join(self._pages.page(look)[0]))

    def _say(self, notice: str) -> None:
        look = style()
        if notice:
            click.echo("\n".join(wrap(look.clean(notice), look.width)))


def _size() -> tuple[int, int]:
    """Of the terminal, now. Some that nobody sees have no size."""
    try:
        columns, rows = os.get_terminal_size(sys.stdout.fileno())
    except OSError:
        columns, rows = 0, 0
    return columns or 80, rows or 24


# ---- `grader watch`: check an exercise whenever it is saved.


SPARES = 2  # children that are ready before a save: one for the solution, one for what its result may need


@click.command(name="watch", short_help="Check whenever you save.")
@exercise_argument(required=False)
@click.option("--auto", "moves_on", is_flag=True, help="Go to the next exercise as soon as one passes.")
@click.option("--plain", is_flag=True, help="Print one result after the other in place of a screen.")
@device_option
@isolation_option
@course_option
def command(
    exercise: str | None,
    moves_on: bool,
    plain: bool,
    device: str,
    isolation: str,
    course_folder: str | None,
) -> int:
    """Check the exercise you are working on, or EXERCISE, whenever you save it.

    Keys: n goes to the next exercise, h gives a hint, s shows the statement, l lists the exercises, r brings back the
    stub, q quits. In a pipe or with --plain, type the letter and Enter.

    \b
    Example:
      grader watch
      grader watch softmax
    """
    workspace = need_workspace()
    from grader.worker import start_worker

    worker = start_worker(isolation=isolation, spares=SPARES)  # imports numpy while we read
    from grader.student.checker import Checker
    from grader.student.watch import WatchSession

    gc.enable()  # this command may run for hours
    warnings.simplefilter("ignore")  # about a student's code, in the middle of the screen
    course = open_course(course_folder)
    asked = asked_exercise(course, exercise, workspace)
    if isolation != "auto":
        worker.allow(course.packages)
        worker.level  # noqa: B018 - less than was asked for is told now, not after every save
    checker = Checker(course, _opener(worker, device, isolation), time.monotonic)
    session = WatchSession(course, workspace, asked, checker, lambda: datetime.now().astimezone(), moves_on)
    try:
        with ends_like_ctrl_c():
            _run(session, plain)
    finally:
        session.close()
    return 0


def _run(session: WatchSession, plain: bool) -> None:
    dumb = os.environ.get("TERM", "dumb") == "dumb" and sys.platform != "win32"
    if plain or dumb or not (sys.stdin.isatty() and sys.stdout.isatty()):
        WatchLines(session).run()
        return
    with FullScreen(session) as screen:
        screen.run()
    click.echo("Go on whenever you like with: grader watch")


def _opener(ahead: Worker, device: str, isolation: str) -> Open:
    """Starts workers where checks can run. The first is there already."""
    started = [ahead]

    def open_place(exercise: Exercise) -> RunTarget:
        from grader.student.checker import RunTarget
        from grader.worker import start_worker
        from grader.worker.start import choose_device, needs_fresh

        where = choose_device(device if exercise.needs_device else "simulated")
        if needs_fresh(where):
            return RunTarget(start_worker("fresh", isolation=isolation), where)
        return RunTarget(started.pop() if started else start_worker(isolation=isolation, spares=SPARES), where)

    return open_place
