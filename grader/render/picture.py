"""Pictures of statements: matrices as SVG files that carry their numbers, so that a terminal can draw them, too."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from grader.render.matrices import (
    NUMBERS_UP_TO,
    colours,
    diverges,
    heading_of,
    is_dark,
    number,
    sample,
    scale,
    step,
    text_of,
)
from grader.results import Drawing, Panel

_SIZE, _SMALL, _LINE, _LETTER = 44, 9, 20, 8  # a cell with its number, one without, a line, a letter
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>
<style>:root {{ color-scheme: light dark }}
body {{ font-family: sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }}
pre {{ white-space: pre-wrap; font-size: 1rem }} figure {{ margin: 1.5rem 0 }} svg {{ max-width: 100%; height: auto }}
</style></head><body><h1>{title}</h1>"""
_FEW = 12  # rows: there is room for a line of text in each
_METADATA = re.compile(r"<metadata>(.*?)</metadata>", re.DOTALL)
_WIDEST = 920  # what stands side by side
_BOLD = 1.1  # how much wider bold letters are
# From low to high, and from far below zero to far above it.
_RISING = ("#f7fbff", "#deebf7", "#c6dbef", "#9ecae1", "#6baed6", "#4292c6", "#2171b5", "#08519c")
_DIVERGING = ("#08519c", "#4292c6", "#9ecae1", "#deebf7", "#f7f7f7", "#fee6ce", "#fdae6b", "#f16913", "#a63603")
# Cells keep their colours, so the ink on them does; the rest follows the page.
_CLASSES = (
    ".at-ground{fill:#fff}.at-edge{stroke:#fff}.at-ink{fill:#1a1a1a}.at-faint{fill:#59636e}"
    ".at-dark{fill:#1a1a1a}.at-light{fill:#fff}"
    "@media(prefers-color-scheme:dark){"
    ".at-ground{fill:#1b1f24}.at-edge{stroke:#1b1f24}.at-ink{fill:#e6e9ec}.at-faint{fill:#a3adb8}}"
)


def to_svg(picture: Drawing, caption: str) -> str:
    """An SVG file, readable on light and dark backgrounds, with its numbers inside. Panels stand side by side where
    they fit."""
    x, top, y, width = 0.0, 10.0, 10.0, 0.0
    parts: list[str] = []
    if heading := heading_of(replace(picture, title="")):
        parts.append(_text(14, top + 13, heading, "start", "faint"))
        width, top = 28 + len(heading) * _LETTER, top + _LINE + 4
    for panel in picture.panels:
        drawn, across, height = _draw(picture, panel)
        if x and x + across > _WIDEST:
            x, top = 0.0, y
        parts.append(f'<g transform="matrix(1 0 0 1 {x:g} {top:g})">')
        parts += [*drawn, "</g>"]
        x, y = x + across, max(y, top + height + 12)
        width = max(width, x)
    if picture.shaded and not picture.pattern and (diverges(picture) or not all(map(_has_numbers, picture.panels))):
        parts += _legend(picture, y)
        y += _LINE + 12
    facts = picture.to_json()
    panels = [{name: panel[name] for name in ("title", "rows", "columns", "values")} for panel in facts["panels"]]
    carried = {"panels": panels, **{name: facts[name] for name in ("low", "high", "pattern", "axes")}}
    return page((width, y), caption, parts, json.dumps(carried, ensure_ascii=False, separators=(",", ":")))


def page(size: tuple[float, float], title: str, parts: Sequence[str], numbers: str = "", rules: str = "") -> str:
    """An SVG file on a ground of its own, light or dark as the page that shows it. `rules`: more of CSS."""
    width, height = size
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
            f'viewBox="0 0 {width:g} {height:g}" font-family="sans-serif" font-size="13" role="img">',
            f"<title>{html.escape(title, quote=False)}</title>",
            *([f"<metadata>{html.escape(numbers, quote=False)}</metadata>"] if numbers else []),
            f"<style>{_CLASSES}{rules}</style>",
            '<rect class="at-ground" width="100%" height="100%" rx="6"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _has_numbers(panel: Panel) -> bool:
    return len(panel.columns) <= NUMBERS_UP_TO


def _draw(picture: Drawing, panel: Panel) -> tuple[list[str], float, float]:
    """The elements of one matrix, their width and their height."""
    numbers = _has_numbers(panel)
    side = _SIZE if numbers else _LINE if len(panel.rows) <= _FEW else _SMALL
    shown = [text_of(picture, value, "●", "·") for row in panel.values for value in row if value is not None]
    longest = max(map(len, (*panel.columns, *(shown if numbers else ()))), default=0)
    across = max(_SIZE, longest * _LETTER + 8) if numbers else _SMALL
    left = 14 + max((len(label) for label in panel.rows), default=0) * _LETTER
    out, y = [], 0.0
    if panel.title:
        out.append(_text(left, y + 14, panel.title, "start", "ink", bold=True))
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
            x = left + at * across
            out.append(_cell(picture, value, (x, y, across, side), numbers))
            if numbers:
                colour = "light" if picture.shaded and is_dark(picture, _step(picture, value)) else "dark"
                out.append(_text(x + across / 2, y + side / 2 + 5, text_of(picture, value, "●", "·"), "middle", colour))
        y += side
    width = max(left + len(panel.columns) * across, left + len(panel.title) * _LETTER * _BOLD) + 14
    return out, width, y


def _step(picture: Drawing, value: float) -> int:
    return step(picture, value, len(colours(picture, _RISING, _DIVERGING)))


def _cell(picture: Drawing, value: float, place: tuple[float, float, float, float], border: bool) -> str:
    x, y, width, height = place
    fill = colours(picture, _RISING, _DIVERGING)[_step(picture, value)] if picture.shaded else _RISING[0]
    edge = " at-edge" if border else ""
    return f'<rect class="at-cell{edge}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}"/>'


def _legend(picture: Drawing, y: float) -> list[str]:
    """The colours of the scale between the numbers at its ends."""
    values = sample(picture, len(colours(picture, _RISING, _DIVERGING)))
    low, high = map(number, scale(picture))
    left, width = 20 + len(low) * _LETTER, 24
    shown = [_text(14, y + 13, low, "start", "faint")]
    for at, value in enumerate(values):
        shown.append(_cell(picture, value, (left + at * width, y + 2, width, 14), False).replace("at-cell", "at-step"))
    if diverges(picture):
        shown.append(_text(left + len(values) * width / 2, y + 29, "0", "middle", "faint"))
    return [*shown, _text(left + len(values) * width + 6, y + 13, high, "start", "faint")]


def _text(x: float, y: float, text: str, anchor: str, colour: str = "ink", bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    shown = html.escape(text, quote=False)
    return f'<text class="at-{colour}" x="{x:g}" y="{y:g}" text-anchor="{anchor}"{weight}>{shown}</text>'


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
