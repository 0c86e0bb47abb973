"""The full-screen program of a quiz, and the choice between it and one that goes line by line."""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING, ClassVar

import click
from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.theme import Theme

from grader.cli.common import style
from grader.cli.quiz.screens import QuestionScreen
from grader.quiz.session import QuizSession
from grader.render.style import Style

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from grader.quiz.session import QuizSession

# ---- The terminal's own colours, so that a screen looks right on light and on dark ones.


THEME = Theme(
    name="terminal",
    ansi=True,
    primary="ansi_blue",
    secondary="ansi_cyan",
    warning="ansi_yellow",
    error="ansi_red",
    success="ansi_green",
    accent="ansi_cyan",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    boost="ansi_default",
    variables={
        "ansi-background": "ansi_default",
        "ansi-foreground": "ansi_default",
        "border": "ansi_cyan",
        "border-blurred": "ansi_bright_black",
        "block-cursor-foreground": "ansi_black",
        "block-cursor-background": "ansi_cyan",
        "block-hover-background": "ansi_default",
        "input-cursor-background": "ansi_cyan",
        "input-cursor-foreground": "ansi_black",
        "input-cursor-text-style": "none",
        "input-selection-background": "ansi_cyan",
        "input-selection-foreground": "ansi_black",
        "screen-selection-background": "ansi_cyan",
        "screen-selection-foreground": "ansi_black",
        "scrollbar": "ansi_bright_black",
        "scrollbar-hover": "ansi_cyan",
        "scrollbar-active": "ansi_cyan",
        "scrollbar-background": "ansi_default",
        "scrollbar-background-hover": "ansi_default",
        "scrollbar-background-active": "ansi_default",
        "scrollbar-corner-color": "ansi_default",
    },
)


# ---- A session on the whole screen.


class QuizApp(App[None]):
    """`where`: a sentence for the end, which says where the answers are."""

    TITLE = "Quiz"
    ENABLE_COMMAND_PALETTE = False
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,ctrl+c", "quit", show=False, priority=False)]

    def __init__(self, session: QuizSession, where: str = "", look: Style | None = None) -> None:
        super().__init__(ansi_color=True)  # said here, or NO_COLOR would give black on black
        self._session = session
        self._where = where
        self._look = look or style()
        self.register_theme(THEME)
        self.theme = THEME.name

    def on_mount(self) -> None:
        self.push_screen(QuestionScreen(self._session, self._where, self._look))

    async def on_event(self, event: events.Event) -> None:
        """At a question keys are heard one after the other, each to its end. Textual would let the box and the screen
        hear them side by side, and a key that follows at once could take an answer to another question."""
        desk = self.screen_stack[-1] if self.screen_stack else None
        if isinstance(event, events.Key) and not event.is_forwarded and isinstance(desk, QuestionScreen):
            bound = None if desk.hear(event) else desk.active_bindings.get(event.key)
            if bound is not None:
                await self.run_action(bound.binding.action, bound.node)
            return
        await super().on_event(event)


# ---- Shows a session: on the whole screen where a terminal can do that, else line by line.


def plain_option(function: click.decorators.FC) -> click.decorators.FC:
    return click.option(
        "--plain", is_flag=True, help="Line by line in place of a screen; also with ACCESSIBLE=1 or TERM=dumb."
    )(function)


def is_capable(plain: bool) -> bool:
    """Is there a terminal that a full screen may take over? Screen readers read lines better."""
    term = os.environ.get("TERM", "" if sys.platform != "win32" else "windows")
    accessible = os.environ.get("ACCESSIBLE", "") not in ("", "0")
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and style().unicode
    return terminal and not plain and not accessible and term not in ("", "dumb", "unknown")


def sit(session: QuizSession, where: str, screen: bool) -> None:
    """Until it is handed in or left. `where`: a sentence for the end, which says where the answers are."""
    gc.enable()  # switched off for commands that end at once
    if screen:
        QuizApp(session, where).run()
        return
    from grader.cli.quiz.lines import QuizLines, read_line

    QuizLines(session, read_line).run()


def names_of_quizzes(context: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    """For shells, from file names alone."""
    from click.shell_completion import CompletionItem

    from grader.cli.common import course_path
    from grader.course.quiz_load import quiz_paths
    from grader.errors import UsageError

    try:
        found = quiz_paths(course_path(context.params.get("course_folder")))
    except UsageError:  # nobody reads messages here
        return []
    return [CompletionItem(name) for name in found if name.startswith(begun)]
