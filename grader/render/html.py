"""A result as a fragment of HTML, for notebooks and feedback pages."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from math import isfinite

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


# The fragment loads nothing, runs no script, and changes nothing around it: every rule starts with its own class.
# Light and dark follow the notebook's theme if it has one, else the reader's preference.


_LIGHT = (
    "--ag-page:#fff;--ag-ink:#1f2328;--ag-dim:#59636e;--ag-line:#d1d9e0;"
    "--ag-good:#116329;--ag-bad:#b3261e;--ag-note:#0550ae;--ag-soft:#f6f8fa;"
)
_DARK = (
    "--ag-page:#16181d;--ag-ink:#e6e8eb;--ag-dim:#9aa4ae;--ag-line:#3b424b;"
    "--ag-good:#57d364;--ag-bad:#ff8b82;--ag-note:#79b8ff;--ag-soft:#22262d;"
)
STYLE = f"""\
.ag-result{{{_LIGHT}color-scheme:light}}
@media (prefers-color-scheme:dark){{.ag-result{{{_DARK}color-scheme:dark}}}}
[data-jp-theme-light="true"] .ag-result,.vscode-light .ag-result{{{_LIGHT}color-scheme:light}}
[data-jp-theme-light="false"] .ag-result,.vscode-dark .ag-result{{{_DARK}color-scheme:dark}}
.ag-result{{box-sizing:border-box;max-width:60em;padding:.8em 1em;border:1px solid var(--ag-line);border-radius:6px;\
background:var(--ag-page);color:var(--ag-ink);font:14px/1.5 system-ui,sans-serif;text-align:left;\
overflow-wrap:anywhere}}
.ag-result .ag-line,.ag-result .ag-head{{margin:.15em 0;padding:0;color:inherit;font-size:1em}}
.ag-result .ag-head,.ag-result .ag-title{{display:flex;gap:.5em;align-items:baseline}}
.ag-result .ag-head{{font-size:1.1em;padding-bottom:.4em;border-bottom:1px solid var(--ag-line)}}
.ag-result .ag-points{{margin-left:auto;white-space:nowrap;font-variant-numeric:tabular-nums}}
.ag-result .ag-checks{{list-style:none;margin:.5em 0;padding:0}}
.ag-result .ag-check{{margin:.3em 0;padding:0}}
.ag-result .ag-body{{margin:0 0 .6em 1.6em}}
.ag-result .ag-mark{{flex:0 0 1.1em;font-weight:bold;text-align:center}}
.ag-result .ag-good{{color:var(--ag-good)}} .ag-result .ag-bad{{color:var(--ag-bad)}}
.ag-result .ag-note{{color:var(--ag-note)}} .ag-result .ag-dim{{color:var(--ag-dim)}}
.ag-result .ag-text{{margin:.3em 0;padding:.4em .6em;border:0;border-radius:4px;background:var(--ag-soft);\
color:inherit;font:12.5px/1.45 ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap;overflow-x:auto}}
.ag-result .ag-sr{{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}}
.ag-result .ag-grids{{display:flex;flex-wrap:wrap;gap:.5em 2em;margin:.4em 0}}
.ag-result .ag-grid{{border-collapse:separate;border-spacing:1px;width:auto;margin:0;border:0;color:inherit;\
font:12.5px/1.4 ui-monospace,Menlo,Consolas,monospace;table-layout:auto}}
.ag-result .ag-grid caption{{text-align:left;font-weight:bold;padding:0 0 .2em;color:inherit;caption-side:top}}
.ag-result .ag-grid th,.ag-result .ag-grid td{{padding:.15em .45em;border:0;text-align:right;color:inherit;\
background:none;white-space:nowrap;min-width:.8em;max-width:none;vertical-align:middle}}
.ag-result .ag-grid th{{font-weight:normal;color:var(--ag-dim)}}
.ag-result .ag-grid td.ag-wrong{{outline:2px solid var(--ag-bad);outline-offset:-1px;font-weight:bold}}"""
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


def _frame(label: str, *content: str) -> str:
    about = f' role="group" aria-label="{safe(label)}"'
    return _tag("div", f"ag-result {_IGNORED}", f"<style>{STYLE}</style>", *content, more=about)


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
