"""The full-screen quiz: the app, its screens and its dialogs."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events, getters
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Input, OptionList

from grader.cli.common import style
from grader.cli.quiz.widgets import ChoiceBox, OrderBox, QuestionMap, box_for, sign_of
from grader.cli.screen import THEME, KeyAction, KeyBar, TextBlock
from grader.course.quiz_model import QuestionKind
from grader.errors import UsageError
from grader.quiz.answers import Answer, answer_problem
from grader.quiz.session import QuizSession
from grader.render.quiz import (
    Writer,
    before_submitting,
    clock,
    explained_at_end,
    heading,
    how,
    problem_of,
    question_writer,
    render_feedback,
    render_outcome,
)
from grader.render.style import Style, columns, cut, display_width, wrap

WIDEST = 100
DIALOG = 76  # the widest dialog
SUBMIT = -1
HURRY = 60.0  # seconds: when the clock turns red
HOW = {
    QuestionKind.SINGLE: "Choose one: press its letter, or click it.",
    QuestionKind.MULTIPLE: "Choose all that apply: press letters, or click.",
    QuestionKind.ORDERING: "Space picks up an item and drops it, ↑ ↓ move it; or click ▲ ▼.",
    QuestionKind.MATCHING: "↑ ↓ choose a row, a letter its partner; or click both.",
}
KEYS = {
    QuestionKind.SINGLE: [("a b c …", "choose an option"), ("↑ ↓ Space", "choose with the cursor")],
    QuestionKind.MULTIPLE: [("a b c …", "select an option, or clear it"), ("↑ ↓ Space", "choose with the cursor")],
    QuestionKind.ORDERING: [("Space ↑ ↓ Space", "pick up an item, move it, drop it"), ("Shift+↑ ↓", "move the item")],
    QuestionKind.MATCHING: [("↑ ↓", "choose a left side"), ("a b c …", "its right side"), ("Backspace", "none")],
}
EVERYWHERE = [
    ("← →", "previous and next question (Ctrl+P, Ctrl+N in a text field)"),
    ("Ctrl+F", "flag a question to come back to"),
    ("PgUp PgDn", "scroll a long question"),
    ("Ctrl+Q", "stop here; everything is saved"),
]
INSTEAD = "If an editor or a browser takes a Ctrl key or F1 for itself: press Esc, then N P F E S or Q without Ctrl."


class QuizApp(App[None]):
    """A session on the full screen. `where`: a sentence for the end, on where the answers are."""

    TITLE = "Quiz"
    ENABLE_COMMAND_PALETTE = False
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+q,ctrl+c", "quit")]

    def __init__(self, session: QuizSession, where: str = "", look: Style | None = None) -> None:
        super().__init__(ansi_color=True)  # otherwise NO_COLOR would give black on black
        self.session = session
        self.where = where
        self.look = look or style()
        self.register_theme(THEME)
        self.theme = THEME.name

    def on_mount(self) -> None:
        self.push_screen(QuestionScreen(self.session, self.look))

    async def on_event(self, event: events.Event) -> None:
        """Handle the keys of a question one after the other, each to its end. Textual would let the box and the screen
        handle them concurrently, and a key that follows at once could take an answer to another question."""
        screen = self.screen_stack[-1] if self.screen_stack else None
        if isinstance(event, events.Key) and not event.is_forwarded and isinstance(screen, QuestionScreen):
            bound = None if screen.hear(event) else screen.active_bindings.get(event.key)
            if bound is not None:
                await self.run_action(bound.binding.action, bound.node)
            return
        await super().on_event(event)


class SummaryScreen(ModalScreen[int | None]):
    """What is left to do. Returns SUBMIT, the index of a question to go to, or None to go back."""

    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+s,s", f"dismiss({SUBMIT})"), ("escape", "dismiss")]

    app = getters.app(QuizApp)

    def compose(self) -> ComposeResult:
        session = self.app.session
        writer = Writer(self.app.look._replace(color=False), [variant.prompt for variant in session.paper.questions])
        rows = []
        for at, variant in enumerate(session.paper.questions, 1):
            flag = "!" if session.is_flagged(variant) else " "
            lead = f"{sign_of(session, variant)}{flag}{at:3}. "
            rows.append(lead + writer.short(variant.prompt, self._room - len(lead)))
        with Vertical(classes="dialog"):
            yield TextBlock(self._head)
            yield OptionList(*rows, markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Back (Esc)", id="back", compact=True)
                yield Button("Submit (S)", id="submit", compact=True)

    @property
    def _room(self) -> int:
        """The width of a row, as the style sheet has it: the dialog without its frame, padding and scroll bar."""
        return min(self.app.size.width * 9 // 10, DIALOG) - 5

    def _head(self, width: int) -> list[str]:
        sentences = before_submitting(self.app.session) or ["Every question has an answer."]
        return [self.app.look.bold("Submit?"), *(line for one in sentences for line in wrap(one, width))]

    def on_mount(self) -> None:
        """Put the cursor on what is left to do."""
        session = self.app.session
        self.query_one(OptionList).highlighted = next(iter(session.unanswered or session.flagged), session.index)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(SUBMIT if event.button.id == "submit" else None)


class HelpScreen(ModalScreen[str | None]):
    """The keys for the question on the screen. Returns the action of a letter: an editor or browser around the terminal
    takes many Ctrl keys for itself, and so each has a letter here."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,enter,f1", "dismiss"),
        ("n", "dismiss('go(1)')"),
        ("p", "dismiss('go(-1)')"),
        ("f", "dismiss('flag')"),
        ("e", "dismiss('explain')"),
        ("s", "dismiss('summary')"),
        ("q", "dismiss('app.quit')"),
    ]

    app = getters.app(QuizApp)

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog"):
            yield TextBlock(self._lines)

    def _lines(self, width: int) -> list[str]:
        session, look = self.app.session, self.app.look._replace(width=width)
        at_once = session.explains_at_once
        rows = KEYS.get(session.variant.kind, [])
        rows = [*rows, ("Enter", "check the answer, then continue" if at_once else "continue")]
        rows += [("Ctrl+E", "show the answer; it then counts as not known")] if at_once else []
        rows += [("Ctrl+S", "see what is left to do, and submit")] if session.submits else []
        signs = "Above: ● answered, ◐ incomplete, ○ open, ! flagged."
        return [
            look.bold("Keys"),
            *columns([*rows, *EVERYWHERE], look),
            "",
            signs,
            *wrap(INSTEAD, width),
            "Esc closes this.",
        ]


