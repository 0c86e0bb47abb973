"""What `grader watch` shows, as lines of text: the progress, a page, the state of the check, the keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from grader.render.result import render_result
from grader.render.style import Style, bar, columns, cut, display_width, pad, wrap

if TYPE_CHECKING:
    from grader.course import Exercise, Part
    from grader.student.checker import Checked
    from grader.student.hints import Hint
    from grader.student.watch import WatchSession

BAR = 16
SHOW_WAITING = 0.4  # seconds; then a running check replaces the result before it
WIDEST = 100  # for prose
STOPS = " · saving again stops it"
_NOTICE_LINES = 3


class WatchKey(NamedTuple):
    """A key, a word for it, and what it does. `short`: whether it is always in sight."""

    key: str
    word: str
    meaning: str
    short: bool = False


KEYS = (
    WatchKey("s", "statement", "the statement", True),
    WatchKey("h", "hint", "the next hint", True),
    WatchKey("n", "next", "the next exercise that you have not passed", True),
    WatchKey("l", "list", "all exercises; Enter or a click opens one", True),
    WatchKey("c", "check", "check again"),
    WatchKey("v", "verbose", "every check and every drawing, or only what fails"),
    WatchKey("o", "solution", "the reference beside your code, once you have passed"),
    WatchKey("t", "try", "run your solution on input of your own, where there is something to see"),
    WatchKey("e", "edit", "open the file in your editor"),
    WatchKey("r", "reset", "back to the stub; your version is kept"),
    WatchKey("?", "keys", "all keys", True),
    WatchKey("q", "quit", "quit", True),
)


def offered(session: WatchSession) -> list[WatchKey]:
    """The keys to show: those that are always there, and those that help now."""
    now = {"o"} if session.is_passed and session.exercise.has_solution else set()
    now |= {"t"} if session.is_passed and session.exercise.try_source is not None else set()
    now |= {"v"} if session.page == "result" and session.checked and not session.is_passed else set()
    return [key for key in KEYS if key.short or key.key in now]


def render_head(session: WatchSession, style: Style) -> list[str]:
    """How far the student is, and the exercise and file at hand."""
    folders, part = session.course.folders, session.exercise.part
    passed = [folder for folder in folders if session.state.record(folder.slug).passed]
    total, done = (sum(folder.part == part for folder in some) for some in (folders, passed))
    left = f"{style.bold(style.clean(_title(part)))}  {bar(done, total, style, BAR)} {done}/{total}"
    right = f"{len(passed)} of {len(folders)} passed"
    gap = style.width - display_width(left) - display_width(right)
    first = left + (" " * gap + style.dim(right) if gap > 1 else "")
    name = f"{style.bold(style.clean(session.exercise.slug))} {style.dim(style.dot)} "
    path = session.file.relative_to(session.workspace.path).as_posix()
    return [first, name + style.dim(_end_of(style.clean(path), style.width - display_width(name), style))]


def render_status(session: WatchSession, progress: str, style: Style) -> list[str]:
    """The notice, and a line on the state of the session: a question, a running check, or a summary of the last one.

    `progress`: which check is running, and for how long.
    """
    lines = wrap(style.clean(session.notice), style.width)[:_NOTICE_LINES] if session.notice else []
    lines = [style.warn(line) for line in lines]
    if session.asks_to_reset:
        question = f"Restore the stub of {session.file.name}? Your version is kept beside it."
        return [*lines, *wrap(f"{style.warn(question)} {style.bold('y / n')}", style.width)]
    if session.checker.is_busy:
        if session.checker.waiting_seconds < SHOW_WAITING:
            return [*lines, style.accent(f"checking{style.ellipsis}")]
        room = style.width - len(STOPS)
        return [*lines, style.accent(cut(progress, room, style.ellipsis)) + style.dim(style.clean(STOPS))]
    if session.checked is None or session.checked_at is None:
        return [*lines, style.dim("waiting for a save")]
    return [*lines, _summary(session.checked, f"{session.checked_at:%H:%M:%S}", style)]


def render_page(session: WatchSession, style: Style) -> list[str]:
    """The lines of the page that the student is looking at; drawings and code use the whole width."""
    prose = style._replace(width=min(style.width, WIDEST))
    match session.page:
        case "list":
            return [line for _, line in render_entries(session, style)]
        case "statement":
            from grader.render.markdown import render  # its patterns take long to load

            unfold = f"grader show {session.exercise.slug} --traps"
            return render(session.exercise.statement, prose, session.exercise.picture, unfold).split("\n")
        case "hint" if session.hint is not None:
            return _hint(session.hint, session.exercise, prose)
        case "solution":
            from grader.render.student import render_solution

            mine = (session.source or b"").decode("utf-8", "replace")
            return render_solution(mine, session.solution, session.exercise.stub_source, style)
        case "tried" if session.tried is not None:
            from grader.render.student import render_tried

            if session.tried.tried is None:
                return wrap(style.clean(session.tried.problem), prose.width)
            return render_tried(session.tried.tried, prose)
        case "help":
            rows = [(style.accent(key.key), key.meaning) for key in KEYS]
            rows += [
                (style.accent("Esc"), "back to the result"),
                (style.accent("Enter"), "the next exercise, after passing"),
            ]
            return [style.bold("Keys"), "", *columns(rows, prose)]
    return _result(session, prose)


def render_entries(session: WatchSession, style: Style) -> Iterator[tuple[str, str]]:
    """The list of exercises: the slug of each, "" for the title of a part and a blank line, and a line of text."""
    slugs = max(display_width(slug) for slug in session.course.slugs)
    room = max(8, style.width - slugs - len("x   "))
    part = ""
    for exercise in session.course.exercises:
        if _title(exercise.part) != part:
            if part:
                yield "", ""
            part = _title(exercise.part)
            yield "", style.bold(style.clean(part))
        record, slug = session.state.record(exercise.slug), style.accent(style.clean(exercise.slug))
        mark = style.good(style.tick) if record.passed else style.warn("~") if record.attempts else " "
        name = pad(style.bold(slug) if exercise.slug == session.exercise.slug else slug, slugs)
        yield exercise.slug, f"{mark} {name}  {cut(style.clean(exercise.title), room, style.ellipsis)}"


def _title(part: Part) -> str:
    return f"{part.number}. {part.title}"


def _end_of(path: str, width: int, style: Style) -> str:
    """The end of a path that is too long: it says more than the start."""
    if display_width(path) <= width:
        return path
    while path and display_width(style.ellipsis + path) > width:
        path = path[1:]
    return style.ellipsis + path


def _result(session: WatchSession, style: Style) -> list[str]:
    checked, following = session.checked, session.following
    if session.problem:
        return wrap(style.clean(session.problem), style.width)
    if session.checker.is_busy and (checked is None or session.checker.waiting_seconds > SHOW_WAITING):
        return [f"Checking {style.clean(session.file.name)}{style.ellipsis}"]
    if checked is None:
        return []
    if checked.result is None:
        return wrap(style.clean(checked.problem), style.width)
    next_step = "There is nothing else left to pass."
    if following is not None:
        next_step = f"Next: {following.title} ({following.minutes} min). Press n or Enter."
    page = render_result(
        checked.result,
        session.file.name,
        style,
        verbose=session.verbose,
        idea=session.exercise.idea,
        next_step=next_step,
        hint="Press h for a hint.",
        solution="press o." if session.exercise.has_solution else "",
        unfold="v shows all",
    )
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
