"""The widgets of a full-screen quiz."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, NamedTuple, TypeAlias

from rich.text import Text
from textual import events
from textual.app import ComposeResult, RenderResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Input

from grader.course.quiz_model import Matching, QuestionKind
from grader.quiz.answers import MOST_CHARACTERS, Answer, letter, things
from grader.quiz.paper import Variant
from grader.quiz.scoring import AnswerMark
from grader.quiz.session import QuizSession
from grader.render.quiz import Writer
from grader.render.style import Style, display_width

# ---- Text on the screen that is written for the width it gets.


class TextBlock(Widget):
    """`write` gives the lines for a width, with colours as a terminal knows them."""

    DEFAULT_CSS = "TextBlock { height: auto; width: 1fr; }"

    def __init__(self, write: Callable[[int], list[str]], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._write = write
        self._written: tuple[int, int, Content] | None = None  # width, lines, content

    def redraw(self) -> None:
        """What there is to write has changed."""
        self._written = None
        self.clear_cached_dimensions()
        self.refresh(layout=True)

    def set_lines(self, write: Callable[[int], list[str]]) -> None:
        self._write = write
        self.redraw()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's
        lines, content = self._content(width)
        return max(lines, content.get_height(self.styles.get_rules(), width)) if lines else 0

    def render(self) -> RenderResult:
        return self._content(self.content_size.width)[1]

    def _content(self, width: int) -> tuple[int, Content]:
        if self._written is None or self._written[0] != width:
            lines = self._write(max(10, width))
            self._written = (width, len(lines), Content.from_rich_text(Text.from_ansi("\n".join(lines))))
        return self._written[1:]


class KeyAction(NamedTuple):
    """Something to do: its key, a word for it, and the action of the screen."""

    key: str
    word: str
    action: str

    @property
    def size(self) -> int:
        return display_width(f"{self.key} {self.word}")


class KeyBar(TextBlock):
    """What can be done here. It is clicked, too."""

    GAP = "  "

    def __init__(self, offers: Callable[[], list[KeyAction]], look: Style, **kwargs: Any) -> None:
        super().__init__(self._lines, **kwargs)
        self._offers = offers
        self._look = look

    def _lines(self, width: int) -> list[str]:
        rows = ([f"{self._look.accent(offer.key)} {offer.word}" for offer in row] for row in self._rows(width))
        return [self.GAP.join(row) for row in rows]

    def _rows(self, width: int) -> list[list[KeyAction]]:
        rows: list[list[KeyAction]] = [[]]
        for offer in self._offers():
            if rows[-1] and sum(other.size + len(self.GAP) for other in rows[-1]) + offer.size > width:
                rows.append([])
            rows[-1].append(offer)
        return rows

    async def on_click(self, event: events.Click) -> None:
        offset, rows = event.get_content_offset(self), self._rows(self.content_size.width)
        start = 0
        for offer in rows[offset.y] if offset is not None and offset.y < len(rows) else ():
            if offset is not None and start <= offset.x < start + offer.size:
                await self.screen.run_action(offer.action)
            start += offer.size + len(self.GAP)


# ---- Where numbers and words are written on the screen.


Give: TypeAlias = Callable[[Answer], None]


class AnswerInput(Input):
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


class AnswerField(Horizontal):
    """A line, with the unit beside it."""

    DEFAULT_CSS = """
    AnswerField { height: auto; }
    AnswerField AnswerInput { width: 1fr; max-width: 50; }
    AnswerField TextBlock { width: 1fr; padding: 1 1; }
    """

    def __init__(self, session: QuizSession, give: Give) -> None:
        super().__init__()
        self._line = AnswerInput(session.typed, give, session.is_open(session.variant))
        self._unit = session.variant.unit

    def compose(self) -> ComposeResult:
        yield self._line
        yield TextBlock(lambda _: [self._unit])


# ---- A sign for each question, above the one that is shown.


class QuestionMap(TextBlock):
    """Answered, flagged, right, here. A sign that is clicked leads to its question."""

    def __init__(self, session: QuizSession, look: Style, go: Callable[[int], Awaitable[None]], id: str) -> None:
        super().__init__(self._lines, id=id)
        self._session = session
        self._look = look
        self._go = go

    def _columns(self, width: int) -> int:
        """Of each sign: they stand close where there are many."""
        return 3 if 3 * len(self._session.paper.questions) <= width else 1

    def _lines(self, width: int) -> list[str]:
        signs = [self._sign(variant) for variant in self._session.paper.questions]
        if self._columns(width) == 1:
            rows = [signs[at : at + width] for at in range(0, len(signs), width)]
            return ["".join(row) for row in rows]
        return ["".join(f"[{s}]" if at == self._session.index else f" {s} " for at, s in enumerate(signs))]

    def _sign(self, variant: Variant) -> str:
        session, look = self._session, self._look
        if session.is_explained(variant):
            mark = session.score(variant).mark
            return {AnswerMark.RIGHT: look.good("✓"), AnswerMark.PARTLY: look.warn("~")}.get(mark, look.bad("✗"))
        if session.is_flagged(variant):
            return look.warn("!")
        return "●" if session.is_answered(variant) else look.dim("○")

    async def on_click(self, event: events.Click) -> None:
        offset, width = event.get_content_offset(self), self.content_size.width
        if offset is not None:
            at = offset.y * width + offset.x // self._columns(width)
            if at < len(self._session.paper.questions):
                await self._go(at)


# ---- Where answers are given on the screen: one box for each type of question.
#
# A box shows what the session says, and hands on what the student answers. It keeps nothing but the cursor.


class ChoiceBox(Vertical, can_focus=True, inherit_bindings=False):
    """Rows with a cursor. Rows are clicked, or reached by arrow keys and letters."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("space", "pick", show=False),
    ]
    DEFAULT_CSS = "ChoiceBox { height: auto; }"

    def __init__(self, session: QuizSession, look: Style, writer: Writer, give: Give) -> None:
        super().__init__()
        self._session = session
        self._look = look
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
        """How many rows the cursor can be on."""
        return len(things(self._variant))

    def compose(self) -> ComposeResult:
        for at in range(self.count):
            yield ChoiceRow(self, at)

    def text_of(self, at: int, width: int) -> list[str]:
        raise NotImplementedError

    def clicked(self, at: int, x: int) -> None:  # noqa: ARG002 - where it was clicked counts for some
        self.cursor = at
        self.action_pick()

    def action_move(self, by: int) -> None:
        self.cursor = max(0, min(self.cursor + by, self.count - 1))
        self._follow()

    def action_pick(self) -> None:
        raise NotImplementedError

    def hear(self, character: str) -> bool:
        """A key was pressed. False if it is no letter of this box."""
        return character.isascii() and character.isalpha() and self.chose(ord(character.lower()) - ord("a"))

    def chose(self, at: int) -> bool:
        """A letter was pressed. False if none of the rows has it."""
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
        """Show where the cursor has gone."""
        self.redraw()
        for row in self.query(ChoiceRow):
            if row.at == self.cursor:
                row.scroll_visible(animate=False)

    def lead(self, at: int) -> str:
        """The cursor, or room for it."""
        return self._look.bold("▸") if at == self.cursor and self.has_focus else " "

    def on_focus(self) -> None:
        self.redraw()

    def on_blur(self) -> None:
        self.redraw()


