"""Text on the screen that is written for the width it gets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rich.text import Text
from textual import events
from textual.app import RenderResult
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from grader.report.style import Style, display_width


class Block(Widget):
    """`write` gives the lines for a width, with colours as a terminal knows them."""

    DEFAULT_CSS = "Block { height: auto; width: 1fr; }"

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


class Offer(NamedTuple):
    """Something to do: its key, a word for it, and the action of the screen."""

    key: str
    word: str
    action: str

    @property
    def size(self) -> int:
        return display_width(f"{self.key} {self.word}")


class Keys(Block):
    """What can be done here. It is clicked, too."""

    GAP = "  "

    def __init__(self, offers: Callable[[], list[Offer]], look: Style, **kwargs: Any) -> None:
        super().__init__(self._lines, **kwargs)
        self._offers = offers
        self._look = look

    def _lines(self, width: int) -> list[str]:
        rows = ([f"{self._look.accent(offer.key)} {offer.word}" for offer in row] for row in self._rows(width))
        return [self.GAP.join(row) for row in rows]

    def _rows(self, width: int) -> list[list[Offer]]:
        rows: list[list[Offer]] = [[]]
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
