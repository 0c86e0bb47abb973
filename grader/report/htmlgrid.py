"""Matrices as tables of HTML: more is darker, wrong cells are framed and in brackets."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import isfinite

from grader.report.scale import NUMBERS_UP_TO, diverges, level, text_of
from grader.report.style import plain_text
from grader.results import Drawing, Panel

_STRONGEST = 0.6  # of a colour over the page: ink stays readable on it, light or dark
_UP, _DOWN = "33,113,181", "217,95,2"
GRID_STYLE = """\
.ag-result .ag-grids{display:flex;flex-wrap:wrap;gap:.5em 2em;margin:.4em 0}
.ag-result .ag-grid{border-collapse:separate;border-spacing:1px;width:auto;margin:0;border:0;color:inherit;\
font:12.5px/1.4 ui-monospace,Menlo,Consolas,monospace;table-layout:auto}
.ag-result .ag-grid caption{text-align:left;font-weight:bold;padding:0 0 .2em;color:inherit;caption-side:top}
.ag-result .ag-grid th,.ag-result .ag-grid td{padding:.15em .45em;border:0;text-align:right;color:inherit;\
background:none;white-space:nowrap;min-width:.8em;max-width:none;vertical-align:middle}
.ag-result .ag-grid th{font-weight:normal;color:var(--ag-dim)}
.ag-result .ag-grid td.ag-wrong{outline:2px solid var(--ag-bad);outline-offset:-1px;font-weight:bold}"""


def draw(drawing: Drawing) -> str:
    """The matrices side by side, with what rows and columns stand for."""
    return f'{_heading(drawing)}<div class="ag-grids">{"".join(_grid(drawing, one) for one in drawing.panels)}</div>'


def _heading(drawing: Drawing) -> str:
    names = zip(("rows", "columns"), drawing.axes, strict=True)
    axes = ", ".join(f"{word}: {name}" for word, name in names if name)
    brackets = "wrong ones in brackets" if any(panel.wrong for panel in drawing.panels) else ""
    text = "; ".join(part for part in (drawing.title, axes, brackets) if part)
    return f'<p class="ag-line ag-dim">{safe(text)}</p>' if text else ""


def _grid(drawing: Drawing, panel: Panel) -> str:
    caption = f"<caption>{safe(panel.title)}</caption>" if panel.title else ""
    rows = "".join(f"<tr>{''.join(_row(drawing, panel, at))}</tr>" for at in range(len(panel.values)))
    return f'<table class="ag-grid">{caption}{_head(panel)}<tbody>{rows}</tbody></table>'


def _head(panel: Panel) -> str:
    if not any(panel.columns):
        return ""
    corner = "<td></td>" if any(panel.rows) else ""
    labels = "".join(f'<th scope="col">{safe(label)}</th>' for label in panel.columns)
    return f"<thead><tr>{corner}{labels}</tr></thead>"


def _row(drawing: Drawing, panel: Panel, at: int) -> Iterator[str]:
    if any(panel.rows):
        yield f'<th scope="row">{safe(panel.rows[at])}</th>'
    for column, value in enumerate(panel.values[at]):
        yield _cell(drawing, panel, value, (at, column) in panel.wrong)


def _cell(drawing: Drawing, panel: Panel, value: float | None, wrong: bool) -> str:
    if value is None:
        return "<td></td>"
    text = text_of(drawing, value, "●", "·")
    if len(panel.columns) > NUMBERS_UP_TO and not drawing.pattern:
        return f'<td{_kind(wrong)}{_shade(drawing, value)} title="{safe(text)}">{"[ ]" if wrong else ""}</td>'
    return f"<td{_kind(wrong)}{_shade(drawing, value)}>{safe(f'[{text}]' if wrong else text)}</td>"


def _kind(wrong: bool) -> str:
    return ' class="ag-wrong"' if wrong else ""


def _shade(drawing: Drawing, value: float) -> str:
    """How far up the scale, or how far from its middle."""
    if not drawing.shaded or not isfinite(value):
        return ""
    far = level(drawing, value)
    down = diverges(drawing) and value < 0
    strength = abs(2 * far - 1) if diverges(drawing) else far
    return f' style="background:rgba({_DOWN if down else _UP},{strength * _STRONGEST:.2f})"'


def safe(text: str) -> str:
    """Text from anywhere: nothing in it is markup, and nothing in it is invisible."""
    return escape(plain_text(text))
