"""The screen of `grader watch` as lines of text: the progress, a page, and the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from grader.render.style import Style, cut, display_width, pad, wrap

if TYPE_CHECKING:
    from grader.course import Part
    from grader.student.watch import WatchPage, WatchSession

BAR = 16
KEYS = ("next", "hint", "show", "list", "reset", "quit")  # the first letter is the key
_NOTICE_LINES = 3
_LOW = 12  # with fewer rows the header and footer are shorter


class ScreenFrame(NamedTuple):
    """A screen: a line for every row, and which part of the page it shows: from line `top`, `room` lines."""

    lines: list[str]
    top: int
    room: int


def render_screen(
    session: WatchSession,
    page: Sequence[str],
    status: str,
    style: Style,
    rows: int,
    top: int,
    focus: tuple[int, int] | None = None,
) -> ScreenFrame:
    """The screen with the page from line `top`, or as far down as it goes.

    `page` and `status` are painted and fit already. `focus`: a range of lines of the page that must be visible.
    """
    notice = wrap(style.clean(session.notice), style.width)[:_NOTICE_LINES] if session.notice else []
    above = _header(session, style)
    below = [*(style.warn(line) for line in notice), *([status] if status else []), _keys(style)]
    if rows < _LOW:
        above, below = above[:1] if rows > 4 else [], below[-1:] if rows > 2 else []
    room = max(1, rows - len(above) - len(below) - 1)
    top = max(0, min(top, len(page) - room))
    if focus is not None:
        top = min(focus[0], max(top, focus[1] - room))  # if they do not all fit, the first ones are shown
    shown = [*page[top : top + room], *[""] * room][:room]
    rule = _rule(_where(session.page, len(page), style, top, room), style)
    return ScreenFrame([*above, *shown, rule, *below][:rows], top, room)


def bar(done: int, count: int, style: Style, width: int = BAR) -> str:
    """A progress bar that is full only if everything is done, and empty only if nothing is."""
    cells = round(width * done / count) if count else 0
    cells = max(1, min(cells, width - 1)) if 0 < done < count else cells
    full, empty = ("█", "░") if style.unicode else ("#", "-")
    return style.good(full * cells) + style.dim(empty * (width - cells))


def render_entries(session: WatchSession, style: Style) -> tuple[list[str], tuple[int, int]]:
    """The list of exercises, and the range of lines that holds the cursor."""
    slugs = max(display_width(slug) for slug in session.course.slugs)
    room = max(8, style.width - slugs - len("> x   "))
    lines: list[str] = []
    part, at = "", 0
    for number, exercise in enumerate(session.course.exercises):
        if _title(exercise.part) != part:
            part = _title(exercise.part)
            lines += [*([""] if lines else []), style.bold(style.clean(part))]
        record, slug = session.state.record(exercise.slug), style.accent(style.clean(exercise.slug))
        mark = style.good(style.tick) if record.passed else style.warn(style.dot) if record.attempts else " "
        name = pad(style.bold(slug) if exercise.slug == session.exercise.slug else slug, slugs)
        title, pointer = cut(style.clean(exercise.title), room, style.ellipsis), " "
        if number == session.cursor:
            at, title, pointer = len(lines), style.bold(title), style.bold(">")
        lines.append(f"{pointer} {mark} {name}  {title}")
    return lines, (at, at + 1)


def first_failure(page: Sequence[str], style: Style) -> tuple[int, int] | None:
    """The range of lines about the first failed check; None if no check failed."""
    mark = f"{style.bad(style.cross)} "
    start = next((number for number, line in enumerate(page) if line.startswith(mark)), None)
    if start is None:
        return None
    return start, next((n for n in range(start + 1, len(page)) if not page[n].startswith(" ")), len(page))


def _title(part: Part) -> str:
    return f"{part.number}. {part.title}"


def _header(session: WatchSession, style: Style) -> list[str]:
    folders, part = session.course.folders, session.exercise.part
    passed = [folder for folder in folders if session.state.record(folder.slug).passed]
    total, done = (sum(folder.part == part for folder in some) for some in (folders, passed))
    left = f"{style.bold(style.clean(_title(part)))}  {bar(done, total, style)} {done}/{total}"
    right = f"{len(passed)} of {len(folders)} passed"
    gap = style.width - display_width(left) - display_width(right)
    first = left + (" " * gap + style.dim(right) if gap > 1 else "")
    name = f"{style.bold(style.clean(session.exercise.slug))} {style.dim(style.dot)} "
    path = session.file.relative_to(session.workspace.path).as_posix()
    file = _end_of(style.clean(path), style.width - display_width(name), style)
    return [first, name + style.dim(file), _rule("", style)]


def _end_of(path: str, width: int, style: Style) -> str:
    """The end of a path that is too long: it says more than the start."""
    if display_width(path) <= width:
        return path
    while path and display_width(style.ellipsis + path) > width:
        path = path[1:]
    return style.ellipsis + path


def _rule(text: str, style: Style) -> str:
    if not text:
        return style.dim(style.line * style.width)
    after = style.line * max(2, style.width - display_width(text) - 4)
    return f"{style.dim(style.line * 2)} {text} {style.dim(after)}"


def _where(page: WatchPage, count: int, style: Style, top: int, room: int) -> str:
    """The keys for the rest of the page, and for going back."""
    parts = []
    if count > room:
        down, up = ("↓", "↑") if style.unicode else ("Down", "Up")
        ways = [way for way, there in ((up, top > 0), (down, top + room < count)) if there]
        more = " for more" if page == "result" else ""
        parts.append(f"lines {top + 1}-{min(top + room, count)} of {count}: {' '.join(ways)}{more}")
    if page != "result":
        parts.append("Enter: go there, Esc: back" if page == "list" else "Esc: back")
    return f" {style.dot} ".join(parts)


def _keys(style: Style) -> str:
    if style.width >= sum(len(key) + 5 for key in KEYS):
        return "   ".join(f"{style.bold(key[0])} {key}" for key in KEYS)
    return " ".join(f"[{style.bold(key[0])}]{key[1:]}" for key in KEYS)
