"""Text for a terminal: colours, widths, wrapping, tables, and untrusted text made harmless.

Untrusted text goes through `Style.clean` first. Painted text may be wrapped and padded freely: widths are counted in
columns, and colours take none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

# Patterns are compiled when first used: this module is loaded on every run of every command.
_COLOR = r"\x1b\[[0-9;]*m"
_ROLES = {"good": "32", "bad": "31", "warn": "33", "accent": "36", "bold": "1", "dim": "2", "italic": "3"}
_RAISED = "[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿᵀ]+"
_ASCII = {
    "→": "->", "←": "<-", "⇒": "=>", "↔": "<->", "…": "...", "−": "-", "–": "-", "—": "-", "×": "x", "·": ".",
    "•": "-", "│": "|", "─": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "√": "sqrt ", "∞": "inf", "≤": "<=",
    "≥": ">=", "≠": "!=", "≈": "~", "∈": "in", "½": "1/2", "⅓": "1/3", "∂": "d",
    "✓": "+", "✗": "x", "●": "*", "○": ".", "∑": "sum", "∏": "prod", "°": " deg", "⊙": "*", "∘": "o", "⋅": ".",
}  # fmt: skip


class _Symbol:
    """An attribute of `Style`: a character, or its replacement where the terminal has only ASCII."""

    def __init__(self, char: str, plain: str) -> None:
        self._char = char
        self._plain = plain

    def __get__(self, style: Style, owner: object = None) -> str:
        return self._char if style.unicode else self._plain


class _Abilities(NamedTuple):
    color: bool
    width: int
    unicode: bool = True
    dark: bool = False  # the background, for drawings


class Style(_Abilities):
    """A terminal's abilities, and how text looks there: roles instead of colours."""

    tick = _Symbol("✓", "+")
    cross = _Symbol("✗", "x")
    arrow = _Symbol("→", "->")
    dot = _Symbol("·", "-")
    bullet = _Symbol("•", "-")
    bar = _Symbol("│", "|")
    line = _Symbol("─", "-")
    ellipsis = _Symbol("…", "...")

    def paint(self, role: str, text: str) -> str:
        """The text in the colour of a role; unchanged if the role is "". Words are painted one by one, so that
        lines may break between any two."""
        return re.sub(r"\S+", f"\x1b[{_ROLES[role]}m\\g<0>\x1b[0m", text) if self.color and role else text

    def good(self, text: str) -> str:
        return self.paint("good", text)

    def bad(self, text: str) -> str:
        return self.paint("bad", text)

    def warn(self, text: str) -> str:
        return self.paint("warn", text)

    def accent(self, text: str) -> str:
        return self.paint("accent", text)

    def bold(self, text: str) -> str:
        return self.paint("bold", text)

    def dim(self, text: str) -> str:
        return self.paint("dim", text)

    def italic(self, text: str) -> str:
        return self.paint("italic", text)

    def clean(self, text: str) -> str:
        """Untrusted text without control characters, in characters that this terminal can show."""
        text = plain_text(text)
        return text if self.unicode else ascii_text(text)


def unpainted(text: str) -> str:
    """Painted text without its colours."""
    return re.sub(_COLOR, "", text)


def painted_pieces(text: str) -> Iterator[tuple[frozenset[str], str]]:
    """The pieces of painted text, each with its roles."""
    names, roles, at = {code: role for role, code in _ROLES.items()}, frozenset[str](), 0
    for found in re.finditer(_COLOR, text):
        yield roles, text[at : found.start()]
        code, at = found[0][2:-1], found.end()
        roles = roles | {names[code]} if code in names else frozenset()
    yield roles, text[at:]


def plain_text(text: str) -> str:
    """The text with control characters made visible; newlines and tabs stay."""
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
    text = re.sub(_RAISED, lambda found: "^" + unicodedata.normalize("NFKD", found[0]), text)
    return "".join(map(_nearest, text))


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
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def pad(text: str, width: int) -> str:
    """The text, left-aligned in a column."""
    return text + " " * (width - display_width(text))


