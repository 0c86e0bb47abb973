"""What `grader watch` does, without a screen: saves are checked, keys are answered, and all that is to be seen is here.

Nothing in here waits for a check: whoever drives a session calls `step` again and again and shows it when `changes`
has grown.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from grader.course import Course, Exercise
from grader.errors import GraderError, UsageError
from grader.student.checker import Checked, Checker, CheckJob
from grader.student.file_watcher import FileState, FileWatcher
from grader.student.hints import Hint, next_hint, told
from grader.student.keyboard import Key
from grader.student.state import StudentState, attempted, is_attempt
from grader.student.workspace import Workspace, digest, reset
from grader.submission import Submission, read_submission

_STEPS = {Key.UP: -1, Key.DOWN: 1, Key.PAGE_UP: -10, Key.PAGE_DOWN: 10, Key.HOME: -1_000_000, Key.END: 1_000_000}


class WatchPage(StrEnum):
    """What the student is looking at."""

    RESULT = "result"
    HINT = "hint"
    STATEMENT = "statement"
    LIST = "list"


@dataclass(frozen=True)
class Clocks:
    """`monotonic` for how long things take, `now` for what is written down: with the student's time zone."""

    monotonic: Callable[[], float]
    now: Callable[[], datetime]


class WatchSession:
    """One student at work. The attributes are what a screen shows."""

    def __init__(
        self,
        course: Course,
        workspace: Workspace,
        exercise: Exercise,
        checker: Checker,
        clocks: Clocks,
        moves_on: bool = False,
    ) -> None:
        self.course = course
        self.workspace = workspace
        self.state = workspace.state.read()
        self.changes = 0
        self._checker = checker
        self._clocks = clocks
        self._moves_on = moves_on
        self._unsaved: Checked | None = None
        self._go_to(exercise)

    def _go_to(self, exercise: Exercise, notice: str = "") -> None:
        self.exercise = exercise
        self.file = self.workspace.file_of(exercise)
        self.page = WatchPage.RESULT
        self.checked: Checked | None = None  # of what is in the file now
        self.checked_at: datetime | None = None
        self.problem = ""  # why there is nothing to check
        self.notice = notice
        self.hint: Hint | None = None
        self.following: Exercise | None = None  # where a student who has passed goes next
        self.asks_to_reset = False
        self._keeps_notice = True  # the save that is seen next is not the student's
        self.cursor = self.course.slugs.index(exercise.slug)  # in the list
        self._saves = FileWatcher(self.file, self._read, self._clocks.monotonic)
        self._checker.cancel()
        self.changes += 1

    @property
    def is_checking(self) -> bool:
        return self._checker.is_busy

    @property
    def checking_seconds(self) -> float:
        return self._checker.waiting_seconds

    @property
    def is_passed(self) -> bool:
        """Does what is in the file now pass?"""
        return bool(self.checked and self.checked.result and self.checked.result.passed and not self.is_checking)

    def heard(self) -> list[tuple[str, str]]:
        """What checks under way have printed since the last time: check, text."""
        return self._checker.heard()

    def step(self, seconds: float) -> None:
        """Take what comes from the checks in that time, and look for saves. UsageError if the workspace is gone."""
        self._record()  # only now: the result has been shown
        checked = self._checker.wait(seconds)
        if checked is not None:
            self._take(checked)
        look = self._saves.look()
        if look is not None:
            self._see(look)

    def close(self) -> None:
        self._record()
        self._checker.close()

    def press(self, key: str) -> bool:
        """Answer a key. False if the student wants to leave."""
        self.changes += 1
        if key in ("q", Key.NO_MORE) and not self.asks_to_reset:
            return False
        self.notice = ""
        try:
            self._answer(key)
        except GraderError as problem:
            self.notice = str(problem)
        return key != Key.NO_MORE

    def _answer(self, key: str) -> None:
        actions = {"n": self._next, "h": self._hint, "s": self._show, "l": self._list, "r": self._ask_to_reset}
        if self.asks_to_reset:
            self._answer_reset(key)
        elif key in actions:
            actions[key]()
        elif key == Key.ENTER:
            self._enter()
        elif key == Key.ESCAPE:
            self.page = WatchPage.RESULT
        elif self.page is WatchPage.LIST and key in _STEPS:
            self.cursor = max(0, min(self.cursor + _STEPS[Key(key)], len(self.course.slugs) - 1))

    def _read(self, path: Path) -> Submission:
        return read_submission(path, self.exercise.slug, self.exercise.stub_source)

    def _see(self, look: FileState) -> None:
        """Something was saved, or went away: what was said about the file before holds no more."""
        self.changes += 1
        self.notice = self.notice if self._keeps_notice else ""
        self._keeps_notice, self.problem = False, look.problem
        if look.submission is not None:
            self._checker.check(CheckJob(self.exercise, look.submission))
            return
        self._checker.cancel()
        self.checked, self.page = None, WatchPage.RESULT
        if not self.workspace.path.is_dir():
            raise UsageError(f"the workspace '{self.workspace.path}' is gone; make a new one with 'grader init'")
        self.problem = look.problem or f"{self.file.name} is not there. Waiting for it; r brings the stub back."

    def _take(self, checked: Checked) -> None:
        self.changes += 1
        self.checked, self.checked_at, self._unsaved = checked, self._clocks.now(), checked
        self.page = WatchPage.RESULT
        if checked.is_fault:
            self._saves.tell_anew()
            self.notice = "The grader failed, not you. Save again to try once more."
        if checked.result is not None and not is_attempt(checked.result):
            self.notice = self.notice or f"s shows what to do. Fill in {self.file.name} and save: that checks it."
        if not self.is_passed:
            return
        with suppress(GraderError):  # the next attempt to write will tell
            self.following = self._following()
        if self._moves_on and self.following:
            self._go_to(self.following, f"{checked.job.exercise.title} is passed. On with this one.")

    def _record(self) -> None:
        """Note an attempt. Opening an exercise that nobody has touched is none."""
        checked, self._unsaved = self._unsaved, None
        if checked is None or checked.result is None:
            return
        result, source = checked.result, digest(checked.job.submission.source)
        if not is_attempt(result):
            return
        now = self._clocks.now()
        self._change(lambda state: attempted(state, result, source, now))

    def _change(self, step: Callable[[StudentState], StudentState]) -> None:
        self.changes += 1
        try:
            self.state = self.workspace.state.change(step)
        except UsageError as problem:
            self.state = step(self.state)  # at least until we leave
            self.notice = str(problem)

    def _following(self) -> Exercise | None:
        found = self.workspace.next_after(self.course, self.exercise)
        return found if found and found.slug != self.exercise.slug else None

    def _next(self) -> None:
        following = self._following()
        if following is not None:
            self._go_to(following)
        else:
            self.notice = "There is no other exercise left to pass."

    def _enter(self) -> None:
        if self.page is WatchPage.LIST:
            self._go_to(self.course.find(self.course.slugs[self.cursor]))
        elif self.page is not WatchPage.RESULT:
            self.page = WatchPage.RESULT
        elif self.is_passed and self.following:
            self._go_to(self.following)

    def _hint(self) -> None:
        record, source = self.state.record(self.exercise.slug), self.workspace.source_of(self.exercise)
        hint = next_hint(self.exercise, record, source)
        self.page, self.hint = WatchPage.HINT, hint
        self._change(lambda state: told(state, self.exercise.slug, hint))

    def _show(self) -> None:
        self.exercise.statement  # noqa: B018 - if it cannot be read, that is told and this page stays
        self.page = WatchPage.STATEMENT

    def _list(self) -> None:
        self.course.exercises  # noqa: B018 - as above
        self.page = WatchPage.LIST
        self.cursor = self.course.slugs.index(self.exercise.slug)

    def _ask_to_reset(self) -> None:
        if self.file.exists() and self.workspace.is_started(self.exercise):
            self.asks_to_reset = True
        else:
            self._reset()  # brings back what is not there, or says that there is nothing to do

    def _answer_reset(self, key: str) -> None:
        self.asks_to_reset = False
        if key == "y":
            self._reset()
        else:
            self.notice = "Nothing was changed."

    def _reset(self) -> None:
        kept = reset(self.workspace, self.exercise)
        where = "" if kept == self.file else f" Your version is kept as {kept.name}."
        again = " If the notebook is open, load it again from disk." if self.file.suffix == ".ipynb" else ""
        self.notice, self._keeps_notice = f"The stub is back.{where}{again}", True
        self.page = WatchPage.RESULT
