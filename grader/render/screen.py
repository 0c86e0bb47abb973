"""The screen of `grader watch` as lines of text: the progress, a page, and the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from grader.render.result import render_result
from grader.render.style import Style, bar, cut, display_width, pad, wrap

if TYPE_CHECKING:
    from grader.course import Exercise, Part
    from grader.student.checker import Checked
    from grader.student.hints import Hint
    from grader.student.watch import WatchPage, WatchSession

BAR = 16
KEYS = ("next", "hint", "show", "list", "reset", "quit")  # the first letter is the key
SHOW_WAITING = 0.4  # seconds; then a running check replaces the result before it
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
    left = f"{style.bold(style.clean(_title(part)))}  {bar(done, total, style, BAR)} {done}/{total}"
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


def render_page(session: WatchSession, printed: str, style: Style) -> tuple[list[str], tuple[int, int] | None]:
    """The lines of the page that the student is looking at, and which of them must be in sight: the first, and the one
    after the last. None if the page starts at its top.

    `printed`: the last line that a slow check printed, "" if there is none.
    """
    if session.page == "list":
        return render_entries(session, style)
    if session.page == "statement":
        from grader.render.markdown import render  # its patterns take long to load

        exercise = session.exercise
        unfold = f"grader show {exercise.slug} --traps"
        return render(exercise.statement, style, exercise.picture, unfold).split("\n"), None
    if session.page == "hint" and session.hint is not None:
        return _hint(session.hint, session.exercise, style), None
    page = _result(session, printed, style)
    return page, (len(page) - 1, len(page)) if session.is_passed else first_failure(page, style)


def render_status(session: WatchSession, style: Style) -> str:
    """One line on the state of the session: a question, a running check, or a summary of the last one."""
    if session.asks_to_reset:
        question = f"Restore the stub of {session.file.name}? Your version is kept beside it."
        return f"{style.warn(question)} {style.bold('y / n')}"
    if session.checker.is_busy:
        return style.accent(f"checking{style.ellipsis}")
    if session.checked is None or session.checked_at is None:
        return style.dim("waiting for a save")
    return _summary(session.checked, f"{session.checked_at:%H:%M:%S}", style)


def _result(session: WatchSession, printed: str, style: Style) -> list[str]:
    checked, following = session.checked, session.following
    if session.problem:
        return wrap(style.clean(session.problem), style.width)
    if session.checker.is_busy and (checked is None or session.checker.waiting_seconds > SHOW_WAITING):
        seconds = int(session.checker.waiting_seconds)
        line = f"Checking {style.clean(session.file.name)}{style.ellipsis}{f' {seconds} s' if seconds else ''}"
        return [line, "", printed] if printed else [line]
    if checked is None:
        return []
    if checked.result is None:
        return wrap(style.clean(checked.problem), style.width)
    next_step = "There is nothing else left to pass."
    if following is not None:
        next_step = f"Next: {following.title} ({following.minutes} min). Press n or Enter."
    name, idea = session.file.name, session.exercise.idea
    solution = f"grader solution {session.exercise.slug}" if session.exercise.has_solution else ""
    page = render_result(checked.result, name, style, idea=idea, next_step=next_step, solution=solution)
    return page.split("\n")


def _hint(hint: Hint, exercise: Exercise, style: Style) -> list[str]:
    lines = [style.bold(hint.title), *wrap(style.dim(style.clean(hint.about)), style.width), ""]
    for paragraph in filter(str.strip, hint.text.split("\n")):
        lines += wrap(style.clean(paragraph), style.width)
    if hint.number < hint.count:
        lines += ["", *wrap(style.dim("Press h for the next one."), style.width)]
    if hint.kind == "end":
        for number, text in enumerate(exercise.hints_for(hint.function), 1):
            lines += ["", style.bold(f"Hint {number} of {hint.count}"), *wrap(style.clean(text), style.width)]
    return lines


def _summary(checked: Checked, time: str, style: Style) -> str:
    """The last check in a line, in fewer words where there is no room for all."""
    if checked.result is None:
        return style.dim(f"checked at {time}")
    seconds, dot = checked.seconds, style.dot
    took = f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
    passed, count = sum(check.passed for check in checked.result.checks), len(checked.result.checks)
    words = f"{passed} of {count} checks passed"
    text = style.good(words) if passed == count else style.bold(words)
    long = f"{text} {style.dim(f'{dot} checked at {time} in {took}')}"
    return long if display_width(long) <= style.width else f"{text} {style.dim(f'{dot} {time} {dot} {took}')}"
