"""Pictures of statements: matrices as SVG files that carry their numbers, so that a terminal can draw them, too."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable

from grader.render.matrices import NUMBERS_UP_TO, diverges, is_dark, step, text_of
from grader.results import Drawing, Panel

_SIZE, _SMALL, _LINE, _LETTER = 44, 9, 20, 7.5  # a cell with its number, one without, a line, a letter
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>
<style>:root {{ color-scheme: light dark }}
body {{ font-family: sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }}
pre {{ white-space: pre-wrap; font-size: 1rem }} figure {{ margin: 1.5rem 0 }} svg {{ max-width: 100%; height: auto }}
</style></head><body><h1>{title}</h1>"""
_FEW = 12  # rows: there is room for a line of text in each
_METADATA = re.compile(r"<metadata>(.*?)</metadata>", re.DOTALL)
# From low to high, and from far below zero to far above it.
_RISING = ("#f7fbff", "#deebf7", "#c6dbef", "#9ecae1", "#6baed6", "#4292c6", "#2171b5", "#08519c")
_DIVERGING = ("#08519c", "#4292c6", "#9ecae1", "#deebf7", "#fee6ce", "#fdae6b", "#f16913", "#a63603")


def to_svg(picture: Drawing, caption: str) -> str:
    """An SVG file, readable on light and dark backgrounds, with its numbers inside."""
    y, parts, widths = 10.0, [], [0.0]
    for panel in picture.panels:
        drawn, width, height = _draw(picture, panel, y)
        parts += drawn
        widths.append(width)
        y += height + 12
    size = f'width="{max(widths):g}" height="{y:g}" viewBox="0 0 {max(widths):g} {y:g}"'
    facts = picture.to_json()
    panels = [{name: panel[name] for name in ("title", "rows", "columns", "values")} for panel in facts["panels"]]
    carried = {"panels": panels, **{name: facts[name] for name in ("low", "high", "pattern")}}
    numbers = html.escape(json.dumps(carried, ensure_ascii=False, separators=(",", ":")), quote=False)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="13" role="img">',
            f"<title>{html.escape(caption, quote=False)}</title>",
            f"<metadata>{numbers}</metadata>",
            '<rect width="100%" height="100%" rx="6" fill="#ffffff"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _draw(picture: Drawing, panel: Panel, top: float) -> tuple[list[str], float, float]:
    """The elements of one matrix, their width and their height."""
    numbers = len(panel.columns) <= NUMBERS_UP_TO
    side = _SIZE if numbers else _LINE if len(panel.rows) <= _FEW else _SMALL
    longest = max((len(label) for label in panel.columns), default=0)
    across = max(_SIZE, longest * _LETTER + 8) if numbers else _SMALL
    left = 14 + max((len(label) for label in panel.rows), default=0) * _LETTER
    out, y = [], top
    if panel.title:
        out.append(_text(left, y + 14, panel.title, "start", bold=True))
        y += _LINE
    if any(panel.columns):
        anchor = "middle" if numbers else "start"
        shift = across / 2 if numbers else 0
        out += [
            _text(left + at * across + shift, y + 14, label, anchor) for at, label in enumerate(panel.columns) if label
        ]
        y += _LINE
    for label, row in zip(panel.rows, panel.values, strict=True):
        if label:
            out.append(_text(left - 6, y + side / 2 + 4, label, "end"))
        for at, value in enumerate(row):
            if value is None:
                continue
            x, level = left + at * across, step(picture, value, len(_RISING))
            fill = (_DIVERGING if diverges(picture) else _RISING)[level]
            border = ' stroke="#ffffff"' if numbers else ""
            out.append(f'<rect x="{x:g}" y="{y:g}" width="{across:g}" height="{side:g}" fill="{fill}"{border}/>')
            if numbers:
                ink = "#ffffff" if is_dark(picture, level) else "#1a1a1a"
                out.append(_text(x + across / 2, y + side / 2 + 5, text_of(picture, value, "●", "·"), "middle", ink))
        y += side
    width = max(left + len(panel.columns) * across, left + len(panel.title) * _LETTER) + 14
    return out, width, y - top


def _text(x: float, y: float, text: str, anchor: str, ink: str = "#1a1a1a", bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    shown = html.escape(text, quote=False)
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{ink}"{weight}>{shown}</text>'


def to_html(title: str, shown: Iterable[str | Drawing]) -> str:
    """A page of texts and drawings, in order."""
    parts = []
    for one in shown:
        if isinstance(one, str):
            parts.append(f"<pre>{html.escape(one)}</pre>")
        else:
            caption = f"<figcaption>{html.escape(one.title)}</figcaption>"
            parts.append(f"<figure>{caption}{to_svg(one, one.title)}</figure>")
    return "\n".join([_PAGE.format(title=html.escape(title)), *parts, "</body></html>\n"])


def from_svg(text: str) -> Drawing | None:
    """The picture that an SVG carries; None if it carries none, or one without a label per row and column."""
    found = _METADATA.search(text)
    if found is None:
        return None
    try:
        picture = Drawing.from_json(json.loads(html.unescape(found[1])))
    except ValueError:
        return None
    labelled = all(
        len(panel.rows) == len(panel.values) and all(len(row) == len(panel.columns) for row in panel.values)
        for panel in picture.panels
    )
    return picture if picture.low < picture.high and labelled else None
