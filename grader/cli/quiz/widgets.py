"""The widgets of a full-screen quiz."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import ClassVar, TypeAlias

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input

from grader.cli.screen import TextBlock
from grader.course.quiz_model import Matching, QuestionKind
from grader.quiz.answers import MOST_CHARACTERS, Answer, letter
from grader.quiz.paper import Variant, things
from grader.quiz.scoring import AnswerMark
from grader.quiz.session import QuizSession
from grader.render.quiz import Writer
from grader.render.style import Style

Give: TypeAlias = Callable[[Answer], None]


class AnswerInput(Input):
    """A text field. `give` is called with its text after every key."""

    BINDINGS: ClassVar[list[BindingType]] = [  # instead of the editing commands of `Input`
        ("ctrl+f", "screen.flag"),
        ("ctrl+e", "screen.explain"),
        ("ctrl+c", "app.quit"),
        ("enter", "screen.enter"),
    ]

    def __init__(self, text: str, give: Give, is_open: bool) -> None:
        self._text, self._give = text, give
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
        if text != self._text:
            self._text = text
            self._give(text)


def sign_of(session: QuizSession, variant: Variant) -> str:
    """Whether a question is answered, incomplete or open."""
    done = session.is_answered(variant) or session.is_explained(variant)
    return "●" if done else "◐" if session.is_begun(variant) else "○"


class QuestionMap(TextBlock):
    """A sign for each question: open, incomplete, answered, flagged, right or wrong. Clicking one goes there."""

    def __init__(self, session: QuizSession, look: Style, go: Callable[[int], Awaitable[None]], id: str) -> None:
        super().__init__(self._lines, id=id)
        self._session = session
        self._look = look
        self._go = go

    def _columns(self, width: int) -> int:
        """The width of a sign: 1 if there are many."""
        return 3 if 3 * len(self._session.paper.questions) <= width else 1

    def _lines(self, width: int) -> list[str]:
        signs = [self._sign(variant) for variant in self._session.paper.questions]
        if self._columns(width) == 1:
            return ["".join(signs[at : at + width]) for at in range(0, len(signs), width)]
        return ["".join(f"[{s}]" if at == self._session.index else f" {s} " for at, s in enumerate(signs))]

    def _sign(self, variant: Variant) -> str:
        session, look = self._session, self._look
        if session.is_explained(variant):
            mark = session.score(variant).mark
            return {AnswerMark.RIGHT: look.good("✓"), AnswerMark.PARTLY: look.warn("~")}.get(mark, look.bad("✗"))
        if session.is_flagged(variant):
            return look.warn("!")
        return sign_of(session, variant) if session.is_answered(variant) else look.dim(sign_of(session, variant))

    async def on_click(self, event: events.Click) -> None:
        offset, width = event.get_content_offset(self), self.content_size.width
        if offset is not None:
            at = offset.y * width + offset.x // self._columns(width)
            if at < len(self._session.paper.questions):
                await self._go(at)


class ChoiceBox(Vertical, can_focus=True, inherit_bindings=False):
    """Rows with a cursor, chosen by mouse, arrow keys or letters. A subclass handles each kind of question. The only
    state is the cursor: answers are in the session."""

    BINDINGS: ClassVar[list[BindingType]] = [("up", "move(-1)"), ("down", "move(1)"), ("space", "pick")]

    def __init__(self, session: QuizSession, writer: Writer, give: Give) -> None:
        super().__init__()
        self._session = session
        self._look = writer.style
        self._writer = writer
        self._give = give
        self._variant = session.variant
        self.cursor = 0
        self.can_focus = session.is_open(session.variant)

    @property
    def answer(self) -> Answer:
        return self._session.answer_to(self._variant)

    @property
    def count(self) -> int:
        """The number of rows that the cursor can be on."""
        return len(things(self._variant))

    def compose(self) -> ComposeResult:
        for at in range(self.count):
            yield ChoiceRow(partial(self.text_of, at), partial(self.clicked, at))

    def text_of(self, at: int, width: int) -> list[str]:
        raise NotImplementedError

    def clicked(self, at: int, x: int) -> None:  # noqa: ARG002 - subclasses use it
        self.cursor = at
        self.action_pick()

    def action_move(self, by: int) -> None:
        self.cursor = max(0, min(self.cursor + by, self.count - 1))
        self._follow()

    def action_pick(self) -> None:
        raise NotImplementedError

    def hear(self, character: str) -> bool:
        """Handle a key. Returns False if it is not the letter of a row."""
        return character.isascii() and character.isalpha() and self.chose(ord(character.lower()) - ord("a"))

    def chose(self, at: int) -> bool:
        """Choose a row by its letter. Returns False if there is no such row."""
        if at >= self.count:
            return False
        self.cursor = at
        self.action_pick()
        return True

    def give(self, answer: Answer) -> None:
        if self._session.is_open(self._variant):
            self._give(answer)
        self._follow()

    def redraw(self) -> None:
        for row in self.query(ChoiceRow):
            row.redraw()

    def _follow(self) -> None:
        """Redraw, and scroll to the cursor."""
        self.redraw()
        self.query(ChoiceRow)[self.cursor].scroll_visible(animate=False)

    def lead(self, at: int) -> str:
        """The cursor, or room for it."""
        return self._look.bold("▸") if at == self.cursor and self.has_focus else " "

    def on_focus(self) -> None:
        self.redraw()

    def on_blur(self) -> None:
        self.redraw()


class ChoiceRow(TextBlock):
    """A row of a box. `clicked` is called with the column of a click."""

    def __init__(self, write: Callable[[int], list[str]], clicked: Callable[[int], object]) -> None:
        super().__init__(write)
        self._clicked = clicked

    def on_click(self, event: events.Click) -> None:
        self._clicked(event.x)


class OptionBox(ChoiceBox):
    """One or several options to choose."""

    def text_of(self, at: int, width: int) -> list[str]:
        option, answer = things(self._variant)[at], self.answer
        chosen = option.id in (answer if isinstance(answer, list) else [answer])
        full, empty = ("(•)", "( )") if self._variant.kind is QuestionKind.SINGLE else ("[x]", "[ ]")
        sign = self._look.bold(full) if chosen else empty
        name = self._look.accent(f"{letter(at)})")
        return self._writer.hanging(f"{self.lead(at)} {sign} {name} ", option.text, width)

    def action_pick(self) -> None:
        picked, answer = things(self._variant)[self.cursor].id, self.answer
        if self._variant.kind is QuestionKind.SINGLE:
            self.give(picked)
            return
        chosen = set(answer) if isinstance(answer, list) else set()
        kept = [option.id for option in things(self._variant) if option.id in chosen ^ {picked}]
        self.give(kept or None)


class OrderBox(ChoiceBox):
    """Items to put in order: picked up with Space and moved with the arrow keys, or moved with the mouse."""

    BINDINGS: ClassVar[list[BindingType]] = [("shift+up", "carry(-1)"), ("shift+down", "carry(1)")]
    UP, DOWN = 2, 4  # the columns of the signs
    held: list[str] | None = None  # the order while an item is picked up, which is no answer until it is dropped

    @property
    def order(self) -> list[str]:
        """The ids of the items, as answered, else as shown."""
        answer = self.held or self.answer
        return answer if isinstance(answer, list) else [item.id for item in things(self._variant)]

    def text_of(self, at: int, width: int) -> list[str]:
        texts = {item.id: item.text for item in things(self._variant)}
        held = self.held and at == self.cursor
        lead = f"{self.lead(at)} {self._look.dim('▲ ▼')} {self._look.accent(f'{at + 1:2}.')} "
        lines = self._writer.hanging(lead, texts[self.order[at]], width)
        return [self._look.bold(line) for line in lines] if held else lines

    def clicked(self, at: int, x: int) -> None:
        self.drop()
        self.cursor = at
        if x in (self.UP, self.DOWN):
            self.action_carry(-1 if x == self.UP else 1)
        else:
            self.redraw()

    def chose(self, at: int) -> bool:  # noqa: ARG002 - rows have numbers, not letters
        return False

    def action_pick(self) -> None:
        """Pick up the item, or drop it. After that even an unchanged order is an answer."""
        if not self.drop():
            self.held = list(self.order)
            self._follow()

    def drop(self) -> bool:
        """Drop the item that is picked up: the order is the answer now. Returns False if there is none."""
        order, self.held = self.held, None
        if order is not None:
            self.give(order)
        return order is not None

    def action_move(self, by: int) -> None:
        if self.held:
            self.action_carry(by)
        else:
            super().action_move(by)

    def action_carry(self, by: int) -> None:
        order, to = list(self.order), self.cursor + by
        if 0 <= to < len(order):
            order[self.cursor], order[to] = order[to], order[self.cursor]
            self.cursor = to
            if self.held:
                self.held = order
                self._follow()
            else:
                self.give(order)


class MatchBox(ChoiceBox):
    """Left sides with the cursor; letters or clicks choose their right sides, which are listed below."""

    BINDINGS: ClassVar[list[BindingType]] = [("backspace,delete", "free")]

    @property
    def matching(self) -> Matching:
        assert isinstance(self._variant.task, Matching)
        return self._variant.task

    @property
    def count(self) -> int:
        return len(self.matching.lefts)

    @property
    def pairs(self) -> dict[str, str]:
        pairs = self._session.so_far(self._variant)
        return dict(pairs) if isinstance(pairs, dict) else {}

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield TextBlock(lambda _: [""])
        for at in range(len(self.matching.rights)):
            yield ChoiceRow(partial(self.right_of, at), partial(self.right_clicked, at))

    def text_of(self, at: int, width: int) -> list[str]:
        left = self.matching.lefts[at]
        rights = {right.id: f"{letter(place)})" for place, right in enumerate(self.matching.rights)}
        chosen = rights.get(self.pairs.get(left.id, ""), "__")
        shown = self._look.bold(f"{chosen:3}") if chosen != "__" else self._look.dim("__ ")
        return self._writer.hanging(f"{self.lead(at)} {at + 1:2}. {shown} ", left.text, width)

    def right_of(self, at: int, width: int) -> list[str]:
        name = self._look.accent(f"{letter(at)})")
        return self._writer.hanging(f"     {name} ", self.matching.rights[at].text, width)

    def clicked(self, at: int, x: int) -> None:  # noqa: ARG002
        self.cursor = at
        self.redraw()

    def right_clicked(self, at: int, _: int) -> None:
        self.chose(at)

    def chose(self, at: int) -> bool:
        """Choose the right side for the left one at the cursor, and go to the next left one that has none yet."""
        if at >= len(self.matching.rights):
            return False
        lefts = self.matching.lefts
        pairs = {**self.pairs, lefts[self.cursor].id: self.matching.rights[at].id}
        following = [(self.cursor + by) % self.count for by in range(1, self.count)]
        self.cursor = next((place for place in following if lefts[place].id not in pairs), self.cursor)
        self.give(pairs)
        return True

    def action_pick(self) -> None:
        """Space chooses the next right side."""
        rights = [right.id for right in self.matching.rights]
        left = self.matching.lefts[self.cursor].id
        now = self.pairs.get(left)
        at = (rights.index(now) + 1) % len(rights) if now in rights else 0
        self.give({**self.pairs, left: rights[at]})

    def action_free(self) -> None:
        left = self.matching.lefts[self.cursor].id
        self.give({one: right for one, right in self.pairs.items() if one != left} or None)


def box_for(session: QuizSession, writer: Writer, give: Give) -> Widget:
    """The widget for the answer to the current question. A text field has the unit beside it."""
    variant = session.variant
    if variant.kind in (QuestionKind.NUMERIC, QuestionKind.TEXT):
        field = AnswerInput(session.typed, give, session.is_open(variant))
        return Horizontal(field, TextBlock(lambda _: [variant.unit]), classes="field")
    boxes = {QuestionKind.ORDERING: OrderBox, QuestionKind.MATCHING: MatchBox}
    return boxes.get(variant.kind, OptionBox)(session, writer, give)
