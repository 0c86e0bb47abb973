"""The screen of `grader watch` as lines of text: how far the student is, a page, and the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grader.render.style import Style, cut, display_width, pad, wrap

BAR = 16
KEYS = ("next", "hint", "show", "list", "reset", "quit")  # the first letter is the key
_NOTICE_LINES = 3
_LOW = 12  # with fewer rows than this, what frames the page takes less


class ProgressCounts(NamedTuple):
    """Exercises passed, in the part and in all."""

    part: str
    done: int
    total: int
    all_done: int
    all_total: int


class Screen(NamedTuple):
    """What there is to see. The page's lines are painted and fit already."""

    slug: str
    file: str
    progress: ProgressCounts
    page: Sequence[str]
    status: str
    notice: str = ""
    back: bool = False  # is this a page that Enter leaves?
    focus: tuple[int, int] | None = (
        None  # lines of the page that must be in sight: the first, and the one after the last
    )
    chooses: bool = False  # is this a list to choose from?


class ScreenFrame(NamedTuple):
    """The lines for every row, the first line of the page among them, and how many lines of it there are."""

    lines: list[str]
    top: int
    room: int


class ListEntry(NamedTuple):
    """A line of the list."""

    part: str
    slug: str
    title: str
    passed: bool
    started: bool


def render_screen(screen: Screen, style: Style, rows: int, top: int) -> ScreenFrame:
    """As many lines as there are rows; the page from line `top` on, or as far down as it goes."""
    above = _header(screen, style)
    below = [*_notice(screen, style), *([screen.status] if screen.status else []), _keys(style)]
    if rows < _LOW:
        above, below = above[:1] if rows > 4 else [], below[-1:] if rows > 2 else []
    room = max(1, rows - len(above) - len(below) - 1)
    top = _in_sight(screen, max(0, min(top, len(screen.page) - room)), room)
    shown = list(screen.page[top : top + room])
    shown += [""] * (room - len(shown))
    rule = _rule(_where(screen, style, top, room), style)
    return ScreenFrame([*above, *shown, rule, *below][:rows], top, room)


def bar(done: int, count: int, style: Style, width: int = BAR) -> str:
    """Full only if all is done, empty only if nothing is."""
    cells = round(width * done / count) if count else 0
    cells = max(1, min(cells, width - 1)) if 0 < done < count else cells
    full, empty = ("█", "░") if style.unicode else ("#", "-")
    return style.good(full * cells) + style.dim(empty * (width - cells))


def render_entries(
    entries: Sequence[ListEntry], here: str, cursor: int, style: Style
) -> tuple[list[str], tuple[int, int]]:
    """The list, and the line of the one that the cursor is at."""
    slugs = max(display_width(entry.slug) for entry in entries)
    lines: list[str] = []
    part, at = "", 0
    for number, entry in enumerate(entries):
        if entry.part != part:
            part = entry.part
            lines += [*([""] if lines else []), style.bold(style.clean(part))]
        if number == cursor:
            at = len(lines)
        lines.append(_entry(entry, style, slugs, number == cursor, entry.slug == here))
    return lines, (at, at + 1)


def first_failure(page: Sequence[str], style: Style) -> tuple[int, int] | None:
    """The lines about the first failed check: where they begin, and where the next thing does."""
    mark = f"{style.bad(style.cross)} "
    begin = next((number for number, line in enumerate(page) if line.startswith(mark)), None)
    if begin is None:
        return None
    end = next((n for n in range(begin + 1, len(page)) if not page[n].startswith(" ")), len(page))
    return begin, end


def _entry(entry: ListEntry, style: Style, slugs: int, chosen: bool, here: bool) -> str:
    mark = style.good(style.tick) if entry.passed else style.warn(style.dot) if entry.started else " "
    slug = style.clean(entry.slug)
    name = pad(style.bold(style.accent(slug)) if here else style.accent(slug), slugs)
    room = style.width - slugs - len("> x   ")
    title = cut(style.clean(entry.title), max(8, room), style.ellipsis)
    return f"{style.bold('>') if chosen else ' '} {mark} {name}  {style.bold(title) if chosen else title}"


def _header(screen: Screen, style: Style) -> list[str]:
    progress = screen.progress
    part = f"{bar(progress.done, progress.total, style)} {progress.done}/{progress.total}"
    left = f"{style.bold(style.clean(progress.part))}  {part}"
    right = f"{progress.all_done} of {progress.all_total} passed"
    gap = style.width - display_width(left) - display_width(right)
    first = left + (" " * gap + style.dim(right) if gap > 1 else "")
    name = f"{style.bold(style.clean(screen.slug))} {style.dim(style.dot)} "
    file = _end_of(style.clean(screen.file), style.width - display_width(name), style)
    return [first, name + style.dim(file), _rule("", style)]


def _end_of(path: str, width: int, style: Style) -> str:
    """Of a long path the end says more than the beginning."""
    if display_width(path) <= width:
        return path
    mark = style.ellipsis
    while path and display_width(path) + display_width(mark) > width:
        path = path[1:]
    return mark + path


def _rule(text: str, style: Style) -> str:
    if not text:
        return style.dim(style.line * style.width)
    before = style.line * 2
    after = style.line * max(2, style.width - display_width(text) - 4)
    return f"{style.dim(before)} {text} {style.dim(after)}"


def _where(screen: Screen, style: Style, top: int, room: int) -> str:
    """How to see the rest, and how to get back."""
    count, parts = len(screen.page), []
    if count > room:
        down, up = ("↓", "↑") if style.unicode else ("Down", "Up")
        ways = [way for way, there in ((up, top > 0), (down, top + room < count)) if there]
        more = "" if screen.back else " for more"
        parts.append(f"lines {top + 1}-{min(top + room, count)} of {count}: {' '.join(ways)}{more}")
    if screen.back:
        parts.append("Enter: go there, Esc: back" if screen.chooses else "Esc: back")
    return f" {style.dot} ".join(parts)


def _in_sight(screen: Screen, top: int, room: int) -> int:
    """Of lines that do not fit the first ones are shown."""
    if screen.focus is None:
        return top
    begin, end = screen.focus
    return min(begin, max(top, end - room))


def _notice(screen: Screen, style: Style) -> list[str]:
    if not screen.notice:
        return []
    return [style.warn(line) for line in wrap(style.clean(screen.notice), style.width)[:_NOTICE_LINES]]


def _keys(style: Style) -> str:
    wide = style.width >= sum(len(key) + 5 for key in KEYS)
    if wide:
        return "   ".join(f"{style.bold(key[0])} {key}" for key in KEYS)
    return " ".join(f"[{style.bold(key[0])}]{key[1:]}" for key in KEYS)
