"""What the export formats share: the questions to write, XML, Markdown as HTML or plain text, and decimals."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline, emphasis
from markdown_it.token import Token

from grader.course.quiz_model import Question, Quiz
from grader.quiz.paper import Variant, draw_question, seed_for

_TRIES = 50  # seeds to try per version: a question with few parameters has few versions


@dataclass(frozen=True)
class QuestionGroup:
    """Questions of which each student gets `pick` at random; None: all of them, in their position.

    The id of a variant is its name in the file: several versions of one question have different ids.
    """

    name: str
    variants: tuple[Variant, ...]
    pick: int | None = None


def groups(quiz: Quiz, variants: int) -> Iterator[QuestionGroup]:
    """Yield groups in the order of the quiz, a pool at its first question. Dropped questions are not exported."""
    members: dict[tuple[str, str], list[Question]] = {}
    for question in quiz.questions:
        if not question.dropped:
            members.setdefault((question.pool, "" if question.pool else question.id), []).append(question)
    for (pool, alone), questions in members.items():
        made = tuple(version for question in questions for version in versions(quiz, question, variants))
        pick = quiz.pools[pool] if pool else 1
        yield QuestionGroup(pool or alone, made, pick if pick < len(made) else None)


def versions(quiz: Quiz, question: Question, count: int) -> list[Variant]:
    """Return up to `count` versions with different numbers, the same on every machine.

    Options are in the order drawn, because authors tend to write the correct one first.
    """
    wanted = count if question.parameters else 1
    found: list[Variant] = []
    tries = 0
    while len(found) < wanted and tries < _TRIES * (len(found) + 1):
        variant = draw_question(quiz, question, seed_for(0, quiz.id, "export", tries))
        tries += 1
        if all(variant.values != other.values for other in found):
            found.append(variant)
    if len(found) == 1:
        return found
    return [replace(variant, id=f"{question.id}-{number}") for number, variant in enumerate(found, 1)]


def node(parent: Element, tag: str, text: str | None = None, /, **attributes: str) -> Element:
    """Append an element to `parent` and return it."""
    made = SubElement(parent, tag, attributes)
    made.text = text
    return made


def document(root: Element) -> bytes:
    """Return the XML file; the same bytes on every machine."""
    ElementTree.indent(root, " ")
    text = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()


def clean(text: str) -> str:
    """Return the text without characters that XML does not allow."""
    return _NOT_IN_XML.sub("", text)


# The Markdown dialect is that of the terminal: `_` and `<` are plain characters, nothing is HTML, and a line like
# `[name]: …` stays.
Letters = Callable[[str], str]  # LaTeX in plain letters

_MATH = re.compile(r"\$\$(?P<display>.+?)\$\$|\$(?P<inline>[^\s$](?:[^$]*[^\s$])?)\$(?!\d)", re.DOTALL)
_BLOCK = re.compile(r"\s*\$\$(?P<latex>.+?)\$\$\s*", re.DOTALL)
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BEGINS_FORMULA = re.compile(r"\\(?=[()\[\]])|\$(?=\$)")
_PARAGRAPH = re.compile(r"<p>((?:(?!</?p>).)*)</p>", re.DOTALL)


class Markup:
    """Markdown with formulas as a learning platform shows it: HTML, or plain text where it accepts no HTML.

    `formula(latex, displayed)` returns a formula as HTML; `letters(latex)` returns it as text.
    """

    def __init__(self, formula: Callable[[str, bool], str], letters: Letters) -> None:
        def render_math(_: Any, tokens: Sequence[Token], at: int, *__: Any) -> str:
            token = tokens[at]
            apart = token.type == "math_block"
            made = formula(token.content.strip(), apart or bool(token.meta.get("display")))
            return f"<p>{made}</p>\n" if apart else made

        self._letters = letters
        self._parser = MarkdownIt("commonmark", {"html": False}).enable("table")
        self._parser.disable(["autolink", "reference", "entity", "lheading", "html_block", "html_inline"])
        self._parser.inline.ruler.before("escape", "math", _inline_math)
        self._parser.inline.ruler.at("emphasis", _only_stars)
        ends = ["paragraph", "blockquote", "list"]  # what a formula may interrupt
        self._parser.block.ruler.before("fence", "math_block", _block_math, {"alt": ends})
        for name, rule in (("math", render_math), ("math_block", render_math), ("text", _render_text)):
            self._parser.add_render_rule(name, rule)

    def html(self, text: str) -> str:
        """Return the text as HTML paragraphs."""
        return str(self._parser.render(clean(text))).strip()

    def line(self, text: str) -> str:
        """Return HTML; a single paragraph without its tags, as in an option."""
        made = self.html(text)
        alone = _PARAGRAPH.fullmatch(made)
        return alone[1] if alone else made

    def plain(self, text: str) -> str:
        """Return one line of text without any markup."""
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


def for_moodle(letters: Letters) -> Markup:
    """Return the markup for Moodle: its MathJax reads LaTeX between these brackets."""

    def formula(latex: str, displayed: bool) -> str:
        left, right = ("\\[", "\\]") if displayed else ("\\(", "\\)")
        return f"{left}{html.escape(latex, quote=False)}{right}"

    return Markup(formula, letters)


def for_canvas(letters: Letters) -> Markup:
    """Return the markup that Canvas's own editor writes: images, which Canvas renders or typesets."""

    def formula(latex: str, _: bool) -> str:
        one_line = " ".join(latex.split())
        source = f"/equation_images/{quote(quote(one_line, safe=''), safe='')}"
        shown = html.escape(one_line)
        spoken = html.escape(letters(latex))
        return f'<img class="equation_image" src="{source}" alt="{spoken}" data-equation-content="{shown}">'

    return Markup(formula, letters)


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
    """Lines between two `$$`, whatever they look like: one that starts with a minus is not a list."""
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
    return state.src[state.pos] != "_" and emphasis.tokenize(state, silent)


def _render_text(_: Any, tokens: Sequence[Token], at: int, *__: Any) -> str:
    """Split what only looks like the start of a formula, so that no platform typesets it."""
    return _BEGINS_FORMULA.sub(r"\g<0><span></span>", html.escape(tokens[at].content))


def decimal(number: float) -> str:
    """Return digits and a point only: some readers do not know exponents, and a comma would mean something else."""
    text = f"{Decimal(f'{number:.12g}'):f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text
