r"""LaTeX formulas as text for a terminal: `\frac{QK^\top}{\sqrt{d_k}}` becomes `QKᵀ/√dₖ`.

Unknown commands are shown by their name: readable is better than complete.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from grader.render.style import display_width, pad, pad_left, widths_of

_TABLES: dict[str, dict[str, str]] = json.loads(Path(__file__).with_name("latex.json").read_text("utf-8"))
SPACED = _TABLES["spaced"]  # operators and relations, with a space on both sides
RAISED, LOWERED = _TABLES["raised"], _TABLES["lowered"]
_TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\.|[{}^_&]|\s+|[^\\]", re.DOTALL)
_WORDS = {
    "mathrm", "text", "operatorname", "mathbf", "mathit", "textbf", "textit", "mathsf", "boldsymbol", "mathtt", "bm",
}  # fmt: skip
_SILENT = {
    "left", "right", "big", "Big", "bigg", "Bigg", "bigl", "bigr", "displaystyle", "limits", "nolimits", "!", "label",
}  # fmt: skip
_SUBSCRIPT = re.compile(r"_\{?([A-Za-z])(?![A-Za-z])")
_BRACKETS = {
    "bmatrix": ("[", "]"), "pmatrix": ("(", ")"), "vmatrix": ("|", "|"), "Bmatrix": ("{", "}"), "cases": ("{", ""),
}  # fmt: skip
_FIRST_MATRIX = 0xE000  # private characters stand for matrices until these are laid out


class Notation(NamedTuple):
    """How the formulas of one question are written, so that `W_q` and `W_k` look alike."""

    unicode: bool = True
    lowers_letters: bool = True


def notation(texts: Iterable[str], unicode: bool) -> Notation:
    """The notation for these texts. Unicode has no subscript q: if one is needed, no letter becomes a subscript."""
    letters = {found[1] for text in texts for found in _SUBSCRIPT.finditer(text)}
    return Notation(unicode, all(letter in LOWERED for letter in letters))


def readable(latex: str, how: Notation) -> str:
    """A formula on one line."""
    text, matrices = _FormulaReader(latex, how).formula()
    for at, matrix in enumerate(matrices):
        rows = "; ".join(" ".join(row) for row in matrix.rows)
        text = text.replace(chr(_FIRST_MATRIX + at), f"{matrix.left}{rows}{matrix.right}".strip())
    return text


def displayed(latex: str, how: Notation) -> list[str]:
    """A formula on as many lines as its matrices need, their columns aligned."""
    text, matrices = _FormulaReader(latex, how).formula()
    if not matrices:
        return [text]
    height = max(len(matrix.rows) for matrix in matrices)
    lines = [""] * height
    for piece in re.split(f"([{chr(_FIRST_MATRIX)}-\uf8ff])", text):
        number = ord(piece) - _FIRST_MATRIX if len(piece) == 1 else -1
        block = _upright(matrices[number], how) if 0 <= number < len(matrices) else [piece]
        width = max(map(display_width, block))
        above = [""] * ((height - len(block)) // 2)
        parts = [*above, *block, *[""] * height][:height]
        lines = [line + pad(part, width) for line, part in zip(lines, parts, strict=True)]
    return [line.rstrip() for line in lines]


class _Matrix(NamedTuple):
    rows: list[list[str]]
    left: str
    right: str


def _upright(matrix: _Matrix, how: Notation) -> list[str]:
    count, last = max(map(len, matrix.rows)), len(matrix.rows) - 1
    cells = [row + [""] * (count - len(row)) for row in matrix.rows]
    widths = widths_of(cells)
    lines = []
    for at, row in enumerate(cells):
        left, right = matrix.left or " ", matrix.right or " "
        if last and how.unicode:  # a bracket of several lines: top, middle, bottom
            place = 0 if at == 0 else 2 if at == last else 1
            left, right = (_TABLES["tall"][side][place] if side in _TABLES["tall"] else side for side in (left, right))
        lines.append(f"{left} {'  '.join(map(pad_left, row, widths))} {right}")
    return lines


class _FormulaReader:
    """Reads a formula from left to right."""

    def __init__(self, latex: str, how: Notation) -> None:
        self._tokens = _TOKEN.findall(latex)
        self._at = 0
        self._how = how
        self._matrices: list[_Matrix] = []

    def formula(self) -> tuple[str, list[_Matrix]]:
        parts = []
        while self._at < len(self._tokens):
            parts.append(self._until("}"))  # a bracket too many ends nothing
        return _tidy("".join(parts)), self._matrices

    def _until(self, *ends: str) -> str:
        """Everything up to one of the tokens, which is consumed, too."""
        out = ""
        while self._at < len(self._tokens):
            token = self._next()
            if token in ends:
                break
            out += self._one(token)
        return out

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _next(self) -> str:
        token = self._peek()
        self._at += 1
        return token

    def _one(self, token: str) -> str:
        if token == "{":
            return self._until("}")
        if token in "^_" and token:
            return self._script(token)
        if token == "&":
            return " "
        if token.startswith("\\"):
            return self._command(token[1:].rstrip("*"))
        return " " if token.isspace() else token

    def _argument(self) -> str:
        """The argument of a command: a group, or one token."""
        token = self._next()
        while token.isspace():
            token = self._next()
        return _tidy(self._one(token)) if token else ""

    def _command(self, name: str) -> str:
        if name in _SILENT:
            if name in ("left", "right") and self._peek() == ".":
                self._at += 1  # an invisible bracket
            return ""
        if name in _WORDS:
            return self._argument()
        if name in _TABLES["spaces"]:
            return _TABLES["spaces"][name]
        special: dict[str, Callable[[], str]] = {
            "frac": self._fraction, "dfrac": self._fraction, "tfrac": self._fraction, "sqrt": self._root,
            "mathbb": lambda: self._letters("stroked"), "mathcal": lambda: self._letters("script"),
            "mathscr": lambda: self._letters("script"), "begin": self._environment,
            "binom": lambda: f"C({self._argument()}, {self._argument()})",
            "underbrace": self._argument, "overbrace": self._argument,
        }  # fmt: skip
        if name in special:
            return special[name]()
        if name in _TABLES["accents"]:
            return self._accent(name)
        if name in SPACED:
            return f" {SPACED[name]} "
        return _TABLES["symbols"].get(name, name)

    def _fraction(self) -> str:
        """In brackets next to a letter: half of x is not one over 2x."""
        before = self._tokens[self._at - 2] if self._at > 1 else ""
        shown = f"{_bracketed(self._argument())}/{_bracketed(self._argument())}"
        after = self._peek()
        touches = before.isalnum() or after.isalnum() or (re.match(r"\\[A-Za-z]", after) and after[1:] not in SPACED)
        return f"({shown})" if touches else shown

    def _root(self) -> str:
        degree = ""
        if self._peek() == "[":
            self._at += 1
            degree = _moved(self._until("]"), RAISED) or ""
        return f"{degree}√{_bracketed(self._argument())}"

    def _letters(self, alphabet: str) -> str:
        return "".join(_TABLES[alphabet].get(char, char) for char in self._argument())

    def _accent(self, name: str) -> str:
        mark, inside = _TABLES["accents"][name], self._argument()
        if len(inside) > 1 or not self._how.unicode:
            return f"{name}({inside})"
        return unicodedata.normalize("NFC", f"{inside}{mark}")

    def _script(self, token: str) -> str:
        inside = self._argument()
        moved = _moved(inside, RAISED if token == "^" else LOWERED)
        keeps = token == "_" and not self._how.lowers_letters and any(char.isalpha() for char in inside)
        if moved is not None and self._how.unicode and not keeps:
            return moved
        if inside in ("⊤", "T") and token == "^":
            return "ᵀ" if self._how.unicode else "^T"
        return f"{token}{inside}" if re.fullmatch(r"[\w,.′*]+", inside) else f"{token}({inside})"

    def _environment(self) -> str:
        name = self._argument().rstrip("*")
        rows, row, cell = list[list[str]](), list[str](), ""
        while self._at < len(self._tokens):
            token = self._next()
            if token in ("&", "\\\\"):
                row, cell = [*row, _tidy(cell)], ""
                if token != "&":
                    rows, row = [*rows, row], []
            elif token == "\\end":
                self._argument()
                break
            else:
                cell += self._one(token)
        if cell.strip() or row:
            rows.append([*row, _tidy(cell)])
        self._matrices.append(_Matrix(rows or [[""]], *_BRACKETS.get(name, ("", ""))))
        return chr(_FIRST_MATRIX + len(self._matrices) - 1)


def _moved(text: str, alphabet: dict[str, str]) -> str | None:
    """The text as a superscript or subscript; None if a character has no such form."""
    letters = [alphabet.get(char) for char in text.replace(" ", "")]
    return "".join(letter for letter in letters if letter) if letters and all(letters) else None


def _bracketed(text: str) -> str:
    """In brackets, if it has more than one part."""
    return text if re.fullmatch(r"[^\s+\-−/=·×]+", text) else f"({text})"


def _tidy(text: str) -> str:
    text = re.sub(r" {2,}", " ", text).strip()
    return re.sub(r"(?<=[(\[]) | (?=[)\],;])", "", text)
