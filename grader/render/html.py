"""A result as a fragment of HTML, for notebooks and feedback pages, and the templates of all pages.

A fragment loads nothing, runs no script, and changes nothing around it: every rule of its style starts with its own
class. Light and dark follow the notebook's theme if it has one, else the reader's preference.
"""

from __future__ import annotations

import html
import json
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from grader.render import latex as formulas
from grader.render.matrices import NUMBERS_UP_TO, diverges, heading_of, level, text_of
from grader.render.result import Outline, in_words, message_of, score_of, total
from grader.render.style import painted_pieces, plain_text, readable, shorten
from grader.results import Drawing, ExerciseResult
from grader.text import counted, points

if TYPE_CHECKING:
    from jinja2 import Environment

    from grader.quiz.export.practice import PracticePage

_MARKS = {"PASSED": ("✓", "ag-good"), "NOT_ATTEMPTED": ("·", "ag-dim"), "GRADER_ERROR": ("!", "ag-note")}
_ROLES = {
    "good": "ag-good",
    "dim": "ag-dim",
    "accent": "ag-note",
    "warn": "ag-note",
    "bold": "ag-bold",
    "italic": "ag-italic",
    "bad": "ag-bad",
}
_STRONGEST = 0.6  # of a colour over the page: ink stays readable on it, light or dark
_UP, _DOWN = "33,113,181", "217,95,2"


def render_html(
    result: ExerciseResult, filename: str = "", idea: str = "", next_step: str = "", *, styled: bool = True
) -> str:
    """The whole fragment. `idea` and `next_step` are shown if everything passed.

    `styled`: with its style element, which a page with several fragments needs only once.
    """
    spoken = total(result) if result.faulty else f"{points(result.score)} of {points(result.max_score)} points"
    label, outline = f"Result of {result.title}: {spoken}", Outline(result, advise=False)
    footer, template = outline.footer(idea, next_step), templates().get_template("result.html.j2")
    return template.render(label=label, styled=styled, result=result, filename=filename, outline=outline, footer=footer)


def render_words(title: str, text: str) -> str:
    """A hint, or an error before there was a result."""
    return templates().get_template("words.html.j2").render(label=title, styled=True, lines=text.split("\n"))


def render_page(title: str, painted: str) -> str:
    """What a command prints in a terminal, with its colours and its columns."""
    page = templates().get_template("page.html.j2")
    return page.render(label=title, styled=True, pieces=[piece for piece in painted_pieces(painted) if piece[1]])


def render_practice(page: PracticePage, course: str) -> str:
    """A quiz as a page to practise on, which allows no script but its own. `course`: its title."""
    script = Path(__file__).with_name("templates").joinpath("practice.js").read_text(encoding="utf-8")
    digest = b64encode(sha256(script.encode()).digest()).decode()
    data = {"reading": page.reading, "keys": [question.key for versions in page.questions for question in versions]}
    template = templates().get_template("practice.html.j2")
    plain = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")  # or a text could end the element
    return template.render(page=page, course=course, data=plain, script=script, digest=digest)


def formula_html(latex: str, apart: bool) -> str:
    """A formula in readable characters, as HTML; `apart`: on lines of its own."""
    how = formulas.Notation(lowers_letters=False)
    lines = formulas.displayed(latex, how) if apart else [formulas.readable(latex, how)]
    text = html.escape("\n".join(lines), quote=False)
    if len(lines) > 1:
        return f'<span class="math apart rows">{text}</span>'
    lowered = re.sub(r"_([0-9A-Za-zΑ-ω]+|\([^()]*\))", r"<sub>\1</sub>", text)
    return f'<span class="math{" apart" if apart else ""}">{lowered}</span>'


@cache
def templates() -> Environment:
    """Compiled once, when the first page needs them. Jinja escapes every value."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"plain": plain_text, "readable": readable, "link": quote, "shade": shade, "counted": counted}
    made.filters["short"] = lambda text: shorten(readable(text), 60)
    made.filters |= {one.__name__: one for one in (heading_of, in_words, message_of, score_of, text_of, total)}
    made.globals |= {"render_html": render_html, "marks": _MARKS, "roles": _ROLES, "numbers_up_to": NUMBERS_UP_TO}
    return made


def shade(drawing: Drawing, value: float) -> str:
    """The background of a cell, "" if it has none."""
    if not drawing.shaded or not isfinite(value):
        return ""
    far = level(drawing, value)  # up the scale; a diverging one counts from its middle
    strength = abs(2 * far - 1) if diverges(drawing) else far
    colour = _DOWN if diverges(drawing) and value < 0 else _UP
    return f"rgba({colour},{strength * _STRONGEST:.2f})"