def pad_left(text: str, width: int) -> str:
    """The text, right-aligned in a column."""
    return " " * (width - display_width(text)) + text


def cut(text: str, width: int, mark: str = "…") -> str:
    """The text, shortened to the width if necessary; the mark shows that something is missing."""
    if display_width(text) <= width:
        return text
    kept = next(_pieces(text, max(0, width - display_width(mark))), "")
    return (kept + mark)[: max(0, width)]


def shorten(text: str, width: int, mark: str = "…") -> str:
    """The text on one line, cut after a word if it is too wide."""
    if display_width(text) <= width:
        return text
    return wrap(text, max(2, width - display_width(mark)))[0] + mark


def wrap(text: str, width: int, indent: str = "", first: str | None = None) -> list[str]:
    """The words in lines of at most that width; at least one line. A word is broken only if no line can hold it.

    The first line starts with `first` (a bullet, say), the others with the indent.
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
    """The word if it fits, else pieces of it that do."""
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
    """The text wrapped at the left, with a short text at the right edge of its first line."""
    room = width - display_width(right)
    lines = wrap(text, room - 2, indent, first)
    return [pad(lines[0], room) + right, *lines[1:]]


def widths_of(rows: Sequence[Sequence[str]]) -> list[int]:
    """The width of each column of a table."""
    return [max(map(display_width, column)) for column in zip(*rows, strict=True)]


def table(head: Sequence[str], rows: Sequence[Sequence[str]], style: Style, left: int = 1) -> list[str]:
    """The head and the rows in aligned columns: the first `left` of them left-aligned, the others right-aligned."""
    widths = widths_of([head, *rows])
    sides = [pad if at < left else pad_left for at in range(len(head))]

    def line(cells: Sequence[str]) -> str:
        return "  ".join(side(cell, width) for side, cell, width in zip(sides, cells, widths, strict=True))

    return [style.dim(line(head)), *map(line, rows)]


def columns(rows: Sequence[tuple[str, str]], style: Style) -> list[str]:
    """Two columns, such as commands and their meanings; the second is wrapped."""
    wide = max(display_width(left) for left, _ in rows)
    return [
        line for left, right in rows for line in wrap(right, style.width, " " * (wide + 4), f"  {pad(left, wide)}  ")
    ]


def bar(done: int, count: int, style: Style, width: int, started: int = 0) -> str:
    """A progress bar that is full only if everything is done, and empty only if nothing is started."""
    full, half, empty = ("█", "▒", "░") if style.unicode else ("#", "+", ".")
    cells = _cells(done, count, width)
    more = max(_cells(done + started, count, width) - cells, int(started > 0 and cells < width))
    return style.good(full * cells) + style.warn(half * more) + style.dim(empty * (width - cells - more))


def _cells(done: int, count: int, width: int) -> int:
    if 0 < done < count:
        return min(width - 1, max(1, round(done * width / count)))
    return width if 0 < count <= done else 0


# Direction marks: in a table they could make one student's line look like another's.
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# A formula starts a cell, or follows a character that separates cells in some locale; programs strip quotes and spaces
# first. East Asian keyboards have wide forms of the signs.
_FORMULA = r"""(^|[,;|])(?=[\s'"]*[=+\-@＝＋－＠])"""


def readable(text: str) -> str:
    """Untrusted text on one line, without control characters and direction marks; joiners of scripts stay."""
    return " ".join("".join(map(_kept, text)).split())


def _kept(char: str) -> str:
    if char.isprintable():
        return char
    category = unicodedata.category(char)
    if char in _TURNING or char == "\ufeff":
        return ""
    if category == "Cs":  # half a character, from a file name that is not text
        return "\ufffd"
    return char if category == "Cf" else " "


def defused(text: str) -> str:
    """`readable`, safe for a spreadsheet: whatever looks like a formula gets an apostrophe in front."""
    return re.sub(_FORMULA, r"\1'", readable(text))
