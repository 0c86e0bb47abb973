"""Where answers are given on the screen: one box for each type of question.

A box shows what the sitting says, and hands on what the student answers. It keeps nothing but the cursor.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from grader.cli.quiz.block import Block
from grader.cli.quiz.field import Field, Give
from grader.course.quizfile import Kind
from grader.course.quizmodel import Matching
from grader.quiz.answers import Answer
from grader.quiz.sitting import Sitting
from grader.quiz.typed import letter, things
from grader.report.quiztext import Writer
from grader.report.style import Style


class Box(Vertical, can_focus=True, inherit_bindings=False):
    """Rows with a cursor. Rows are clicked, or reached by arrow keys and letters."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("space", "pick", show=False),
    ]
    DEFAULT_CSS = "Box { height: auto; }"

    def __init__(self, sitting: Sitting, look: Style, writer: Writer, give: Give) -> None:
        super().__init__()
        self._sitting = sitting
        self._look = look
        self._writer = writer
        self._give = give
        self._variant = sitting.variant
        self.cursor = 0
        self.can_focus = sitting.is_open(sitting.variant)

    @property
    def answer(self) -> Answer:
        return self._sitting.answer_to(self._variant)

    @property
    def count(self) -> int:
        """How many rows the cursor can be on."""
        return len(things(self._variant))

    def compose(self) -> ComposeResult:
        for at in range(self.count):
            yield Row(self, at)

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
        if self._sitting.is_open(self._variant):
            self._give(answer)
        self._follow()

    def redraw(self) -> None:
        for row in self.query(Row):
            row.redraw()

    def _follow(self) -> None:
        """Show where the cursor has gone."""
        self.redraw()
        for row in self.query(Row):
            if row.at == self.cursor:
                row.scroll_visible(animate=False)

    def lead(self, at: int) -> str:
        """The cursor, or room for it."""
        return self._look.bold("▸") if at == self.cursor and self.has_focus else " "

    def on_focus(self) -> None:
        self.redraw()

    def on_blur(self) -> None:
        self.redraw()


class Row(Block):
    """A row of a box."""

    def __init__(self, box: Box, at: int) -> None:
        super().__init__(lambda width: box.text_of(at, width))
        self._box = box
        self.at = at

    def on_click(self, event: events.Click) -> None:
        self._box.clicked(self.at, event.x)


class Options(Box):
    """One or several options to choose."""

    def text_of(self, at: int, width: int) -> list[str]:
        option, answer = things(self._variant)[at], self.answer
        chosen = option.id in (answer if isinstance(answer, list) else [answer])
        full, empty = ("(•)", "( )") if self._variant.kind is Kind.SINGLE else ("[x]", "[ ]")
        sign = self._look.bold(full) if chosen else empty
        name = self._look.accent(f"{letter(at)})")
        return self._writer.hanging(f"{self.lead(at)} {sign} {name} ", option.text, width)

    def action_pick(self) -> None:
        picked, answer = things(self._variant)[self.cursor].id, self.answer
        if self._variant.kind is Kind.SINGLE:
            self.give(picked)
            return
        chosen = set(answer) if isinstance(answer, list) else set()
        kept = [option.id for option in things(self._variant) if option.id in chosen ^ {picked}]
        self.give(kept or None)


class Order(Box):
    """Items to be put in order: taken with space and moved with the arrow keys, or moved with the mouse."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("shift+up", "carry(-1)", show=False),
        Binding("shift+down", "carry(1)", show=False),
    ]
    UP, DOWN = 2, 4  # where the signs stand

    def __init__(self, sitting: Sitting, look: Style, writer: Writer, give: Give) -> None:
        super().__init__(sitting, look, writer, give)
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


class Match(Box):
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
        yield Block(lambda _: [""])
        for at in range(len(self.matching.rights)):
            yield Right(self, at)

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


class Right(Block):
    """A right side. Clicked, it goes to the left side with the cursor."""

    def __init__(self, box: Match, at: int) -> None:
        super().__init__(lambda width: box.right_of(at, width))
        self._choose: Callable[[], object] = lambda: box.chose(at)

    def on_click(self) -> None:
        self._choose()


def box_for(sitting: Sitting, look: Style, writer: Writer, give: Give) -> Box | Field:
    """The box for the question that the sitting is at."""
    match sitting.variant.kind:
        case Kind.NUMERIC | Kind.TEXT:
            return Field(sitting, give)
        case Kind.ORDERING:
            return Order(sitting, look, writer, give)
        case Kind.MATCHING:
            return Match(sitting, look, writer, give)
    return Options(sitting, look, writer, give)
