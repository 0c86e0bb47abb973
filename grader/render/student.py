"""What a student sees beside results: the list of exercises, their progress, what was packed to be handed in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from grader.render.style import Style, counted, cut, display_width, pad, pad_left, wrap

# ---- What a course offers: its exercises as a table, part by part, and the statement of each.


HARDEST = 5
_STARS = {5: ("★", "*", "much"), 4: ("☆", "+", "some")}  # by importance
NARROWEST_TITLE = 20


class ExerciseRow(NamedTuple):
    """One exercise."""

    slug: str
    title: str
    minutes: int
    difficulty: int
    importance: int
    points: float
    needs: Sequence[str]
    number: int = 0  # in the whole course
    status: str | None = None  # passed, started, open; None if nobody knows


class PartRows(NamedTuple):
    """A part of the course with its exercises."""

    title: str
    number: int
    rows: list[ExerciseRow]


def render_list(rows: Sequence[PartRows], style: Style) -> str:
    """All parts, one exercise a line; several lines each where the terminal is narrow."""
    every = [row for part in rows for row in part.rows]
    if not every:
        return "This course has no exercises yet."
    slugs = max(display_width(row.slug) for row in every)
    lines: list[str] = []
    for part in rows:
        lines += [*_part(part, style, slugs), ""]
    lines += _total(every, style)
    return "\n".join(line.rstrip() for line in lines)


def render_statement(markdown: str, style: Style, picture: Callable[[str], str | None] = lambda _: None) -> str:
    """An exercise's Markdown as text for a terminal. `picture` gives the SVG of a name, if there is one."""
    from grader.render.markdown import render  # its patterns take longer to load than the whole list

    return render(markdown, style, picture)


def _part(part: PartRows, style: Style, slugs: int) -> Iterator[str]:
    heading = style.bold(style.clean(f"{part.number}. {part.title}"))
    lead = max(display_width(_lead(row, style)) for row in part.rows)
    room = style.width - slugs - lead - len("  ") - display_width(_numbers("", "", ""))
    if room < NARROWEST_TITLE:
        yield from wrap(heading, style.width)
        for row in part.rows:
            yield from _narrow(row, style)
        return
    left = style.width - display_width(_numbers("", "", ""))
    first, *more = wrap(heading, left)
    yield pad(first, left) + style.dim(_numbers("level", "min", "points"))
    yield from more
    for row in part.rows:
        yield from _wide(row, style, slugs, room)


def _wide(row: ExerciseRow, style: Style, slugs: int, room: int) -> Iterator[str]:
    first, *more = wrap(style.clean(row.title), room)
    numbers = _numbers(_level(row, style), str(row.minutes), f"{row.points:g}")
    lead = _lead(row, style)
    yield f"{lead}{pad(style.accent(style.clean(row.slug)), slugs)}  {pad(first, room)}{numbers}"
    margin = " " * (display_width(lead) + slugs + 2)
    for line in more:
        yield margin + line
    if row.needs:
        yield from wrap(_after(row, style), style.width, margin)


def _narrow(row: ExerciseRow, style: Style) -> Iterator[str]:
    yield from wrap(style.accent(style.clean(row.slug)), style.width, "  ", _lead(row, style))
    yield from wrap(style.clean(row.title), style.width, "    ")
    if row.needs:
        yield from wrap(_after(row, style), style.width, "    ")
    facts = f"{_level(row, style)}, {row.minutes} min, {counted(row.points, 'point')}"
    yield from wrap(facts, style.width, "    ")


def _lead(row: ExerciseRow, style: Style) -> str:
    """What stands before the name: number, how far it is, how much leans on it."""
    number = style.dim(f"{row.number:2} ") if row.number else ""
    mark = "" if row.status is None else f"{_mark(row.status, style)} "
    return f"{number}{mark}{_star(row, style)} "


def _mark(status: str, style: Style) -> str:
    return {"passed": style.good(style.tick), "started": style.warn("~")}.get(status, " ")


