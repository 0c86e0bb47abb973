"""What a session of `grader watch` has to show, as text."""

from __future__ import annotations

from collections.abc import Iterator

from grader.report.live import Live
from grader.report.screen import Entry, Progress, first_failure, render_entries
from grader.report.style import Style, display_width, wrap
from grader.report.terminal import render_result
from grader.student.checker import Checked
from grader.student.hints import Kind, nth_hint
from grader.student.watch import Page, Session

SHOW_WAITING = 0.4  # seconds; a check that takes longer takes the place of the result before it


class Pages:
    """A session's pages as text."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._live: Live | None = None
        self.said = ""  # how far a slow check is

    def listen(self, style: Style) -> None:
        """Take what checks under way print."""
        session = self._session
        if not session.is_checking:
            self._live, self.said = None, ""
        for check, text in session.heard():
            if self._live is None:
                self._live = Live({spec.id: spec.title for spec in session.exercise.checks}, style)
            self.said = self._live.line(check, text) or self.said

    def page(self, style: Style) -> tuple[list[str], tuple[int, int] | None]:
        """The lines, and those among them that should be in sight: where they begin, and where they have ended."""
        session = self._session
        if session.page is Page.LIST:
            return render_entries(self._entries(), session.exercise.slug, session.cursor, style)
        if session.page is Page.STATEMENT:
            from grader.report.catalogue import render_statement

            return render_statement(session.exercise.statement, style, session.exercise.picture).split("\n"), None
        if session.page is Page.HINT and session.hint is not None:
            return self._hint(style), None
        page = self._result(style)
        return page, (len(page) - 1, len(page)) if session.is_passed else first_failure(page, style)

    def status(self, style: Style) -> str:
        session = self._session
        if session.asks_to_reset:
            question = f"Bring back the stub of {session.file.name}? Your version is kept beside it."
            return f"{style.warn(question)} {style.bold('y / n')}"
        if session.is_checking:
            return style.accent(f"checking{style.ellipsis}")
        if session.checked is None or session.checked_at is None:
            return style.dim("waiting for a save")
        return _summary(session.checked, f"{session.checked_at:%H:%M:%S}", style)

    def progress(self) -> Progress:
        session = self._session
        passed = [f for f in session.course.folders if session.state.record(f.slug).passed]
        part = session.exercise.part
        inside = sum(folder.part == part for folder in session.course.folders)
        done = sum(folder.part == part for folder in passed)
        return Progress(f"{part.number}. {part.title}", done, inside, len(passed), len(session.course.folders))

    def _result(self, style: Style) -> list[str]:
        session, checked = self._session, self._session.checked
        if session.problem:
            return wrap(style.clean(session.problem), style.width)
        if checked is None or (session.is_checking and session.checking_seconds > SHOW_WAITING):
            return self._waiting(style)
        if checked.result is None:
            return wrap(style.clean(checked.problem), style.width)
        idea, following = session.exercise.idea, self._next_step()
        return render_result(checked.result, session.file.name, style, idea=idea, next_step=following).split("\n")

    def _waiting(self, style: Style) -> list[str]:
        if not self._session.is_checking:
            return []
        name = style.clean(self._session.file.name)
        seconds = int(self._session.checking_seconds)
        since = f" {seconds} s" if seconds else ""
        return [f"Checking {name}{style.ellipsis}{since}", *(["", self.said] if self.said else [])]

    def _next_step(self) -> str:
        following = self._session.following
        if following is None:
            return "There is nothing else left to pass."
        return f"Next: {following.title} ({following.minutes} min). Press n or Enter."

    def _hint(self, style: Style) -> list[str]:
        hint = self._session.hint
        assert hint is not None
        paragraphs = [wrap(style.clean(text), style.width) for text in hint.text.split("\n") if text.strip()]
        more = ["", *wrap(style.dim("h gives the next one."), style.width)] if hint.number < hint.count else []
        all_again = self._all_hints(style) if hint.kind is Kind.END else []
        return [style.bold(hint.title), "", *(line for lines in paragraphs for line in lines), *more, *all_again]

    def _all_hints(self, style: Style) -> Iterator[str]:
        exercise = self._session.exercise
        for number in range(1, len(exercise.hints) + 1):
            hint = nth_hint(exercise, number)
            yield from ("", style.bold(hint.title), *wrap(style.clean(hint.text), style.width))

    def _entries(self) -> list[Entry]:
        course, state = self._session.course, self._session.state
        return [
            Entry(
                f"{exercise.part.number}. {exercise.part.title}",
                exercise.slug,
                exercise.title,
                bool(state.record(exercise.slug).passed),
                state.record(exercise.slug).attempts > 0,
            )
            for exercise in course.exercises
        ]


def _summary(checked: Checked, time: str, style: Style) -> str:
    """The last check in a line, in fewer words where there is no room for all."""
    took, dot = _duration(checked.seconds), style.dot
    if checked.result is None:
        return style.dim(f"checked at {time}")
    passed, count = sum(check.passed for check in checked.result.checks), len(checked.result.checks)
    words = f"{passed} of {count} checks passed"
    text = style.good(words) if passed == count else style.bold(words)
    long = f"{text} {style.dim(f'{dot} checked at {time} in {took}')}"
    return long if display_width(long) <= style.width else f"{text} {style.dim(f'{dot} {time} {dot} {took}')}"


def _duration(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
