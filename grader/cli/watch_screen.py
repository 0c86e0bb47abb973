"""The full screen of `grader watch`."""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

import click
from rich.text import Text
from textual import events, getters
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from grader.cli.screen import THEME, KeyAction, KeyBar, TextBlock
from grader.render.result import ProgressLine
from grader.render.style import Style, wrap
from grader.render.watch import SHOW_WAITING, STOPS, offered, render_entries, render_head, render_page, render_status
from grader.student.watch import WatchPage, WatchSession

TICK_SECONDS = 0.02
INTERRUPTED = 128 + signal.SIGINT
WINDOWED = (
    "code",
    "codium",
    "cursor",
    "zed",
    "subl",
    "gedit",
    "kate",
    "mate",
    "notepad",
    "notepad++",
    "idea",
    "pycharm",
)
_KEYS = {"escape": "escape", "enter": "enter", "question_mark": "?"}


class TryScreen(ModalScreen[str | None]):
    """Asks for the text to try. Returns None if there is none after all."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss")]

    app = getters.app(App)

    def __init__(self, title: str, look: Style) -> None:
        super().__init__()
        self._title = title
        self._look = look

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield TextBlock(lambda width: wrap(self._look.bold(f"Try {self._title}"), width))
            yield Input(placeholder="your input; empty: an example", select_on_focus=False)
            yield TextBlock(lambda width: wrap(self._look.dim("Enter runs it, Esc goes back."), width))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)


class WatchApp(App[int]):
    """A session on the full screen."""

    TITLE = "Watch"
    ENABLE_COMMAND_PALETTE = False
    CSS_PATH = "watch.tcss"
    AUTO_FOCUS = "#page"
    BINDINGS: ClassVar[list[BindingType]] = [
        ("ctrl+c", f"leave({INTERRUPTED})"),
        ("ctrl+q", "leave(0)"),
        ("ctrl+z", "suspend_process"),
        ("space", "page_down"),
    ]

    def __init__(self, session: WatchSession, look: Style) -> None:
        super().__init__(ansi_color=True)  # otherwise NO_COLOR would give black on black
        self.session = session
        self.look = look
        self.problem: Exception | None = None  # that ended it
        self._progress: ProgressLine | None = None
        self._drawn: object = None
        self._page: object = None
        self.register_theme(THEME)
        self.theme = THEME.name

    def show(self) -> int:
        """Run until the student quits, and return the exit code. Raises what ended it otherwise."""
        code = self.run()
        if self.problem is not None:
            raise self.problem
        return code or 0

    def compose(self) -> ComposeResult:
        yield TextBlock(lambda width: render_head(self.session, self._style(width)), id="head")
        with VerticalScroll(id="page"):
            yield TextBlock(lambda width: render_page(self.session, self._style(width)), id="text")
        yield OptionList(id="list", markup=False)
        yield TextBlock(lambda width: render_status(self.session, self._now(), self._style(width)), id="status")
        yield KeyBar(self._offers, self.look, id="keys")

    def on_mount(self) -> None:
        loop = asyncio.get_running_loop()

        def done() -> None:
            with suppress(RuntimeError):  # the screen was closed while a check ran
                loop.call_soon_threadsafe(self.tick)

        self.session.checker.done = done
        if sys.platform != "win32":  # a shutdown, or a closed terminal
            for number in (signal.SIGTERM, signal.SIGHUP):
                loop.add_signal_handler(number, self.exit, 128 + number)
        self.set_interval(TICK_SECONDS, self.tick)

    def tick(self) -> None:
        """Look for saves and outcomes, and draw what has changed."""
        if not self.is_running or self.problem is not None:
            return
        try:
            self.session.step(0)
            self._listen()
            self._draw()
        except Exception as problem:  # the terminal is restored first
            self.problem = problem
            self.exit()

    def on_key(self, event: events.Key) -> None:
        key = _KEYS.get(event.key) or (event.character or "").lower()
        if len(self.screen_stack) == 1 and key and (key in _KEYS.values() or key.isprintable()):
            self.action_press(key)

    def action_press(self, key: str) -> None:
        session = self.session
        if not session.asks_to_reset and key == "e":
            self._edit()
        elif not session.asks_to_reset and key == "t" and session.exercise.try_source is not None:
            self.push_screen(TryScreen(session.exercise.title, self.look), self._try)
        elif not session.press(key):
            self.exit(0)
        self.tick()

    def action_leave(self, code: int) -> None:
        self.exit(code)

    def action_page_down(self) -> None:
        self.query_one("#page", VerticalScroll).scroll_page_down(animate=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_id is not None:
            self.session.choose(event.option_id)
            self.tick()

    def _try(self, text: str | None) -> None:
        if text is not None:
            self.session.try_out(text)

    def _edit(self) -> None:
        """Open the file in the student's editor: beside this screen if it has a window, else in its place."""
        file, session = str(self.session.file), self.session
        words = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "")
        if not words and os.environ.get("TERM_PROGRAM") == "vscode" and shutil.which("code"):
            words = ["code"]
        session.notice, session.changes = "", session.changes + 1
        try:
            if words and Path(words[0]).stem.lower() in WINDOWED:
                words = [word for word in words if word not in ("--wait", "-w")]
                subprocess.Popen([*words, file], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                return
            with self.suspend():
                click.edit(filename=file)
        except (OSError, click.ClickException) as problem:
            session.notice = f"The editor cannot be started: {problem}. Set EDITOR to the name of yours."

    def _style(self, width: int) -> Style:
        return self.look._replace(width=max(20, width))

    def _offers(self) -> list[KeyAction]:
        return [KeyAction(key.key, key.word, f"app.press('{key.key}')") for key in offered(self.session)]

    def _listen(self) -> None:
        """Hear of running checks."""
        job = self.session.checker.job
        if job is None:
            self._progress = None
        elif self._progress is None:
            titles = {"run": job.exercise.title} if job.text is not None else {}
            titles = titles or {spec.id: spec.title for spec in job.exercise.checks}
            self._progress = ProgressLine(titles, self._style(self.size.width - len(STOPS) - 4))
        for check, text in self.session.checker.heard():
            if self._progress is not None:
                self._progress.line(check, text)

    def _now(self) -> str:
        checker = self.session.checker
        return self._progress.now(checker.waiting_seconds) if self._progress and checker.is_busy else ""

    def _draw(self) -> None:
        session = self.session
        waits = session.checker.is_busy and session.checker.waiting_seconds > SHOW_WAITING
        drawn = (session.changes, waits, self._now() if waits else "")
        if drawn == self._drawn:
            return
        self._drawn = drawn
        page = (session.page, session.exercise.slug, session.checked_at, session.problem, session.hint, session.tried)
        is_new, self._page = page != self._page, page
        lists = session.page is WatchPage.LIST
        area, options = self.query_one("#page", VerticalScroll), self.query_one("#list", OptionList)
        if lists and is_new:
            self._fill(options)
        if area.display is lists:
            area.display, options.display = not lists, lists
            (options if lists else area).focus()
        for block in self.query(TextBlock):
            block.redraw()
        if is_new and not lists:
            area.scroll_home(animate=False)
            if session.page is WatchPage.RESULT and session.is_passed:  # the idea, and where to go
                self.call_after_refresh(area.scroll_end, animate=False)

    def _fill(self, options: OptionList) -> None:
        """The list of exercises, with the cursor on the current one."""
        options.clear_options()
        rows = list(render_entries(self.session, self._style(self.size.width - 4)))
        options.add_options(
            Option(Content.from_rich_text(Text.from_ansi(line or " ")), id=slug or None, disabled=not slug)
            for slug, line in rows
        )
        options.highlighted = [slug for slug, _ in rows].index(self.session.exercise.slug)
