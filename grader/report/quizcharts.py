"""The page of a quiz's statistics: tables, and charts as SVG that needs nothing from outside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.report.pages import Pages, bars
from grader.report.quizstats import ItemRow, StatsPage, number, percent

_DEPTHS = (-25, -50, -100)


@dataclass(frozen=True)
class Field:
    """Of the scatter: facility from left to right, discrimination from `low` at the bottom to 100 at the top."""

    low: int
    left: float = 44.0
    top: float = 10.0
    wide: float = 400.0
    high: float = 220.0

    def x(self, share: float) -> float:
        return round(self.left + self.wide * min(1.0, max(0.0, share)), 1)

    def y(self, value: float) -> float:
        return round(self.top + self.high * (100 - min(100.0, max(self.low, value))) / (100 - self.low), 1)

    @property
    def ticks(self) -> list[int]:
        return [value for value in (-100, -50, 0, 50, 100) if value >= self.low]


@dataclass(frozen=True)
class Point:
    """A question in the scatter; `x` and `y` in the picture, `number` its place in the quiz."""

    x: float
    y: float
    number: int
    flagged: bool
    words: str


class StatsPages(Pages):
    """Adds the page of statistics to the others."""

    def stats(self, page: StatsPage) -> str:
        field = field_of(page.items)
        template = self._templates.get_template("quizstats.html.j2")
        found = {"bars": bars(page.bins), "points": list(points(page.items, field)), "field": field}
        return template.render(page=page, number=number, share=percent, **found)


def field_of(items: Sequence[ItemRow]) -> Field:
    """No deeper than the worst question: most quizzes have nothing below 0."""
    worst = min((item.discrimination for item in items if item.discrimination is not None), default=0.0)
    return Field(next((depth for depth in _DEPTHS if depth <= worst), _DEPTHS[-1]))


def points(items: Sequence[ItemRow], field: Field) -> Iterator[Point]:
    """Questions that have both values."""
    for at, item in enumerate(items, 1):
        if item.facility is not None and item.discrimination is not None:
            yield Point(
                x=field.x(item.facility),
                y=field.y(item.discrimination),
                number=at,
                flagged=bool(item.flags),
                words=f"{item.name}: facility {percent(item.facility)}, discrimination {number(item.discrimination)}",
            )