def _after(row: ExerciseRow, style: Style) -> str:
    return style.dim(f"after {style.clean(', '.join(row.needs))}")


def _star(row: ExerciseRow, style: Style) -> str:
    star = _STARS.get(row.importance)
    return style.warn(star[0] if style.unicode else star[1]) if star else " "


def _level(row: ExerciseRow, style: Style) -> str:
    level = max(0, min(row.difficulty, HARDEST))
    return "●" * level + "○" * (HARDEST - level) if style.unicode else f"{level}/{HARDEST}"


def _numbers(level: str, minutes: str, points: str) -> str:
    return f"  {pad(level, 5)}  {pad_left(minutes, 3)}  {pad_left(points, 6)}"


def _total(rows: list[ExerciseRow], style: Style) -> list[str]:
    hours, minutes = divmod(sum(row.minutes for row in rows), 60)
    time = " ".join([f"{hours} h"] * (hours > 0) + [f"{minutes} min"] * (minutes > 0))
    facts = [counted(len(rows), "exercise"), time, counted(sum(row.points for row in rows), "point")]
    total = ", ".join(fact for fact in facts if fact)
    used = {row.importance: row for row in rows}
    stars = [f"{_star(used[level], style)} {much}" for level, (_, _, much) in _STARS.items() if level in used]
    stars[:1] = [f"{star} of the course leans on it" for star in stars[:1]]
    stars[1:] = [f"{star} of it does" for star in stars[1:]]
    marks = [
        f"{_mark(status, style)} {count} {status}"
        for status in ("passed", "started")
        if (count := sum(row.status == status for row in rows))
    ]
    return wrap(" ".join([f"{total}.", *(f"{', '.join(some)}." for some in (stars, marks) if some)]), style.width)


# ---- How far a student is, as a page for a terminal: a bar for each part, and what comes next.


LONGEST_BAR = 30
SHORTEST_BAR = 6


class ProgressBar(NamedTuple):
    """A part of the course, or all of it."""

    title: str
    passed: int
    started: int
    exercises: int
    points: float
    max_points: float


class ProgressPage(NamedTuple):
    """What stands below the bars, each a sentence or more; empty ones are left out."""

    course: str
    bars: Sequence[ProgressBar]  # the last one sums up the others
    facts: Sequence[str]
    next_step: str
    commands: Sequence[tuple[str, str]]  # what to type, and what it does


def render_progress(page: ProgressPage, style: Style) -> str:
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


def _bars(bars: Sequence[ProgressBar], style: Style) -> Iterator[str]:
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


def bar_of(bar: ProgressBar, room: int, style: Style) -> str:
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


# ---- What was packed, as a page for a terminal: the files with their points, and what is missing.


class PackedFile(NamedTuple):
    """A file of the submission, or one exercise of a notebook."""

    name: str
    points: str
    word: str  # how it did
    good: bool | None  # None: nothing to say about it


def render_parcel(heading: str, rows: Sequence[PackedFile], warnings: Sequence[str], style: Style) -> str:
    """The whole page, without a line end at its end."""
    names = max(display_width(style.clean(row.name)) for row in rows)
    scores = max(display_width(row.points) for row in rows)
    lines = wrap(style.bold(style.clean(heading)), style.width)
    for row in rows:
        lead = f"{_packed_mark(row, style)} {pad(style.clean(row.name), names)}  {pad_left(row.points, scores)}  "
        lines += wrap(style.clean(row.word), style.width, "    ", lead)
    lines += [""] * bool(warnings)
    for warning in warnings:
        lines += wrap(style.clean(warning), style.width, "  ", f"{style.warn('!')} ")
    return "\n".join(line.rstrip() for line in lines)


def _packed_mark(row: PackedFile, style: Style) -> str:
    if row.good is None:
        return style.dim(style.dot)
    return style.good(style.tick) if row.good else style.bad(style.cross)
