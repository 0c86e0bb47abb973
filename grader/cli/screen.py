"""What full-screen commands share: the colours of the terminal, text laid out for its width, and a bar of keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rich.text import Text
from textual import events
from textual.app import RenderResult
from textual.content import Content
from textual.geometry import Size
from textual.theme import Theme
from textual.widget import Widget

from grader.render.style import Style, display_width

COLORS = {  # of the terminal, so that the screen looks right on light and on dark ones
    "ansi_default": """ansi-background ansi-foreground scrollbar-background scrollbar-background-hover
        scrollbar-background-active""",
    "ansi_cyan": "border block-cursor-background input-cursor-background scrollbar-hover scrollbar-active",
    "ansi_black": "block-cursor-foreground input-cursor-foreground input-selection-foreground",
    "ansi_bright_black": "border-blurred scrollbar",
    "none": "input-cursor-text-style",
}
THEME = Theme(
    name="terminal",
    ansi=True,
    primary="ansi_blue",
    accent="ansi_cyan",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    boost="ansi_default",
    variables={name: color for color, names in COLORS.items() for name in names.split()},
)


class TextBlock(Widget):
    """Text that is laid out for its width. `write` returns the lines for a width, with ANSI colours."""

    def __init__(self, write: Callable[[int], list[str]], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._write = write
        self._written: tuple[int, int, Content] | None = None  # width, lines, content

    def redraw(self) -> None:
        """Lay the text out again, because it has changed."""
        self._written = None
        self.clear_cached_dimensions()
        self.refresh(layout=True)

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
    """Something the student can do: its key, a word for it, and the action of the screen."""

    key: str
    word: str
    action: str

    @property
    def size(self) -> int:
        return display_width(f"{self.key} {self.word}")


class KeyBar(TextBlock):
    """The keys that can be pressed here. They can be clicked, too."""

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
