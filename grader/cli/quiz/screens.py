"""The screens of a full-screen quiz: questions and dialogs."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Input, OptionList
from textual.widgets.option_list import Option

from grader.cli.quiz.widgets import ChoiceBox, KeyAction, KeyBar, QuestionMap, TextBlock, box_for
from grader.course.quiz_model import QuestionKind
from grader.errors import UsageError
from grader.quiz.answers import Answer, answer_problem
from grader.quiz.session import QuizSession
from grader.render.quiz import (
    Writer,
    before_submitting,
    clock,
    columns,
    explained_at_end,
    heading,
    how,
    question_writer,
    render_feedback,
    render_outcome,
)
from grader.render.style import Style, cut, display_width, wrap

# ---- What comes over the question, and after the last one: what is left to do, the keys, the result.


WIDEST = 100
HAND_IN = -1
KEYS = {
    QuestionKind.SINGLE: [("a b c …", "choose an option"), ("↑ ↓ Space", "choose by the cursor")],
    QuestionKind.MULTIPLE: [("a b c …", "choose an option, or not"), ("↑ ↓ Space", "choose by the cursor")],
    QuestionKind.NUMERIC: [],
    QuestionKind.TEXT: [],
    QuestionKind.ORDERING: [("Space ↑ ↓ Space", "take an item, move it, put it down"), ("Shift+↑ ↓", "move the item")],
    QuestionKind.MATCHING: [("↑ ↓", "choose a left side"), ("a b c …", "its right side"), ("Backspace", "none")],
}
EVERYWHERE = [
    ("← →", "question before, question after (Ctrl+P, Ctrl+N while you write)"),
    ("Ctrl+F", "flag a question to come back to"),
    ("PgUp PgDn", "scroll a long question"),
    ("Ctrl+Q", "stop here; everything is saved"),
]


class SummaryScreen(ModalScreen[int | None]):
    """What is left to do. Gives HAND_IN, the index of a question to go to, or None to go back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "hand_in"),
        Binding("escape", "back"),
    ]

    def __init__(self, session: QuizSession, look: Style) -> None:
        super().__init__()
        self._session = session
        self._look = look

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield TextBlock(self._head)
            yield OptionList(*map(Option, self._rows()), markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Back (Esc)", id="back", compact=True)
                yield Button("Hand in (Ctrl+S)", id="hand_in", compact=True)

    def _head(self, width: int) -> list[str]:
        sentences = before_submitting(self._session) or ["Every question has an answer."]
        return [self._look.bold("Hand in?"), *(line for one in sentences for line in wrap(one, width))]

    def _rows(self) -> list[str]:
        session = self._session
        writer = Writer(self._look._replace(color=False), [variant.prompt for variant in session.paper.questions])
        rows = []
        for at, variant in enumerate(session.paper.questions, 1):
            done = session.is_answered(variant) or session.is_explained(variant)
            flag = "!" if session.is_flagged(variant) else " "
            rows.append(f"{'●' if done else '○'}{flag}{at:3}. {writer.line(variant.prompt)}"[:200])
        return rows

    def on_mount(self) -> None:
        """The cursor is on what is left to do."""
        session = self._session
        self.query_one(OptionList).highlighted = next(iter(session.unanswered or session.flagged), session.index)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(HAND_IN if event.button.id == "hand_in" else None)

    def action_hand_in(self) -> None:
        self.dismiss(HAND_IN)

    def action_back(self) -> None:
        self.dismiss(None)


class HelpScreen(ModalScreen[None]):
    """The keys, here."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,f1", "dismiss")]

    def __init__(self, session: QuizSession, look: Style) -> None:
        super().__init__()
        self._session = session
        self._look = look

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog"):
            yield TextBlock(self._lines)

    def _lines(self, width: int) -> list[str]:
        session = self._session
        look = self._look._replace(width=width)
        at_once = session.explains_at_once
        rows = [*KEYS[session.variant.kind], ("Enter", "check the answer, then go on" if at_once else "go on")]
        rows += [("Ctrl+E", "show the answer; it then counts as not known")] if at_once else []
        rows += [("Ctrl+S", "what is left to do, and hand in")] if session.hands_in else []
        signs = "Above: ● answered, ○ open, ! flagged."
        return [look.bold("Keys"), *columns([*rows, *EVERYWHERE], look), "", signs, "Esc closes this."]


class ResultScreen(Screen[None]):
    """The score where it may be told, and what is said to each answer."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,escape,q", "app.quit")]

    def __init__(self, session: QuizSession, where: str, look: Style) -> None:
        super().__init__()
        self._session = session
        self._where = where
        self._look = look

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="page"):
            yield TextBlock(self._lines)
        yield KeyBar(lambda: [KeyAction("Enter", "close", "app.quit")], self._look, id="keys")

    def _lines(self, width: int) -> list[str]:
        session, look = self._session, self._look._replace(width=min(width, WIDEST))
        head = [look.bold(look.clean(session.paper.title)), "", *render_outcome(session, self._where, look)]
        return [*head, *explained_at_end(session, look)]

    def on_mount(self) -> None:
        self.query_one("#page").focus()