class ResultScreen(Screen[None]):
    """The score and the feedback, as far as the quiz shows them."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter,escape,q", "app.quit")]

    app = getters.app(QuizApp)

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="page"):
            yield TextBlock(self._lines)
        yield KeyBar(lambda: [KeyAction("Enter", "close", "app.quit")], self.app.look, id="keys")

    def _lines(self, width: int) -> list[str]:
        session, look = self.app.session, self.app.look._replace(width=min(width, WIDEST))
        head = [look.bold(look.clean(session.paper.title)), "", *render_outcome(session, self.app.where, look)]
        return [*head, *explained_at_end(session, look)]

    def on_mount(self) -> None:
        self.query_one("#page").focus()


class ScrollArea(VerticalScroll, inherit_bindings=False):
    """Scrolls, but not by its own keys: the arrow keys lead to other questions."""


class QuestionScreen(Screen[None]):
    """The current question of a session, with everything around it."""

    AUTO_FOCUS = ""  # focus would scroll to the box, away from the question
    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "enter"),
        ("right,ctrl+n", "go(1)"),
        ("left,ctrl+p", "go(-1)"),
        ("ctrl+f", "flag"),
        ("ctrl+e", "explain"),
        ("ctrl+s", "summary"),
        ("escape,f1,question_mark", "help"),
        ("pageup", "page(-1)"),
        ("pagedown", "page(1)"),
    ]

    def __init__(self, session: QuizSession, look: Style) -> None:
        super().__init__()
        self.session = session
        self.look = look
        self._warning = ""
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
        """Once a second: update the clock, and end the attempt when the time is up."""
        self.query_one("#bar", TextBlock).redraw()
        self._end_if_over()

    async def show(self) -> None:
        """Show the current question."""
        if self._end_if_over():
            return
        self._warning = ""
        page, prompt = self.query_one("#page", VerticalScroll), self.session.variant.prompt
        writer = question_writer(self.session, self.look)
        await page.remove_children()
        await page.mount(
            TextBlock(lambda _: [heading(self.session, self.look)]),
            TextBlock(lambda width: ["", *writer.block(prompt, min(width, WIDEST)), ""]),
            TextBlock(self._how),
            box_for(self.session, writer, self._give),
            TextBlock(self._problem_lines, id="problem"),
            TextBlock(self._feedback, id="feedback"),
        )
        page.scroll_home(animate=False)
        for place in (*page.query(Input), *page.query(ChoiceBox)):
            self.set_focus(place, scroll_visible=False)
        self._redraw()

    def hear(self, event: events.Key) -> bool:
        """Handle a key that answers: a letter, or text. Returns False for all other keys."""
        place, character = self.focused, event.character
        if character is None or not event.is_printable:
            return False
        if isinstance(place, Input):
            place.replace(character, *sorted(place.selection))
            return True
        return isinstance(place, ChoiceBox) and place.hear(character)

    def _give(self, answer: Answer) -> None:
        """Save at once. Text that is not an answer yet is saved as a draft."""
        self._warn("")
        if isinstance(answer, str) and answer_problem(self.session.variant, answer):
            self._do(lambda: self.session.draft(answer))
        else:
            self._do(lambda: self.session.answer(answer))
        self._redraw()

    async def action_enter(self) -> None:
        """Check the answer if the quiz checks at once, else go to the next question."""
        session = self.session
        if any(box.drop() for box in self.query(OrderBox)):
            return
        if self._problem():
            self._warn(f"{self._problem()} {self._arrows()[0]} continues without one.")
        elif not self._may_explain():
            await self.action_go(1)
        elif session.is_answered(session.variant):
            await self.action_explain()
        else:
            self._warn(f"There is no answer yet. {self._arrows()[0]} continues without one.")

    async def action_go(self, by: int) -> None:
        session = self.session
        if session.index + by < len(session.paper.questions):
            await self.jump(session.index + by)
        elif session.submits:
            self.action_summary()
        elif all(session.is_explained(variant) for variant in session.paper.questions):
            self._do(session.submit)
            self.app.exit()
        else:
            self._warn("This is the last question. Go back to those you skipped, or quit with Ctrl+Q.")

    async def jump(self, index: int) -> None:
        """Go to a question. What was typed for the current one stays as a draft."""
        self._do(lambda: self.session.go(index))
        await self.show()

    async def action_explain(self) -> None:
        if not self._may_explain():
            return
        self._do(self.session.explain)
        await self.show()
        page, feedback = self.query_one("#page"), self.query_one("#feedback")
        self.call_after_refresh(
            lambda: feedback.scroll_visible(animate=False, top=feedback.outer_size.height >= page.size.height)
        )

    def action_flag(self) -> None:
        self._do(self.session.flag)
        self._redraw()

    def action_help(self) -> None:
        async def chosen(action: str | None) -> None:
            if action is not None:
                await self.run_action(action)

        self.app.push_screen(HelpScreen(), chosen)

    def action_page(self, by: int) -> None:
        page = self.query_one("#page", VerticalScroll)
        (page.scroll_page_down if by > 0 else page.scroll_page_up)(animate=False)

    def action_summary(self) -> None:
        """List all questions, with a button to submit."""

        async def decided(where: int | None) -> None:
            if where == SUBMIT:
                self._do(self.session.submit)
                self._end_if_over()
            elif where is not None:
                await self.jump(where)

        if self.session.submits:
            self.app.push_screen(SummaryScreen(), decided)

    def _end_if_over(self) -> bool:
        """End the attempt when the time is up, and show the result once it has ended. Returns whether it has."""
        self._do(self.session.is_in_time)
        if self.session.attempt.is_finished and not self._ended:
            self._ended = True
            self.app.push_screen(ResultScreen())
        return self._ended

    def _may_explain(self) -> bool:
        return self.session.explains_at_once and self.session.is_open(self.session.variant)

    def _problem(self) -> str:
        """A sentence if what was typed or paired is not an answer yet, else ""."""
        problem = problem_of(self.session)
        return f"This is not an answer yet: {problem}." if problem else ""

    def _do(self, step: Callable[[], object]) -> None:
        """Take a step that is saved. If saving fails, warn; the step is still done in memory."""
        try:
            step()
        except UsageError as problem:
            self._warn(str(problem))

    def _warn(self, sentence: str) -> None:
        """Show a warning below the question; an empty one removes it."""
        self._warning = sentence
        for block in self.query("#problem").results(TextBlock):
            block.redraw()
            if sentence:
                self.call_after_refresh(block.scroll_visible, animate=False)

    def _problem_lines(self, width: int) -> list[str]:
        return ["", *wrap(self.look.warn(self.look.clean(self._warning)), width)] if self._warning else []

    def _how(self, width: int) -> list[str]:
        """How to answer this kind of question, while it is open."""
        variant = self.session.variant
        if not self.session.is_open(variant):
            return []
        words = how(variant)
        text = HOW.get(variant.kind) or f"{words[0].upper()}{words[1:]}."
        return [*wrap(self.look.dim(self.look.clean(text)), width), ""]

    def _feedback(self, width: int) -> list[str]:
        session = self.session
        if not session.is_explained(session.variant):
            return []
        writer = question_writer(session, self.look._replace(width=min(width, WIDEST)))
        return ["", *render_feedback(session, session.variant, writer)]

    def _bar(self, width: int) -> list[str]:
        """The title, the number of answers, the time left."""
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
        offers += [KeyAction("^S", "submit", "summary")] * self.session.submits
        return [*offers, KeyAction("Esc", "help", "help"), KeyAction("^Q", "quit", "app.quit")]

    def _arrows(self) -> tuple[str, str]:
        """The keys for the next and the previous question. In a text field the arrows move the cursor."""
        return ("^N", "^P") if isinstance(self.focused, Input) else ("→", "←")

    def _redraw(self) -> None:
        for block in self.query(TextBlock):
            block.redraw()
