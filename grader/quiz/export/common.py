"""What the formats for course systems share: pieces of text, markup, numbers, XML."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from grader.course.quiz_expressions import evaluate
from grader.course.quiz_model import Numeric, Ordering, Question, Quiz, QuizItem
from grader.quiz.paper import Number, Variant, draw_question, seed_for

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

_TRIES = 50  # seeds for each variant that is wanted: few parameters give few variants


@dataclass(frozen=True)
class ExportedQuestion:
    """One question as it is exported."""

    name: str
    variant: Variant


@dataclass(frozen=True)
class QuestionGroup:
    """Questions of which each student gets `pick`; None: all of them, in their place."""

    name: str
    pieces: tuple[ExportedQuestion, ...]
    pick: int | None = None


def groups(quiz: Quiz, variants: int) -> Iterator[QuestionGroup]:
    """In the order of the quiz; a pool stands where its first question does. Dropped questions are left out."""
    seen: set[str] = set()
    for question in quiz.questions:
        if question.dropped or (question.pool and question.pool in seen):
            continue
        if question.pool:
            seen.add(question.pool)
            pool = [other for other in quiz.questions if other.pool == question.pool and not other.dropped]
            pieces = tuple(piece for other in pool for piece in _pieces(quiz, other, variants))
            pick = quiz.pools[question.pool]
            yield QuestionGroup(question.pool, pieces, pick if pick < len(pieces) else None)
        else:
            pieces = tuple(_pieces(quiz, question, variants))
            yield QuestionGroup(question.id, pieces, 1 if len(pieces) > 1 else None)


def _pieces(quiz: Quiz, question: Question, count: int) -> Iterator[ExportedQuestion]:
    found = list(islice(_different(quiz, question), count if question.parameters else 1))
    for number, variant in enumerate(found, 1):
        yield ExportedQuestion(f"{question.id}-{number}" if len(found) > 1 else question.id, variant)


def _different(quiz: Quiz, question: Question) -> Iterator[Variant]:
    """Variants with other numbers each, the same ones on every machine. Options stand in the order drawn, for authors
    like to write the right one first."""
    seen: list[object] = []
    tries = 0
    while tries < _TRIES * (len(seen) + 1):
        variant = draw_question(quiz, question, seed_for(0, quiz.id, "export", tries))
        tries += 1
        if variant.values not in seen:
            seen.append(variant.values)
            yield variant


def places(ordering: Ordering) -> list[QuizItem]:
    """What items are matched with where there is no ordering. "1." alone would begin a list in Markdown."""
    return [QuizItem(str(place), f"{place}\\.") for place in range(1, len(ordering.right) + 1)]


def node(parent: Element, tag: str, text: str | None = None, /, **attributes: str) -> Element:
    made = SubElement(parent, tag, attributes)
    made.text = text
    return made


def document(root: Element) -> bytes:
    """The same bytes on every machine."""
    ElementTree.indent(root, " ")
    text = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()


# ---- Markdown with formulas as a learning platform shows it: HTML, or plain text where it takes no HTML.
#
# The dialect is that of the terminal: `_` and `<` are letters, nothing is HTML, a `[name]: …` does not vanish.


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


# ---- Numeric questions in numbers: what is right, within which margin, and which mistakes were foreseen.


@dataclass(frozen=True)
class NumberRange:
    """From `low` to `high`, both right; `middle` is the answer, or half way."""

    middle: float
    margin: float

    @property
    def low(self) -> float:
        return self.middle - self.margin

    @property
    def high(self) -> float:
        return self.middle + self.margin


def right_range(variant: Variant) -> NumberRange:
    numeric = _numeric(variant)
    if numeric.answer is not None:
        return _around(variant, numeric, evaluate(numeric.answer, variant.values))
    assert numeric.low is not None
    assert numeric.high is not None
    low, high = evaluate(numeric.low, variant.values), evaluate(numeric.high, variant.values)
    return NumberRange((low + high) / 2, (high - low) / 2)


def mistakes(variant: Variant) -> Iterator[tuple[NumberRange, str]]:
    """Each with what to say to it."""
    numeric = _numeric(variant)
    assert isinstance(variant.task, Number)
    for mistake, (_, feedback) in zip(numeric.mistakes, variant.task.mistakes, strict=True):
        yield _around(variant, numeric, evaluate(mistake.answer, variant.values)), feedback


def has_margins(variant: Variant) -> bool:
    """A question with an answer, not a range."""
    return _numeric(variant).answer is not None


def decimal(number: float) -> str:
    """Digits and a point alone: some readers know no exponent, and a comma would mean something else."""
    text = f"{Decimal(f'{number:.12g}'):f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def _around(variant: Variant, numeric: Numeric, answer: float) -> NumberRange:
    tolerance, relative = evaluate(numeric.tolerance, variant.values), evaluate(numeric.relative, variant.values)
    return NumberRange(answer, max(tolerance, relative * abs(answer)))


def _numeric(variant: Variant) -> Numeric:
    assert isinstance(variant.question.task, Numeric)
    return variant.question.task