# ---- One question on the screen, and everything around it.


HURRY = 60.0  # seconds: when the clock turns red
HOW = {
    QuestionKind.SINGLE: "Choose one: press its letter, or click it.",
    QuestionKind.MULTIPLE: "Choose all that fit: press letters, or click.",
    QuestionKind.ORDERING: "Space takes an item and puts it down, ↑ ↓ move it; or click ▲ ▼.",
    QuestionKind.MATCHING: "↑ ↓ choose a row, a letter its partner; or click both.",
}


class ScrollArea(VerticalScroll, inherit_bindings=False):
    """What scrolls. Its own keys would be in the way: arrows lead to other questions."""


class QuestionScreen(Screen[None]):
    """The question that a session is at."""

    AUTO_FOCUS = ""  # it would scroll to the box, away from the question
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "enter"),
        Binding("right,ctrl+n", "go(1)"),
        Binding("left,ctrl+p", "go(-1)"),
        Binding("ctrl+f", "flag"),
        Binding("ctrl+e", "explain"),
        Binding("ctrl+s", "summary"),
        Binding("f1,question_mark", "help"),
        Binding("pageup", "page(-1)"),
        Binding("pagedown", "page(1)"),
    ]

    def __init__(self, session: QuizSession, where: str, look: Style) -> None:
        super().__init__()
        self.session = session
        self.look = look
        self._where = where
        self._ended = False

    def compose(self) -> ComposeResult:
        yield TextBlock(self._bar, id="bar")
        yield QuestionMap(self.session, self.look, self.jump, id="map")
        yield ScrollArea(id="page", can_focus=False)
        yield KeyBar(self._offers, self.look, id="keys")

    async def on_mount(self) -> None:
        self.set_interval(1, self.tick)
        await self.show()

    def tick(self) -> None:
        """Once a second: the clock, and the end of the time."""
        self._do(self.session.is_in_time)
        self.query_one("#bar", TextBlock).redraw()
        self._end_if_over()

    async def show(self) -> None:
        """The question, anew."""
        self._do(self.session.is_in_time)
        if self._end_if_over():
            return
        page, prompt = self.query_one("#page", VerticalScroll), self.session.variant.prompt
        writer = question_writer(self.session, self.look)
        await page.remove_children()
        await page.mount(
            TextBlock(lambda _: [heading(self.session, self.look)]),
            TextBlock(lambda width: ["", *writer.block(prompt, min(width, WIDEST)), ""]),
            TextBlock(self._how),
            box_for(self.session, self.look, writer, self._give),
            TextBlock(lambda _: [], id="problem"),
            TextBlock(self._said, id="said"),
        )
        page.scroll_home(animate=False)
        for place in (*page.query(Input), *page.query(ChoiceBox)):
            self.set_focus(place, scroll_visible=False)
        self._redraw()

    def hear(self, event: events.Key) -> bool:
        """A key that answers: a letter, or something to write. False if it is none."""
        place, character = self.focused, event.character
        if character is None or not event.is_printable:
            return False
        if isinstance(place, Input):
            place.replace(character, *sorted(place.selection))
            return True
        return isinstance(place, ChoiceBox) and place.hear(character)

    def _give(self, answer: Answer) -> None:
        """Save at once. What is typed and cannot be an answer yet is kept as a draft."""
        variant = self.session.variant
        self._tell("")
        if isinstance(answer, str) and answer_problem(variant, answer):
            self._do(lambda: self.session.draft(answer))
        else:
            self._do(lambda: self.session.answer(answer))
        self._redraw()

    async def action_enter(self) -> None:
        """Check the answer where that is done at once, else go on."""
        session = self.session
        if not self._may_explain():
            await self.action_go(1)
        elif self._problem():
            self._tell(self._problem())
        elif session.is_answered(session.variant):
            await self.action_explain()
        else:
            self._tell(f"There is no answer yet. {self._arrows()[0]} goes on without one.")

    async def action_go(self, by: int) -> None:
        session = self.session
        if self._problem():
            self._tell(self._problem())
        elif session.index + by >= len(session.paper.questions):
            self._after_last()
        else:
            await self.jump(session.index + by)

    async def jump(self, index: int) -> None:
        """To a question, whatever stands in the field of this one: it is kept as a draft."""
        self._do(lambda: self.session.go(index))
        await self.show()

    async def action_explain(self) -> None:
        if not self._may_explain():
            return
        self._do(self.session.explain)
        await self.show()
        page, said = self.query_one("#page"), self.query_one("#said")
        self.call_after_refresh(
            lambda: said.scroll_visible(animate=False, top=said.outer_size.height >= page.size.height)
        )

    def action_flag(self) -> None:
        self._do(self.session.flag)
        self._redraw()

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen(self.session, self.look))

    def action_page(self, by: int) -> None:
        page = self.query_one("#page", VerticalScroll)
        (page.scroll_page_down if by > 0 else page.scroll_page_up)(animate=False)

    def action_summary(self) -> None:
        """All questions, and the way to hand in."""

        async def decided(where: int | None) -> None:
            if where == HAND_IN:
                self._do(self.session.submit)
                self._end_if_over()
            elif where is not None:
                await self.jump(where)

        if self.session.hands_in:
            self.app.push_screen(SummaryScreen(self.session, self.look), decided)

    def _after_last(self) -> None:
        session = self.session
        if session.hands_in:
            self.action_summary()
        elif all(session.is_explained(variant) for variant in session.paper.questions):
            self._do(session.submit)
            self.app.exit()
        else:
            self._tell("This is the last one. Go back to those you left out, or end with Ctrl+Q.")

    def _end_if_over(self) -> bool:
        if self.session.is_over and not self._ended:
            self._ended = True
            self.app.push_screen(ResultScreen(self.session, self._where, self.look))
        return self._ended

    def _may_explain(self) -> bool:
        return self.session.explains_at_once and self.session.is_open(self.session.variant)

    def _problem(self) -> str:
        """Why what stands in the field is no answer."""
        draft = self.session.attempt.drafts.get(self.session.variant.id)
        problem = answer_problem(self.session.variant, draft) if draft is not None else ""
        return f"This is no answer yet: {problem}." if problem else ""

    def _do(self, step: Callable[[], object]) -> None:
        """A step that is saved. If it cannot be, it is told, and still there in memory."""
        try:
            step()
        except UsageError as problem:
            self._tell(str(problem))

    def _tell(self, sentence: str) -> None:
        for block in self.query("#problem").results(TextBlock):
            block.set_lines(lambda width: self._sentence(sentence, width) if sentence else [])
            if sentence:
                self.call_after_refresh(block.scroll_visible, animate=False)

    def _sentence(self, sentence: str, width: int) -> list[str]:
        return ["", *wrap(self.look.warn(self.look.clean(sentence)), width)]

    def _how(self, width: int) -> list[str]:
        """What to do with this sort of question, while it is open."""
        variant = self.session.variant
        if not self.session.is_open(variant):
            return []
        told = how(variant)
        text = HOW.get(variant.kind) or f"{told[0].upper()}{told[1:]}."
        return [*wrap(self.look.dim(self.look.clean(text)), width), ""]

    def _said(self, width: int) -> list[str]:
        session = self.session
        if not session.is_explained(session.variant):
            return []
        writer = question_writer(session, self.look._replace(width=min(width, WIDEST)))
        return ["", *render_feedback(session, session.variant, writer)]

    def _bar(self, width: int) -> list[str]:
        """The title, how much is answered, the time that is left."""
        session, look = self.session, self.look
        count, left = len(session.paper.questions), session.seconds_left
        right = look.dim(f"{count - len(session.unanswered)} of {count} answered")
        if left is not None:
            right += f"   {(look.bad if left < HURRY else look.bold)(f'{clock(left)} left')}"
        title = cut(look.clean(session.paper.title), max(4, width - display_width(right) - 2), look.ellipsis)
        gap = " " * max(1, width - display_width(title) - display_width(right))
        return [f"{look.bold(title)}{gap}{right}"]

    def _offers(self) -> list[KeyAction]:
        ahead, back = self._arrows()
        checks = self._may_explain()
        offers = [KeyAction("Enter", "check" if checks else "next", "enter")]
        offers += [KeyAction(ahead, "next", "go(1)")] * checks + [KeyAction(back, "back", "go(-1)")]
        offers += [KeyAction("^F", "flag", "flag")] + [KeyAction("^E", "show", "explain")] * checks
        offers += [KeyAction("^S", "hand in", "summary")] * self.session.hands_in
        return [*offers, KeyAction("F1", "help", "help"), KeyAction("^Q", "quit", "app.quit")]

    def _arrows(self) -> tuple[str, str]:
        """Keys to the question after and before. In a line of text arrows move the cursor."""
        return ("^N", "^P") if isinstance(self.focused, Input) else ("→", "←")

    def _redraw(self) -> None:
        for block in self.query(TextBlock):
            block.redraw()
