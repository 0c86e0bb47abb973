"""`grader watch`: check whenever a file is saved."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import time
import warnings
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from grader.cli import common
from grader.render.result import ProgressLine
from grader.render.screen import KEYS, SHOW_WAITING, render_page, render_screen, render_status
from grader.student.keyboard import Key, open_keys
from grader.student.watch import WatchPage

if TYPE_CHECKING:
    from grader.course import Exercise
    from grader.render.style import Style
    from grader.student.checker import Open
    from grader.student.watch import WatchSession
    from grader.worker import Worker

SPARES = 2  # children that are ready before a save: one for the solution, one for what its result may need
TICK_SECONDS = 0.02
_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l"  # the alternate screen, no cursor, long lines are cut
_LEAVE = "\x1b[?7h\x1b[?25h\x1b[?1049l"
_WIDEST = 100
_FAR = 1_000_000


@click.command(name="watch")
@common.exercise_argument(required=False)
@click.option("--auto", "moves_on", is_flag=True, help="Open the next exercise as soon as one is passed.")
@common.plain_option
@common.device_option
@common.isolation_option
@common.course_option
def watch_command(
    exercise: str | None, moves_on: bool, plain: bool, device: str, isolation: str, course_folder: str | None
) -> None:
    """Check the exercise you are working on, or EXERCISE, whenever you save it.

    Keys: n opens the next exercise, h shows a hint, s shows the statement, l lists the exercises, r restores the stub,
    q quits. In a pipe or with --plain, type the letter and Enter.

    \b
    Example:
      grader watch
      grader watch softmax
    """
    workspace = common.need_workspace()
    from grader.worker import start_worker

    worker = start_worker(isolation=isolation, spares=SPARES)  # imports numpy while we read
    from grader.student.checker import Checker
    from grader.student.watch import WatchSession

    gc.enable()  # this command may run for hours
    warnings.simplefilter("ignore")  # about a student's code, in the middle of the screen
    course = common.open_course(course_folder)
    asked = common.asked_exercise(course, exercise, workspace)
    if isolation != "auto":
        worker.allow(course.packages)
        worker.level  # noqa: B018 - raises now, not after every save, if this isolation is not available
    checker = Checker(course, _opener(worker, device, isolation), time.monotonic)
    session = WatchSession(course, workspace, asked, checker, lambda: datetime.now().astimezone(), moves_on)
    try:
        with common.ends_like_ctrl_c():
            if not common.has_screen(plain):
                watch_lines(session)
                return
            FullScreen(session).run()
            click.echo("Resume at any time with: grader watch")
    finally:
        session.close()


def _opener(ahead: Worker, device: str, isolation: str) -> Open:
    """A function that starts the worker for an exercise. The first one is running already."""
    started = [ahead]

    def open_place(exercise: Exercise) -> tuple[Worker, str]:
        from grader.worker import start_worker
        from grader.worker.start import choose_device, needs_fresh

        where = choose_device(device if exercise.needs_device else "simulated")
        if needs_fresh(where):
            return start_worker("fresh", isolation=isolation, spares=SPARES), where
        return started.pop() if started else start_worker(isolation=isolation, spares=SPARES), where

    return open_place


class FullScreen:
    """A session on the alternate screen of the terminal."""

    def __init__(self, session: WatchSession) -> None:
        self._session = session
        self._keys = open_keys(sys.stdin.fileno(), raw=True)
        self._style = common.style()
        self._progress: ProgressLine | None = None
        self._printed = ""  # by a slow check
        self._drawn: object = None
        self._page: object = None
        self._top, self._room = 0, 1
        self._scrolled = False

    def run(self) -> None:
        """Run until the student quits, and restore the terminal."""
        self._take_over()
        try:
            while True:
                self._session.step(TICK_SECONDS)
                for key in self._keys.read():
                    if not self._scroll(key) and not self._session.press(key):
                        return
                self._draw()
        finally:
            if sys.platform != "win32":
                signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            self._restore()

    def _take_over(self) -> None:
        self._keys.__enter__()
        click.echo(_ENTER, nl=False)
        self._drawn = None
        if sys.platform != "win32":
            signal.signal(signal.SIGTSTP, self._stop)

    def _restore(self) -> None:
        try:
            with suppress(OSError):  # the terminal may be gone
                click.echo(_LEAVE, nl=False)
        finally:
            self._keys.__exit__()

    def _stop(self, *_: Any) -> None:
        """Ctrl-Z: restore the terminal for the shell, and take it over again when the shell continues us."""
        if sys.platform != "win32":
            self._restore()
            signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGTSTP)
            self._take_over()

    def _scroll(self, key: str) -> bool:
        """Scroll the page if the key does that. In the list, the keys move the cursor instead."""
        steps = {
            Key.UP: -1, Key.DOWN: 1, Key.PAGE_UP: 1 - self._room, Key.PAGE_DOWN: self._room - 1,
            Key.HOME: -self._top, Key.END: _FAR,
        }  # fmt: skip
        if key not in steps or self._session.page is WatchPage.LIST or self._session.asks_to_reset:
            return False
        self._top, self._scrolled = max(0, self._top + steps[Key(key)]), True
        return True

    def _draw(self) -> None:
        session = self._session
        columns, rows = shutil.get_terminal_size()
        look = self._style._replace(width=max(20, min(columns, _WIDEST)))
        self._listen(look)
        waiting = int(session.checker.waiting_seconds / SHOW_WAITING) if session.checker.is_busy else 0
        seen = (session.changes, columns, rows, self._printed, waiting)
        if (*seen, self._top) == self._drawn:
            return
        lines, focus = render_page(session, self._printed, look)
        page = (session.page, session.checked_at, session.problem, session.hint)
        if page != self._page:  # scrolling counts until there is something else to see
            self._page, self._top, self._scrolled = page, 0, False
        if self._scrolled and session.page is not WatchPage.LIST:
            focus = None
        frame = render_screen(session, lines, render_status(session, look), look, rows, self._top, focus)
        self._top, self._room = frame.top, frame.room
        click.echo("\x1b[H" + "\r\n".join(f"\x1b[K{line}" for line in frame.lines), nl=False)
        self._drawn = (*seen, self._top)

    def _listen(self, look: Style) -> None:
        """Take what running checks have printed."""
        if not self._session.checker.is_busy:
            self._progress, self._printed = None, ""
        for check, text in self._session.checker.heard():
            if self._progress is None:
                titles = {spec.id: spec.title for spec in self._session.exercise.checks}
                self._progress = ProgressLine(titles, look)
            self._printed = self._progress.line(check, text) or self._printed


def watch_lines(session: WatchSession) -> None:
    """Run a session line by line, for pipes, simple terminals and screen readers: until the student quits, or at the
    end of the input until the running check has been shown."""
    keys = open_keys(sys.stdin.fileno(), raw=False)
    notice, shown, ends = "", None, False
    if sys.stdin.isatty():
        common.print_wrapped(f"Type a letter and Enter: {', '.join(f'{key[0]} {key}' for key in KEYS)}.")
    while not (ends and not session.checker.is_busy and (session.checked or session.problem)):
        session.step(TICK_SECONDS)
        for key in [] if ends else keys.read():
            if key == Key.NO_MORE:
                ends = True
            elif not session.press(key):
                return
        session.checker.heard()  # what a slow check prints is not shown here
        if session.notice != notice:
            notice = session.notice
            if notice:
                common.print_wrapped(common.style().clean(notice))
        page = (
            session.page, session.exercise, session.checked_at, session.problem, session.hint, session.asks_to_reset
        )  # fmt: skip
        waits = session.checker.is_busy or not (session.checked or session.problem)
        if page != shown and (not waits or session.page is not WatchPage.RESULT or session.asks_to_reset):
            shown = page
            _print_page(session, common.style())


def _print_page(session: WatchSession, look: Style) -> None:
    if session.asks_to_reset:
        click.echo(render_status(session, look))
        return
    at = f" {look.dot} {session.checked_at:%H:%M:%S}" if session.checked_at else ""
    heading = f"{look.line * 2} {session.exercise.slug}{at} "
    click.echo(look.dim(heading.ljust(look.width, look.line)))
    click.echo("\n".join(render_page(session, "", look)[0]))
