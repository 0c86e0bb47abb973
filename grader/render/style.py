"""How text looks in a terminal: colours, widths, wrapping, and text from strangers made harmless."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

# ---- How text is written for a terminal: roles in place of colours, columns in place of characters.
#
# Text from outside goes through `Style.clean` first. What is painted afterwards may be wrapped and padded
# freely: colours take no room, and every word carries its own.


# Patterns are compiled when first used: this module is loaded on every run of every command.
_COLOR = r"\x1b\[[0-9;]*m"
_RAISED = "[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿᵀ]+"
_ASCII = {
    "→": "->", "←": "<-", "⇒": "=>", "↔": "<->", "…": "...", "−": "-", "–": "-", "—": "-", "×": "x", "·": ".",
    "•": "-", "│": "|", "─": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "√": "sqrt ", "∞": "inf", "≤": "<=",
    "≥": ">=", "≠": "!=", "≈": "~", "∈": "in", "½": "1/2", "⅓": "1/3", "∂": "d",
    "✓": "+", "✗": "x", "●": "*", "○": ".", "∑": "sum", "∏": "prod", "°": " deg", "⊙": "*", "∘": "o", "⋅": ".",
}  # fmt: skip


class Style(NamedTuple):
    """A terminal: has it colours, how wide is it, can it show more than ASCII?"""

    color: bool
    width: int
    unicode: bool = True

    def good(self, text: str) -> str:
        return self._paint("32", text)

    def bad(self, text: str) -> str:
        return self._paint("31", text)

    def warn(self, text: str) -> str:
        return self._paint("33", text)

    def accent(self, text: str) -> str:
        return self._paint("36", text)

    def bold(self, text: str) -> str:
        return self._paint("1", text)

    def dim(self, text: str) -> str:
        return self._paint("2", text)

    def italic(self, text: str) -> str:
        return self._paint("3", text)

    def _paint(self, code: str, text: str) -> str:
        """Word by word, so that a line may end between any two."""
        return re.sub(r"\S+", f"\x1b[{code}m\\g<0>\x1b[0m", text) if self.color else text

    @property
    def tick(self) -> str:
        return "✓" if self.unicode else "+"

    @property
    def cross(self) -> str:
        return "✗" if self.unicode else "x"

    @property
    def arrow(self) -> str:
        return "→" if self.unicode else "->"

    @property
    def dot(self) -> str:
        return "·" if self.unicode else "-"

    @property
    def bullet(self) -> str:
        return "•" if self.unicode else "-"

    @property
    def bar(self) -> str:
        return "│" if self.unicode else "|"

    @property
    def line(self) -> str:
        return "─" if self.unicode else "-"

    @property
    def ellipsis(self) -> str:
        return "…" if self.unicode else "..."

    def clean(self, text: str) -> str:
        """Text from outside, harmless, and in letters that this terminal has."""
        text = plain_text(text)
        return text if self.unicode else ascii_text(text)


def plain_text(text: str) -> str:
    """Text without anything that a terminal would obey; line ends and tabs stay."""
    if text.isprintable():
        return text
    return "".join(_visible(char) for char in text.replace("\r\n", "\n"))


def _visible(char: str) -> str:
    if char.isprintable() or char in "\n\t":
        return char
    if unicodedata.category(char) == "Zs":
        return " "
    return char.encode("unicode_escape").decode("ascii")


def ascii_text(text: str) -> str:
    """The nearest ASCII: `√d ≤ α²` becomes `sqrt d <= alpha^2`."""
    if text.isascii():
        return text
    lowered = re.sub(_RAISED, lambda found: "^" + unicodedata.normalize("NFKD", found[0]), text)
    return "".join(_nearest(char) for char in lowered)


def _nearest(char: str) -> str:
    if char.isascii():
        return char
    if char in _ASCII:
        return _ASCII[char]
    name = unicodedata.name(char, "")
    if name.startswith("GREEK") and " LETTER " in name:
        letter = name.partition(" LETTER ")[2].split()[0].lower()
        return letter.capitalize() if "CAPITAL" in name else letter
    if unicodedata.combining(char):
        return ""
    return unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode("ascii") or "?"


def display_width(text: str) -> int:
    """How many columns the text takes: two for a wide character, none for a combining one or a colour."""
    if "\x1b" in text:
        text = re.sub(_COLOR, "", text)
    return len(text) if text.isascii() else sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if char.isascii():
        return 1
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def pad(text: str, width: int) -> str:
    """Text at the left of a column."""
    return text + " " * (width - display_width(text))


def pad_left(text: str, width: int) -> str:
    """Text at the right of a column."""
    return " " * (width - display_width(text)) + text


def cut(text: str, width: int, mark: str = "…") -> str:
    """Text that fits: what is too much is replaced by the mark."""
    if display_width(text) <= width:
        return text
    kept = next(_pieces(text, max(0, width - display_width(mark))), "")
    return (kept + mark)[: max(0, width)]


def wrap(text: str, width: int, indent: str = "", first: str | None = None) -> list[str]:
    """The words in lines of at most that width. A word is broken only if no line can hold it.

    The first line begins with `first` (a bullet, say), the others with the indent.
    """
    start = indent if first is None else first
    room = max(2, width - max(display_width(start), display_width(indent)))
    lines: list[str] = []
    line, used = "", 0
    for piece in (piece for word in text.split() for piece in _pieces(word, room)):
        size = display_width(piece)
        if line and used + 1 + size > room:
            lines.append(line)
            line, used = "", 0
        line, used = (f"{line} {piece}", used + 1 + size) if line else (piece, size)
    lines.append(line)
    return [start + lines[0], *(indent + line for line in lines[1:])]


def _pieces(word: str, room: int) -> Iterator[str]:
    """A word that fits, as it is; any other in pieces that do."""
    if display_width(word) <= room:
        yield word
        return
    piece, used = "", 0
    for unit in re.findall(rf"{_COLOR}|.", word, re.DOTALL):
        size = display_width(unit)
        if used + size > room:
            yield piece
            piece, used = "", 0
        piece, used = piece + unit, used + size
    yield piece


def spread(text: str, right: str, width: int, indent: str = "", first: str | None = None) -> list[str]:
    """The text wrapped at the left, and a short text at the right edge of its first line."""
    room = width - display_width(right)
    lines = wrap(text, room - 2, indent, first)
    return [pad(lines[0], room) + right, *lines[1:]]


# ---- Texts that somebody chose freely, made fit to be shown: a student's name, a file's label, a comment.


# What turns the direction of text: in a table it could make one student's line look like another's.
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# At the start of a cell, and after each mark that cuts cells in one country or another; quotes and spaces are
# stripped before programs look. The wide signs are those of East Asian keyboards.
_FORMULA = r"""(^|[,;|])(?=[\s'"]*[=+\-@＝＋－＠])"""


def readable(text: str) -> str:
    """On one line, without what is invisible and acts. The joiners that some scripts need stay."""
    kept = "".join(_kept(char) for char in text)
    return " ".join(kept.split())


def _kept(char: str) -> str:
    if char.isprintable():
        return char
    category = unicodedata.category(char)
    if char in _TURNING or char == "\ufeff":
        return ""
    if category == "Cs":  # half a character, from a file name that is no text
        return "\ufffd"
    return char if category == "Cf" else " "


def defused(text: str) -> str:
    """`readable`, and text even for a spreadsheet: what looks like a formula gets an apostrophe in front."""
    return re.sub(_FORMULA, r"\1'", readable(text))
