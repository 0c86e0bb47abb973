"""A sitting on the whole screen."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType

from grader.cli.common import style
from grader.cli.quiz.question import Desk
from grader.cli.quiz.theme import THEME
from grader.quiz.sitting import Sitting
from grader.report.style import Style


class QuizApp(App[None]):
    """`where`: a sentence for the end, which says where the answers are."""

    TITLE = "Quiz"
    ENABLE_COMMAND_PALETTE = False
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,ctrl+c", "quit", show=False, priority=False)]

    def __init__(self, sitting: Sitting, where: str = "", look: Style | None = None) -> None:
        super().__init__(ansi_color=True)  # said here, or NO_COLOR would give black on black
        self._sitting = sitting
        self._where = where
        self._look = look or style()
        self.register_theme(THEME)
        self.theme = THEME.name

    def on_mount(self) -> None:
        self.push_screen(Desk(self._sitting, self._where, self._look))

    async def on_event(self, event: events.Event) -> None:
        """At a question keys are heard one after the other, each to its end. Textual would let the box and the screen
        hear them side by side, and a key that follows at once could take an answer to another question."""
        desk = self.screen_stack[-1] if self.screen_stack else None
        if isinstance(event, events.Key) and not event.is_forwarded and isinstance(desk, Desk):
            bound = None if desk.hear(event) else desk.active_bindings.get(event.key)
            if bound is not None:
                await self.run_action(bound.binding.action, bound.node)
            return
        await super().on_event(event)
