"""A session of `grader watch` on a terminal: as a screen, or as one result after the other."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import Any

import click

from grader.cli.common import style
from grader.cli.watch.pages import SHOW_WAITING, Pages
from grader.report.screen import KEYS, Screen, render_screen
from grader.report.style import Style, wrap
from grader.student.keys import Key, open_keys
from grader.student.watch import Page, Session

TICK_SECONDS = 0.02
_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l"  # another screen, no cursor, long lines are cut
_LEAVE = "\x1b[?7h\x1b[?25h\x1b[?1049l"
_WIDEST = 100
_FAR = 1_000_000


class FullScreen:
    """The terminal's other screen. Inside its `with` the terminal is ours; after it, it is as it was."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._pages = Pages(session)
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
        if key not in steps or self._session.page is Page.LIST or self._session.asks_to_reset:
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
        chooses = session.page is Page.LIST
        screen = Screen(
            slug=session.exercise.slug,
            file=session.file.relative_to(session.workspace.path).as_posix(),
            progress=self._pages.progress(),
            page=page,
            status=self._pages.status(look),
            notice=session.notice,
            back=session.page is not Page.RESULT,
            focus=None if self._scrolled and not chooses else focus,
            chooses=chooses,
        )
        frame = render_screen(screen, look, rows, self._top)
        self._top, self._room = frame.top, frame.room
        lines = "\r\n".join(f"\x1b[K{line}" for line in frame.lines)
        click.echo(f"\x1b[H{lines}", nl=False)

    def _turn_page(self) -> None:
        """Where the student has scrolled to counts until there is something else to see."""
        session = self._session
        page = (session.page, session.checked_at, session.problem, session.hint)
        if page != self._page:
            self._page, self._top, self._scrolled = page, 0, False


class LineByLine:
    """For pipes, for terminals that can do no more, and for those who listen to the screen."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._pages = Pages(session)
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
        if session.page is Page.RESULT and not session.asks_to_reset and (session.is_checking or not self._is_told()):
            return
        shown = (
            session.page, session.exercise, session.checked_at, session.problem, session.hint, session.asks_to_reset
        )  # fmt: skip
        if shown != self._printed:
            self._printed = shown
            self._print_page()

    def _is_told(self) -> bool:
        return bool(self._session.checked or self._session.problem)

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