class ChoiceRow(TextBlock):
    """A row of a box."""

    def __init__(self, box: ChoiceBox, at: int) -> None:
        super().__init__(lambda width: box.text_of(at, width))
        self._box = box
        self.at = at

    def on_click(self, event: events.Click) -> None:
        self._box.clicked(self.at, event.x)


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
    """Items to be put in order: taken with space and moved with the arrow keys, or moved with the mouse."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("shift+up", "carry(-1)", show=False),
        Binding("shift+down", "carry(1)", show=False),
    ]
    UP, DOWN = 2, 4  # where the signs stand

    def __init__(self, session: QuizSession, look: Style, writer: Writer, give: Give) -> None:
        super().__init__(session, look, writer, give)
        self.holds = False

    @property
    def order(self) -> list[str]:
        """As answered, else as shown."""
        answer = self.answer
        return answer if isinstance(answer, list) else [item.id for item in things(self._variant)]

    def text_of(self, at: int, width: int) -> list[str]:
        texts = {item.id: item.text for item in things(self._variant)}
        held = self.holds and at == self.cursor
        lead = f"{self.lead(at)} {self._look.dim('▲ ▼')} {self._look.accent(f'{at + 1:2}.')} "
        lines = self._writer.hanging(lead, texts[self.order[at]], width)
        return [self._look.bold(line) for line in lines] if held else lines

    def clicked(self, at: int, x: int) -> None:
        self.cursor, self.holds = at, False
        if x in (self.UP, self.DOWN):
            self.action_carry(-1 if x == self.UP else 1)
        else:
            self.redraw()

    def chose(self, at: int) -> bool:  # noqa: ARG002 - places have numbers, no letters
        return False

    def action_pick(self) -> None:
        """Take the item, or put it down; an order that nobody changed is an answer once it was taken."""
        self.holds = not self.holds
        self.give(list(self.order))

    def action_move(self, by: int) -> None:
        if self.holds:
            self.action_carry(by)
        else:
            super().action_move(by)

    def action_carry(self, by: int) -> None:
        order, to = list(self.order), self.cursor + by
        if 0 <= to < len(order):
            order[self.cursor], order[to] = order[to], order[self.cursor]
            self.cursor = to
            self.give(order)


class MatchBox(ChoiceBox):
    """Left sides with the cursor; letters choose their right sides, which stand below."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("backspace,delete", "free", show=False)]

    @property
    def matching(self) -> Matching:
        assert isinstance(self._variant.task, Matching)
        return self._variant.task

    @property
    def count(self) -> int:
        return len(self.matching.lefts)

    @property
    def pairs(self) -> dict[str, str]:
        return dict(self.answer) if isinstance(self.answer, dict) else {}

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield TextBlock(lambda _: [""])
        for at in range(len(self.matching.rights)):
            yield MatchTarget(self, at)

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

    def chose(self, at: int) -> bool:
        if at >= len(self.matching.rights):
            return False
        pairs = {**self.pairs, self.matching.lefts[self.cursor].id: self.matching.rights[at].id}
        self.cursor = self._next_free(pairs)
        self.give(pairs)
        return True

    def action_pick(self) -> None:
        """Space: the next right side."""
        rights = [right.id for right in self.matching.rights]
        left = self.matching.lefts[self.cursor].id
        now = self.pairs.get(left)
        at = (rights.index(now) + 1) % len(rights) if now in rights else 0
        self.give({**self.pairs, left: rights[at]})

    def action_free(self) -> None:
        left = self.matching.lefts[self.cursor].id
        self.give({one: right for one, right in self.pairs.items() if one != left} or None)

    def _next_free(self, pairs: dict[str, str]) -> int:
        """The next left side without a right one, from here on and around; here, if there is none."""
        places = [(self.cursor + by) % self.count for by in range(1, self.count + 1)]
        return next((at for at in places if self.matching.lefts[at].id not in pairs), self.cursor)


class MatchTarget(TextBlock):
    """A right side. Clicked, it goes to the left side with the cursor."""

    def __init__(self, box: MatchBox, at: int) -> None:
        super().__init__(lambda width: box.right_of(at, width))
        self._choose: Callable[[], object] = lambda: box.chose(at)

    def on_click(self) -> None:
        self._choose()


def box_for(session: QuizSession, look: Style, writer: Writer, give: Give) -> ChoiceBox | AnswerField:
    """The box for the question that the session is at."""
    match session.variant.kind:
        case QuestionKind.NUMERIC | QuestionKind.TEXT:
            return AnswerField(session, give)
        case QuestionKind.ORDERING:
            return OrderBox(session, look, writer, give)
        case QuestionKind.MATCHING:
            return MatchBox(session, look, writer, give)
    return OptionBox(session, look, writer, give)
