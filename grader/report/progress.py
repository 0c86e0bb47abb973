"""How far a student is, as a page for a terminal: a bar for each part, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grader.report.style import Style, cut, display_width, pad, pad_left, wrap

LONGEST_BAR = 30
SHORTEST_BAR = 6


class Bar(NamedTuple):
    """A part of the course, or all of it."""

    title: str
    passed: int
    started: int
    exercises: int
    points: float
    max_points: float


class Page(NamedTuple):
    """What stands below the bars, each a sentence or more; empty ones are left out."""

    course: str
    bars: Sequence[Bar]  # the last one sums up the others
    facts: Sequence[str]
    next_step: str
    commands: Sequence[tuple[str, str]]  # what to type, and what it does


def render_progress(page: Page, style: Style) -> str:
    """The whole page, without a line end at its end."""
    lines = [*wrap(style.bold(style.clean(page.course)), style.width), ""]
    lines += _bars(page.bars, style)
    facts = [fact for fact in page.facts if fact]
    lines += [""] * bool(facts)
    for fact in facts:
        lines += wrap(style.clean(fact), style.width)
    lines += ["", *wrap(style.bold(style.clean(page.next_step)), style.width)]
    wide = max((display_width(command) for command, _ in page.commands), default=0)
    for command, meaning in page.commands:
        lines += wrap(f"{style.dim(meaning)}", style.width, " " * (wide + 4), f"  {pad(style.accent(command), wide)}  ")
    return "\n".join(line.rstrip() for line in lines)


def _bars(bars: Sequence[Bar], style: Style) -> Iterator[str]:
    """Title, bar, exercises and points in columns; where a terminal is narrow, titles are cut and bars short."""
    counts = ["passed", *(f"{bar.passed} of {bar.exercises}" for bar in bars)]
    scores = ["points", *(f"{bar.points:g} / {bar.max_points:g}" for bar in bars)]
    wide, far = max(map(len, counts)), max(map(len, scores))
    pairs = zip(counts, scores, strict=True)
    numbers = [f"  {pad_left(count, wide)}  {pad_left(score, far)}" for count, score in pairs]
    left = style.width - display_width(numbers[0])
    titles = max(display_width(style.clean(bar.title)) for bar in bars)
    titles = min(titles, max(8, left - SHORTEST_BAR - 2))
    room = max(1, min(LONGEST_BAR, left - titles - 2))
    yield " " * (titles + 2 + room) + style.dim(numbers[0])
    for bar, right in zip(bars, numbers[1:], strict=True):
        title = pad(cut(style.clean(bar.title), titles, style.ellipsis), titles)
        if bar is bars[-1]:
            title, right = style.bold(title), style.bold(right)
        yield f"{title}  {bar_of(bar, room, style)}{right}"


def bar_of(bar: Bar, room: int, style: Style) -> str:
    """Passed, started, open. What is begun is seen, and only what is complete fills the bar."""
    full, half, empty = ("█", "▒", "░") if style.unicode else ("#", "+", ".")
    most = max(1, bar.exercises)
    done = _cells(bar.passed, most, room)
    begun = max(_cells(bar.passed + bar.started, most, room) - done, int(bar.started > 0 and done < room))
    return style.good(full * done) + style.warn(half * begun) + style.dim(empty * (room - done - begun))


def _cells(count: int, most: int, room: int) -> int:
    if 0 < count < most:
        return min(room - 1, max(1, round(count * room / most)))
    return room if count >= most else 0
