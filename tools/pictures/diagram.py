"""Diagrams of boxes, arrows and small matrices, as SVG.

Coordinates are pixels from the upper left corner. A diagram refuses to be written while a text is wider than its box,
two texts overlap, or an arrow crosses a text or a box: what is cut off or covered is found here, not by a reader.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise

import numpy as np

from grader.render.matrices import number
from grader.render.picture import page

Point = tuple[float, float]
_LINE, _MARGIN = 17, 12
_SANS, _MONO = 0.56, 0.61  # the width of a letter in parts of its size, generously
# Fill and stroke, on light and on dark pages. `write`: what the student writes.
_KINDS = {
    "data": ("#f1f3f5", "#6b7480", "#2a3038", "#939daa"),
    "write": ("#f3e8ff", "#8b3fd9", "#3a2556", "#c18bfb"),
    "given": ("#ffffff", "#6b7480", "#1b1f24", "#939daa"),
    "q": ("#dbeafe", "#2563eb", "#1c3559", "#6aa8fb"),
    "k": ("#ffe8d2", "#d9570a", "#522e12", "#fb9a4b"),
    "v": ("#dcf5e3", "#16913f", "#143f27", "#4fd47f"),
    "bad": ("#fde2e2", "#d02c2c", "#551f1f", "#f98080"),
}
_INK, _FAINT, _LINES = ("#1a1a1a", "#e6e9ec"), ("#59636e", "#a3adb8"), ("#4b5560", "#a3adb8")


def _rules() -> str:
    """The colours of the classes of this file, for light pages and then for dark ones."""
    themes = []
    for dark in (0, 1):
        boxes = [f".at-{kind}{{fill:{c[2 * dark]};stroke:{c[2 * dark + 1]}}}" for kind, c in _KINDS.items()]
        lines = f".at-line{{stroke:{_LINES[dark]};fill:none}}.at-head{{fill:{_LINES[dark]}}}"
        frame = f".at-frame{{stroke:{_LINES[dark]};fill:none;stroke-dasharray:5 4}}"
        themes.append("".join(boxes) + lines + frame)
    return f"{themes[0]}@media(prefers-color-scheme:dark){{{themes[1]}}}"


@dataclass(frozen=True)
class Box:
    """A place on the page, with the points where arrows start and end."""

    x: float
    y: float
    width: float
    height: float

    @property
    def top(self) -> Point:
        return self.x + self.width / 2, self.y

    @property
    def bottom(self) -> Point:
        return self.x + self.width / 2, self.y + self.height

    @property
    def left(self) -> Point:
        return self.x, self.y + self.height / 2

    @property
    def right(self) -> Point:
        return self.x + self.width, self.y + self.height / 2

    def along_top(self, part: float) -> Point:
        return self.x + self.width * part, self.y

    def along_bottom(self, part: float) -> Point:
        return self.x + self.width * part, self.y + self.height

    def along_left(self, part: float) -> Point:
        return self.x, self.y + self.height * part

    def along_right(self, part: float) -> Point:
        return self.x + self.width, self.y + self.height * part

    def overlaps(self, other: Box, by: float = 1) -> bool:
        across = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        down = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return across > by and down > by

    def is_crossed(self, a: Point, b: Point) -> bool:
        """Does the segment from a to b pass through the inside?"""
        places = np.linspace(a, b, 200)
        inside = (places > (self.x + 2, self.y + 2)) & (places < (self.x + self.width - 2, self.y + self.height - 2))
        return bool(inside.all(1).any())


@dataclass
class Diagram:
    """What is drawn so far. `title` names it in a few words; `size` is that of its letters."""

    title: str
    size: float = 13
    _parts: list[str] = field(default_factory=list)
    _boxes: list[Box] = field(default_factory=list)
    _texts: list[tuple[str, Box]] = field(default_factory=list)
    _segments: list[tuple[Point, Point]] = field(default_factory=list)
    _frames: list[Box] = field(default_factory=list)

    def box(self, x: float, y: float, width: float, text: str, kind: str = "data", height: float = 0) -> Box:
        """A box around lines of text. A line in backticks is code: the name of a function."""
        lines = text.split("\n")
        box = Box(x, y, width, height or len(lines) * _LINE + 12)
        self._boxes.append(box)
        shape = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{box.height:g}"'
        self._parts.append(f'<rect class="at-{kind}" {shape} rx="5" stroke-width="1.5"/>')
        first = y + box.height / 2 - (len(lines) - 1) * _LINE / 2 + 4.5
        for at, line in enumerate(lines):
            drawn = self.text(x + width / 2, first + at * _LINE, line)
            if drawn.width > width - 4:
                raise ValueError(f"{self.title}: {line!r} takes {drawn.width:.0f} of {width - 4:g}")
        return box

    def text(self, x: float, y: float, text: str, anchor: str = "middle", faint: bool = False, size: float = 0) -> Box:
        """A line of text whose base line is at y."""
        code, size = text.startswith("`"), size or self.size
        shown = text.strip("`")
        size = size - 0.5 if code else size
        width = len(shown) * size * (_MONO if code else _SANS)
        left = x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        place = Box(left, y - 0.75 * size, width, size)
        self._texts.append((shown, place))
        font = ' font-family="monospace" font-weight="bold"' if code else ""
        self._parts.append(
            f'<text class="at-{"faint" if faint else "ink"}" x="{x:g}" y="{y:g}" text-anchor="{anchor}" '
            f'font-size="{size:g}"{font}>{html.escape(shown, quote=False)}</text>'
        )
        return place

    def arrow(self, *points: Point, dashed: bool = False, head: bool = True) -> None:
        """A line through the points, with a head at the last one."""
        (x0, y0), (x1, y1) = points[-2:]
        length = float(np.hypot(x1 - x0, y1 - y0))
        across, down = (x1 - x0) / length, (y1 - y0) / length
        end = (x1 - 7 * across, y1 - 7 * down) if head else (x1, y1)
        path = " ".join(f"{x:g},{y:g}" for x, y in (*points[:-1], end))
        dashes = ' stroke-dasharray="5 4"' if dashed else ""
        self._parts.append(f'<polyline class="at-line" points="{path}" stroke-width="1.5"{dashes}/>')
        if head:
            corners = [(x1, y1), *((end[0] - side * down, end[1] + side * across) for side in (4, -4))]
            path = " ".join(f"{x:.4g},{y:.4g}" for x, y in corners)
            self._parts.append(f'<polygon class="at-head" points="{path}"/>')
        self._segments += pairwise(points)

    def frame(self, x: float, y: float, width: float, height: float, text: str = "") -> Box:
        """A dashed frame around other things, named in its upper left corner."""
        shape = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
        self._parts.insert(0, f'<rect class="at-frame" {shape} rx="8"/>')
        self._frames.append(Box(x, y, width, height))
        if text:
            self.text(x + 10, y + 17, text, "start", faint=not text.startswith("`"))
        return self._frames[-1]

    def grid(
        self, x: float, y: float, values: object, kind: str = "data", title: str = "", cell: Point = (30, 22)
    ) -> Box:
        """A matrix of numbers, or of texts, under its title."""
        rows = [list(row) for row in (values.tolist() if isinstance(values, np.ndarray) else values)]  # type: ignore
        width, height = cell
        if title:
            self.text(x + len(rows[0]) * width / 2, y - 7, title)
        for i, row in enumerate(rows):
            for j, value in enumerate(row):
                shape = f'x="{x + j * width:g}" y="{y + i * height:g}" width="{width:g}" height="{height:g}"'
                self._parts.append(f'<rect class="at-{kind}" {shape}/>')
                shown = value if isinstance(value, str) else number(float(value) + 0.0)
                self.text(x + (j + 0.5) * width, y + (i + 0.5) * height + 4.5, shown, size=self.size - 1)
        self._boxes.append(Box(x, y, len(rows[0]) * width, len(rows) * height))
        return self._boxes[-1]

    def curve(self, points: Sequence[Point], kind: str) -> None:
        """A line through many points, which may cross anything."""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self._parts.append(f'<polyline class="at-{kind}" points="{path}" stroke-width="2" style="fill:none"/>')

    def svg(self, description: str) -> str:
        """The file; `description` is its text alternative. ValueError if anything is covered."""
        self._check()
        points = [Box(*a, 0, 0) for segment in self._segments for a in segment]
        every = [*self._boxes, *self._frames, *(place for _, place in self._texts), *points]
        left, top = min(box.x for box in every) - _MARGIN, min(box.y for box in every) - _MARGIN
        right = max(box.x + box.width for box in every) + _MARGIN
        bottom = max(box.y + box.height for box in every) + _MARGIN
        moved = f'<g transform="matrix(1 0 0 1 {-left:.4g} {-top:.4g})">'
        described = f"<desc>{html.escape(description, quote=False)}</desc>"
        size = (float(np.ceil(right - left)), float(np.ceil(bottom - top)))
        return page(size, self.title, [described, moved, *self._parts, "</g>"], rules=_rules())

    def _check(self) -> None:
        for (text, place), (other, elsewhere) in combinations(self._texts, 2):
            if place.overlaps(elsewhere):
                raise ValueError(f"{self.title}: {text!r} covers {other!r} at {place}")
        for box, other in combinations(self._boxes, 2):
            if box.overlaps(other):
                raise ValueError(f"{self.title}: {box} covers {other}")
        for a, b in self._segments:
            for box in self._boxes:
                if box.is_crossed(a, b):
                    raise ValueError(f"{self.title}: the arrow {a} → {b} crosses {box}")
            for text, place in self._texts:
                if place.is_crossed(a, b):
                    raise ValueError(f"{self.title}: the arrow {a} → {b} crosses {text!r} at {place}")
