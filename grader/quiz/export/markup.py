"""Markdown with formulas as a learning platform shows it: HTML, or plain text where it takes no HTML.

The dialect is that of the terminal: `_` and `<` are letters, nothing is HTML, a `[name]: …` does not vanish.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

Letters = Callable[[str], str]  # LaTeX in letters that everybody can read

_MATH = re.compile(r"\$\$(?P<display>.+?)\$\$|\$(?P<inline>[^\s$](?:[^$]*[^\s$])?)\$(?!\d)", re.DOTALL)
_BLOCK = re.compile(r"\s*\$\$(?P<latex>.+?)\$\$\s*", re.DOTALL)
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BEGINS_FORMULA = re.compile(r"\\(?=[()\[\]])|\$(?=\$)")
_PARAGRAPH = re.compile(r"<p>((?:(?!</?p>).)*)</p>", re.DOTALL)


class Markup:
    """`formula` makes HTML of LaTeX, given whether it stands on lines of its own; `letters` makes text of it."""

    def __init__(self, formula: Callable[[str, bool], str], letters: Letters) -> None:
        self._formula = formula
        self._letters = letters
        self._parser = self._made()

    def html(self, text: str) -> str:
        return str(self._parser.render(clean(text))).strip()

    def line(self, text: str) -> str:
        """A single paragraph without its tags, as options have it."""
        made = self.html(text)
        alone = _PARAGRAPH.fullmatch(made)
        return alone[1] if alone else made

    def plain(self, text: str) -> str:
        """On one line, without any markup."""
        return " ".join(" ".join(self._words(self._parser.parse(clean(text)))).split())

    def _words(self, tokens: Sequence[Token]) -> Iterator[str]:
        for token in tokens:
            if token.type == "inline":
                yield "".join(self._words(token.children or []))
            elif token.type in ("math", "math_block"):
                yield self._letters(token.content)
            elif token.type in ("softbreak", "hardbreak"):
                yield " "
            else:
                yield token.content

    def _made(self) -> MarkdownIt:
        from markdown_it import MarkdownIt

        parser = MarkdownIt("commonmark", {"html": False}).enable("table")
        parser.disable(["autolink", "reference", "entity", "lheading", "html_block", "html_inline"])
        parser.inline.ruler.before("escape", "math", _inline_math)
        parser.inline.ruler.at("emphasis", _only_stars)
        parser.block.ruler.before("fence", "math_block", _block_math, {"alt": ["paragraph", "blockquote", "list"]})
        parser.add_render_rule("math", self._renderer())
        parser.add_render_rule("math_block", self._renderer())
        parser.add_render_rule("text", _text)
        return parser

    def _renderer(self) -> Callable[..., str]:
        def rendered(_: Any, tokens: Sequence[Token], at: int, *__: Any) -> str:
            token = tokens[at]
            apart = token.type == "math_block"
            made = self._formula(token.content.strip(), apart or bool(token.meta.get("display")))
            return f"<p>{made}</p>\n" if apart else made

        return rendered


def for_moodle(letters: Letters) -> Markup:
    """Moodle's MathJax reads LaTeX between these brackets."""

    def formula(latex: str, displayed: bool) -> str:
        left, right = ("\\[", "\\]") if displayed else ("\\(", "\\)")
        return f"{left}{html.escape(latex, quote=False)}{right}"

    return Markup(formula, letters)


def for_canvas(letters: Letters) -> Markup:
    """What Canvas's own editor writes: a picture that Canvas draws, and typesets where it can."""

    def formula(latex: str, _: bool) -> str:
        one_line = " ".join(latex.split())
        source = f"/equation_images/{quote(quote(one_line, safe=''), safe='')}"
        shown = html.escape(one_line)
        spoken = html.escape(letters(latex))
        return f'<img class="equation_image" src="{source}" alt="{spoken}" data-equation-content="{shown}">'

    return Markup(formula, letters)


def clean(text: str) -> str:
    """Without what no XML file can hold."""
    return _NOT_IN_XML.sub("", text)


def _inline_math(state: StateInline, silent: bool) -> bool:
    found = _MATH.match(state.src, state.pos, state.posMax) if state.src[state.pos] == "$" else None
    if found is None:
        return False
    if not silent:
        token = state.push("math", "math", 0)
        token.content = found["display"] or found["inline"]
        token.meta = {"display": bool(found["display"])}
    state.pos = found.end()
    return True


def _block_math(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    """Lines between two `$$`, whatever they look like: one that begins with a minus is no list."""
    if not state.src.startswith("$$", state.bMarks[first] + state.tShift[first]):
        return False
    for line in range(first, last):
        whole = _BLOCK.fullmatch(state.getLines(first, line + 1, state.blkIndent, False))
        if whole and "$$" not in whole["latex"]:
            if not silent:
                state.line = line + 1
                token = state.push("math_block", "math", 0)
                token.content = whole["latex"]
            return True
    return False


def _only_stars(state: StateInline, silent: bool) -> bool:
    from markdown_it.rules_inline import emphasis

    return state.src[state.pos] != "_" and emphasis.tokenize(state, silent)


def _text(_: Any, tokens: Sequence[Token], at: int, *__: Any) -> str:
    """What only looks like the begin of a formula is cut in two, so that nobody typesets it."""
    return _BEGINS_FORMULA.sub(r"\g<0><span></span>", html.escape(tokens[at].content))
