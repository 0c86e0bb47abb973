"""A result as a fragment of HTML, for notebooks and feedback pages.

It loads nothing, runs no script, and changes nothing around it: every rule of its style starts with its own class.
Light and dark follow the notebook's theme if it has one, else the reader's preference.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from html import escape
from math import isfinite
from pathlib import Path

from grader.render.matrices import NUMBERS_UP_TO, diverges, heading_of, level, text_of
from grader.render.result import Block, Outline, Part, in_words, message_of, score_of, total
from grader.render.style import plain_text
from grader.results import CheckResult, Drawing, ExerciseResult, Outcome, Panel
from grader.text import points

_STRONGEST = 0.6  # of a colour over the page: ink stays readable on it, light or dark
_UP, _DOWN = "33,113,181", "217,95,2"


def draw(drawing: Drawing) -> str:
    """The matrices as tables side by side, under a line that names their axes."""
    heading = f'<p class="ag-line ag-dim">{safe(text)}</p>' if (text := heading_of(drawing)) else ""
    return f'{heading}<div class="ag-grids">{"".join(_grid(drawing, panel) for panel in drawing.panels)}</div>'


def _grid(drawing: Drawing, panel: Panel) -> str:
    caption = f"<caption>{safe(panel.title)}</caption>" if panel.title else ""
    labelled, head, rows = any(panel.rows), "", ""
    if any(panel.columns):
        labels = "".join(f'<th scope="col">{safe(label)}</th>' for label in panel.columns)
        head = f"<thead><tr>{'<td></td>' if labelled else ''}{labels}</tr></thead>"
    for at, values in enumerate(panel.values):
        label = f'<th scope="row">{safe(panel.rows[at])}</th>' if labelled else ""
        cells = (_cell(drawing, panel, value, (at, column) in panel.wrong) for column, value in enumerate(values))
        rows += f"<tr>{label}{''.join(cells)}</tr>"
    return f'<table class="ag-grid">{caption}{head}<tbody>{rows}</tbody></table>'


def _cell(drawing: Drawing, panel: Panel, value: float | None, wrong: bool) -> str:
    if value is None:
        return "<td></td>"
    text, look = text_of(drawing, value, "●", "·"), ' class="ag-wrong"' if wrong else ""
    if drawing.shaded and isfinite(value):
        far = level(drawing, value)  # up the scale; a diverging one counts from its middle
        strength = abs(2 * far - 1) if diverges(drawing) else far
        colour = _DOWN if diverges(drawing) and value < 0 else _UP
        look += f' style="background:rgba({colour},{strength * _STRONGEST:.2f})"'
    if len(panel.columns) > NUMBERS_UP_TO and not drawing.pattern:
        return f'<td{look} title="{safe(text)}">{"[ ]" if wrong else ""}</td>'
    return f"<td{look}>{safe(f'[{text}]' if wrong else text)}</td>"


def safe(text: str) -> str:
    """Untrusted text, escaped, with control characters made visible."""
    return escape(plain_text(text))


_MARKS = {
    Outcome.PASSED: ("✓", "ag-good"),
    Outcome.NOT_ATTEMPTED: ("·", "ag-dim"),
    Outcome.GRADER_ERROR: ("!", "ag-note"),
}
_ROLES = {"good": "ag-good", "dim": "ag-dim", "accent": "ag-note"}
_IGNORED = "tex2jax_ignore mathjax_ignore"  # a dollar sign in a message is no formula


def render_html(result: ExerciseResult, filename: str = "", idea: str = "", next_step: str = "") -> str:
    """The whole fragment, with its style. `idea` and `next_step` are shown if everything passed."""
    outline = Outline(result, advise=False)
    file = _tag("span", "ag-dim", safe(f"· {filename}")) if filename else ""
    score = _tag("span", "ag-points", total(result))
    content = [_tag("p", "ag-head", _tag("strong", "", safe(result.title)), file, score)]
    if outline.shared:
        first = outline.shared[0]
        content.append(_line(_mark(first), _tag("strong", "", safe(message_of(first)))))
        content.append(_tag("div", "ag-body", *map(_part, outline.cause())))
    if outline.rest:
        checks = [_tag("li", "ag-check", _title(check), _body(outline.body(check))) for check in outline.rest]
        content.append(_tag("ul", "ag-checks", *checks, more=' role="list"'))
    content += map(_part, outline.footer(idea, next_step))
    spoken = total(result) if result.faulty else f"{points(result.score)} of {points(result.max_score)} points"
    return _frame(f"Result of {result.title}: {spoken}", *content)


def render_words(title: str, text: str) -> str:
    """A hint, or an error before there was a result."""
    return _frame(title, _line(_tag("strong", "", safe(title))), *map(_line, map(safe, text.split("\n"))))


@cache
def style() -> str:
    """The style element of the fragment. A page with several fragments needs it once."""
    return f"<style>{Path(__file__).with_name('templates').joinpath('result.css').read_text('utf-8').strip()}</style>"


def _frame(label: str, *content: str) -> str:
    about = f' role="group" aria-label="{safe(label)}"'
    return _tag("div", f"ag-result {_IGNORED}", style(), *content, more=about)


def _title(check: CheckResult) -> str:
    hidden = _tag("span", "ag-dim", "hidden: ") if check.hidden else ""
    how = f" ({in_words(check)})" if check.hidden and not check.passed else ""
    title = _tag("span", "", hidden, safe(check.title + how))
    return _tag("div", "ag-title", _mark(check), title, _tag("span", "ag-points", score_of(check)))


def _body(parts: Iterable[Part]) -> str:
    content = "".join(map(_part, parts))
    return _tag("div", "ag-body", content) if content else ""


def _part(part: Part) -> str:
    if isinstance(part, Drawing):
        return draw(part)
    if isinstance(part, Block):
        heading = _line(_tag("span", "ag-dim", "printed:")) if part.printed else ""
        return heading + _tag("pre", "ag-text", safe("\n".join(part.lines)))
    text = safe(f"→ {part.text}" if part.arrow else part.text)
    strong = _tag("strong", "", safe(f"{part.strong} ")) if part.strong else ""
    return _line(strong, _tag("span", _ROLES[part.role], text) if part.role else text)


def _mark(check: CheckResult) -> str:
    """A sign, and a word in its place for screen readers."""
    sign, role = _MARKS.get(check.outcome, ("✗", "ag-bad"))
    spoken = _tag("span", "ag-sr", safe(f"{in_words(check)}: "))
    return _tag("span", f"ag-mark {role}", sign, more=' aria-hidden="true"') + spoken


def _line(*content: str) -> str:
    return _tag("p", "ag-line", *content)


def _tag(name: str, role: str, *content: str, more: str = "") -> str:
    kind = f' class="{role}"' if role else ""
    return f"<{name}{kind}{more}>{''.join(content)}</{name}>"
