"""What comes over the question, and after the last one: what is left to do, the keys, the result."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, OptionList
from textual.widgets.option_list import Option

from grader.cli.quiz import view
from grader.cli.quiz.block import Block, Keys, Offer
from grader.course.quizfile import Kind
from grader.quiz.sitting import Sitting
from grader.report.quiz import columns
from grader.report.quiztext import Writer
from grader.report.style import Style, wrap

WIDEST = 100
HAND_IN = -1
KEYS = {
    Kind.SINGLE: [("a b c …", "choose an option"), ("↑ ↓ Space", "choose by the cursor")],
    Kind.MULTIPLE: [("a b c …", "choose an option, or not"), ("↑ ↓ Space", "choose by the cursor")],
    Kind.NUMERIC: [],
    Kind.TEXT: [],
    Kind.ORDERING: [("Space ↑ ↓ Space", "take an item, move it, put it down"), ("Shift+↑ ↓", "move the item")],
    Kind.MATCHING: [("↑ ↓", "choose a left side"), ("a b c …", "its right side"), ("Backspace", "none")],
}
EVERYWHERE = [
    ("← →", "question before, question after (Ctrl+P, Ctrl+N while you write)"),
    ("Ctrl+F", "flag a question to come back to"),
    ("PgUp PgDn", "scroll a long question"),
    ("Ctrl+Q", "stop here; everything is saved"),
]


class Summary(ModalScreen[int | None]):
    """What is left to do. Gives HAND_IN, the index of a question to go to, or None to go back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "hand_in"),
        Binding("escape", "back"),
    ]

    def __init__(self, sitting: Sitting, look: Style) -> None:
        super().__init__()
        self._sitting = sitting
        self._look = look

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Block(self._head)
            yield OptionList(*map(Option, self._rows()), markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Back (Esc)", id="back", compact=True)
                yield Button("Hand in (Ctrl+S)", id="hand_in", compact=True)

    def _head(self, width: int) -> list[str]:
        sentences = view.before_submitting(self._sitting) or ["Every question has an answer."]
        return [self._look.bold("Hand in?"), *(line for one in sentences for line in wrap(one, width))]

    def _rows(self) -> list[str]:
        sitting = self._sitting
        writer = Writer(self._look._replace(color=False), [variant.prompt for variant in sitting.paper.questions])
        rows = []
        for at, variant in enumerate(sitting.paper.questions, 1):
            done = sitting.is_answered(variant) or sitting.is_explained(variant)
            flag = "!" if sitting.is_flagged(variant) else " "
            rows.append(f"{'●' if done else '○'}{flag}{at:3}. {writer.line(variant.prompt)}"[:200])
        return rows

    def on_mount(self) -> None:
        """The cursor is on what is left to do."""
        sitting = self._sitting
        self.query_one(OptionList).highlighted = next(iter(sitting.unanswered or sitting.flagged), sitting.index)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(HAND_IN if event.button.id == "hand_in" else None)

    def action_hand_in(self) -> None:
        self.dismiss(HAND_IN)

    def action_back(self) -> None:
        self.dismiss(None)


class Help(ModalScreen[None]):
    """The keys, here."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,f1", "dismiss")]

    def __init__(self, sitting: Sitting, look: Style) -> None:
        super().__init__()
        self._sitting = sitting
        self._look = look

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog"):
            yield Block(self._lines)

    def _lines(self, width: int) -> list[str]:
        sitting = self._sitting
        look = self._look._replace(width=width)
        at_once = sitting.explains_at_once
        rows = [*KEYS[sitting.variant.kind], ("Enter", "check the answer, then go on" if at_once else "go on")]
        rows += [("Ctrl+E", "show the answer; it then counts as not known")] if at_once else []
        rows += [("Ctrl+S", "what is left to do, and hand in")] if sitting.hands_in else []
        signs = "Above: ● answered, ○ open, ! flagged."
        return [look.bold("Keys"), *columns([*rows, *EVERYWHERE], look), "", signs, "Esc closes this."]


class Outcome(Screen[None]):
    """The score where it may be told, and what is said to each answer."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,escape,q", "app.quit")]

    def __init__(self, sitting: Sitting, where: str, look: Style) -> None:
        super().__init__()
        self._sitting = sitting
        self._where = where
        self._look = look

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="page"):
            yield Block(self._lines)
        yield Keys(lambda: [Offer("Enter", "close", "app.quit")], self._look, id="keys")

    def _lines(self, width: int) -> list[str]:
        sitting, look = self._sitting, self._look._replace(width=min(width, WIDEST))
        head = [look.bold(look.clean(sitting.paper.title)), "", *view.outcome(sitting, self._where, look)]
        return [*head, *view.explained_at_end(sitting, look)]

    def on_mount(self) -> None:
        self.query_one("#page").focus()
