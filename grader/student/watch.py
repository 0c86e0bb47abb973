"""What `grader watch` does, without a screen: it checks saves, handles keys, and holds everything that is shown.

Nothing here waits for a check: the caller calls `step` again and again, and draws the session when `changes` has grown.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from grader.course import Course, Exercise
from grader.errors import GraderError, UsageError
from grader.student.checker import Checked, Checker, CheckJob
from grader.student.file_watcher import FileState, FileWatcher
from grader.student.hints import Hint, next_hint
from grader.student.keyboard import Key
from grader.student.state import StudentState, attempted, hinted, is_attempt
from grader.student.workspace import Workspace, digest, reset
from grader.submission import Submission, read_submission

_STEPS = {Key.UP: -1, Key.DOWN: 1, Key.PAGE_UP: -10, Key.PAGE_DOWN: 10, Key.HOME: -1_000_000, Key.END: 1_000_000}


class WatchPage(StrEnum):
    """What the student is looking at."""

    RESULT = "result"
    HINT = "hint"
    STATEMENT = "statement"
    LIST = "list"


class WatchSession:
    """One student at work. The public attributes are what a screen shows.

    `now` gives the times that are saved, in the student's time zone.
    """

    def __init__(
        self,
        course: Course,
        workspace: Workspace,
        exercise: Exercise,
        checker: Checker,
        now: Callable[[], datetime],
        moves_on: bool = False,
    ) -> None:
        self.course = course
        self.workspace = workspace
        self.state = workspace.state.read()
        self.changes = 0
        self.checker = checker
        self._now = now
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
        self.following: Exercise | None = None  # the next exercise for a student who has passed
        self.asks_to_reset = False
        self._keeps_notice = True  # the save that is noticed next is not the student's
        self.cursor = self.course.slugs.index(exercise.slug)  # in the list
        self._saves = FileWatcher(self.file, self._read, self.checker.clock)
        self.checker.cancel()
        self.changes += 1

    @property
    def is_passed(self) -> bool:
        """Whether the current content of the file passes."""
        return bool(self.checked and self.checked.result and self.checked.result.passed and not self.checker.is_busy)

    def step(self, seconds: float) -> None:
        """Wait that long for the outcome of a check, and look for saves. UsageError if the workspace is gone."""
        self._record()  # only now: the result has been shown
        checked = self.checker.wait(seconds)
        if checked is not None:
            self._take(checked)
        look = self._saves.look()
        if look is not None:
            self._see(look)

    def close(self) -> None:
        self._record()
        self.checker.close()

    def press(self, key: str) -> bool:
        """Handle a key. False if the student wants to quit."""
        self.changes += 1
        if key in ("q", Key.NO_MORE) and not self.asks_to_reset:
            return False
        self.notice = ""
        try:
            self._handle(key)
        except GraderError as problem:
            self.notice = str(problem)
        return key != Key.NO_MORE

    def _handle(self, key: str) -> None:
        if self.asks_to_reset:
            self.asks_to_reset = False
            if key == "y":
                self._reset()
            else:
                self.notice = "Nothing was changed."
            return
        in_list = self.page is WatchPage.LIST
        match key:
            case "n" if following := self._following():
                self._go_to(following)
            case "n":
                self.notice = "There is no other exercise left to pass."
            case "h":
                record, source = self.state.record(self.exercise.slug), self.workspace.source_of(self.exercise)
                self.hint = hint = next_hint(self.exercise, record, source)
                self.page = WatchPage.HINT
                self._change(lambda state: hinted(state, self.exercise.slug, hint.number, hint.function))
            case "s":
                self.exercise.statement  # noqa: B018 - raises if it cannot be read, and the page stays
                self.page = WatchPage.STATEMENT
            case "l":
                self.course.exercises  # noqa: B018 - as above
                self.page, self.cursor = WatchPage.LIST, self.course.slugs.index(self.exercise.slug)
            case "r" if self.file.exists() and self.workspace.is_started(self.exercise):
                self.asks_to_reset = True
            case "r":
                self._reset()  # writes the missing stub, or raises because there is nothing to reset
            case Key.ENTER if in_list:
                self._go_to(self.course.find(self.course.slugs[self.cursor]))
            case Key.ENTER if self.page is WatchPage.RESULT and self.is_passed and self.following:
                self._go_to(self.following)
            case Key.ENTER | Key.ESCAPE:
                self.page = WatchPage.RESULT
            case _ if in_list and key in _STEPS:
                self.cursor = max(0, min(self.cursor + _STEPS[Key(key)], len(self.course.slugs) - 1))

    def _read(self, path: Path) -> Submission:
        return read_submission(path, self.exercise.slug, self.exercise.stub_source)

    def _see(self, look: FileState) -> None:
        """A file was saved or deleted: what was reported about it before no longer holds."""
        self.changes += 1
        self.notice = self.notice if self._keeps_notice else ""
        self._keeps_notice, self.problem = False, look.problem
        if look.submission is not None:
            self.checker.check(CheckJob(self.exercise, look.submission))
            return
        self.checker.cancel()
        self.checked, self.page = None, WatchPage.RESULT
        if not self.workspace.path.is_dir():
            raise UsageError(f"the workspace '{self.workspace.path}' is gone; make a new one with 'grader init'")
        self.problem = look.problem or f"{self.file.name} is missing. Waiting for it; r restores the stub."

    def _take(self, checked: Checked) -> None:
        self.changes += 1
        self.checked, self.checked_at, self._unsaved = checked, self._now(), checked
        self.page = WatchPage.RESULT
        if checked.is_fault:
            self._saves.report_next_save()
            self.notice = "The grader failed, not you. Save again to try once more."
        if checked.result is not None and not is_attempt(checked.result):
            self.notice = self.notice or f"s shows the statement. Fill in {self.file.name} and save it to check it."
        if not self.is_passed:
            return
        with suppress(GraderError):  # the next attempt to write reports it
            self.following = self._following()
        if self._moves_on and self.following:
            self._go_to(self.following, f"{checked.job.exercise.title} is passed. This is the next one.")

    def _record(self) -> None:
        """Save an attempt. Opening an exercise that is still the stub is not an attempt."""
        checked, self._unsaved = self._unsaved, None
        if checked is not None and (result := checked.result) is not None and is_attempt(result):
            source, now = digest(checked.job.submission.source), self._now()
            self._change(lambda state: attempted(state, result, source, now))

    def _change(self, step: Callable[[StudentState], StudentState]) -> None:
        self.changes += 1
        try:
            self.state = self.workspace.state.change(step)
        except UsageError as problem:
            self.state = step(self.state)  # at least for this session
            self.notice = str(problem)

    def _following(self) -> Exercise | None:
        """The next exercise that is not passed, other than this one."""
        found = self.workspace.next_after(self.course, self.exercise)
        return found if found and found.slug != self.exercise.slug else None

    def _reset(self) -> None:
        kept = reset(self.workspace, self.exercise)
        where = "" if kept == self.file else f" Your version is kept as {kept.name}."
        again = " If the notebook is open, reload it from disk." if self.file.suffix == ".ipynb" else ""
        self.notice, self._keeps_notice = f"The stub is back.{where}{again}", True
        self.page = WatchPage.RESULT
