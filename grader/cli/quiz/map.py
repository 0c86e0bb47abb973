"""A sign for each question, above the one that is shown."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from textual import events

from grader.cli.quiz.block import Block
from grader.quiz.draw import Variant
from grader.quiz.scoring import Mark
from grader.quiz.sitting import Sitting
from grader.report.style import Style


class Map(Block):
    """Answered, flagged, right, here. A sign that is clicked leads to its question."""

    def __init__(self, sitting: Sitting, look: Style, go: Callable[[int], Awaitable[None]], id: str) -> None:
        super().__init__(self._lines, id=id)
        self._sitting = sitting
        self._look = look
        self._go = go

    def _columns(self, width: int) -> int:
        """Of each sign: they stand close where there are many."""
        return 3 if 3 * len(self._sitting.paper.questions) <= width else 1

    def _lines(self, width: int) -> list[str]:
        signs = [self._sign(variant) for variant in self._sitting.paper.questions]
        if self._columns(width) == 1:
            rows = [signs[at : at + width] for at in range(0, len(signs), width)]
            return ["".join(row) for row in rows]
        return ["".join(f"[{s}]" if at == self._sitting.index else f" {s} " for at, s in enumerate(signs))]

    def _sign(self, variant: Variant) -> str:
        sitting, look = self._sitting, self._look
        if sitting.is_explained(variant):
            mark = sitting.score(variant).mark
            return {Mark.RIGHT: look.good("✓"), Mark.PARTLY: look.warn("~")}.get(mark, look.bad("✗"))
        if sitting.is_flagged(variant):
            return look.warn("!")
        return "●" if sitting.is_answered(variant) else look.dim("○")

    async def on_click(self, event: events.Click) -> None:
        offset, width = event.get_content_offset(self), self.content_size.width
        if offset is not None:
            at = offset.y * width + offset.x // self._columns(width)
            if at < len(self._sitting.paper.questions):
                await self._go(at)
