"""Where numbers and words are written on the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, TypeAlias

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Input

from grader.cli.quiz import view
from grader.cli.quiz.block import Block
from grader.quiz.answers import MOST_CHARACTERS, Answer
from grader.quiz.draw import Number
from grader.quiz.sitting import Sitting

Give: TypeAlias = Callable[[Answer], None]


class Line(Input):
    """A line to write in. What it holds is handed on with every key."""

    BINDINGS: ClassVar[list[BindingType]] = [  # these keys are edited with elsewhere
        Binding("ctrl+f", "screen.flag", show=False),
        Binding("ctrl+e", "screen.explain", show=False),
        Binding("ctrl+c", "app.quit", show=False),
        Binding("enter", "screen.enter", show=False),
    ]

    def __init__(self, text: str, give: Give, is_open: bool) -> None:
        self._held, self._hand_on = text, give
        super().__init__(
            value=text,
            placeholder="your answer here",
            disabled=not is_open,
            max_length=MOST_CHARACTERS,
            select_on_focus=False,
        )
        self.cursor_position = len(text)
        self.cursor_blink = False

    def watch_value(self, text: str) -> None:
        if text != self._held:
            self._held = text
            self._hand_on(text)


class Field(Horizontal):
    """A line, with the unit beside it."""

    DEFAULT_CSS = """
    Field { height: auto; }
    Field Line { width: 1fr; max-width: 50; }
    Field Block { width: 1fr; padding: 1 1; }
    """

    def __init__(self, sitting: Sitting, give: Give) -> None:
        super().__init__()
        self._line = Line(view.typed(sitting), give, sitting.is_open(sitting.variant))
        task = sitting.variant.task
        self._unit = task.unit if isinstance(task, Number) else ""

    def compose(self) -> ComposeResult:
        yield self._line
        yield Block(lambda _: [self._unit])
