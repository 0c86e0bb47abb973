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
from grader.course.load import ExerciseFolder
from grader.errors import GraderError, UsageError
from grader.student.checker import Checked, Checker, CheckJob
from grader.student.file_watcher import FileState, FileWatcher, Stamp, stamp
from grader.student.hints import Hint, next_hint, solution
from grader.student.state import StudentState, attempted, hinted, is_attempt
from grader.student.workspace import STATE, Placed, Workspace, digest, find_exercise, reset
from grader.submission import Submission, read_submission

_LOOK_SECONDS = 0.2  # between two looks at the files of other exercises and at the recorded progress


class WatchPage(StrEnum):
    """What the student is looking at."""

    STATEMENT = "statement"
    RESULT = "result"
    HINT = "hint"
    LIST = "list"
    SOLUTION = "solution"
    TRIED = "tried"
    HELP = "help"


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
        self.verbose = False  # every check and every drawing
        self._now = now
        self._moves_on = moves_on
        self._unsaved: Checked | None = None
        self._owners: dict[Path, ExerciseFolder] = {}
        for folder in course.folders:
            own = (workspace.folder_of(folder) / f"{folder.slug}{suffix}" for suffix in (".py", ".ipynb"))
            self._owners |= dict.fromkeys(own, folder)
            self._owners.setdefault(workspace.notebook_of(folder), folder)
        self._stamps = self._stamp_all()
        self._next_look = 0.0
        self.open(exercise)

    def open(self, exercise: Exercise, notice: str = "") -> None:
        """Go to an exercise. ContentError if its statement cannot be read."""
        exercise.statement  # noqa: B018 - raises before anything has changed
        self.exercise = exercise
        self.file = self.workspace.file_of(exercise)
        self.page = WatchPage.STATEMENT
        self.checked: Checked | None = None  # of what is in the file now
        self.checked_at: datetime | None = None
        self.problem = ""  # why there is nothing to check
        self.notice = notice
        self.hint: Hint | None = None
        self.tried: Checked | None = None
        self.solution = ""
        self.following: Exercise | None = None  # the next exercise for a student who has passed
        self.asks_to_reset = False
        self._submission: Submission | None = None  # what is in the file
        self._keeps_notice = True  # the save that is noticed next is not the student's
        self._was_asked = False  # for the result: by a save or a key
        self._saves = FileWatcher(self.file, self._read, self.checker.clock)
        self.checker.cancel()
        self.changes += 1

    @property
    def is_passed(self) -> bool:
        """Whether the current content of the file passes."""
        return bool(self.checked and self.checked.result and self.checked.result.passed and not self.checker.is_busy)

    @property
    def source(self) -> bytes | None:
        """What is in the file, None if it cannot be read."""
        return self._submission.source if self._submission else None

    def step(self, seconds: float) -> None:
        """Wait that long for the outcome of a check, and look for saves. UsageError if the workspace is gone."""
        self._record()  # only now: the result has been shown
        checked = self.checker.wait(seconds)
        if checked is not None:
            self._take(checked)
        look = self._saves.look()
        if look is not None:
            self._see(look)
        if self.checker.clock() >= self._next_look:
            self._next_look = self.checker.clock() + _LOOK_SECONDS
            self._look_around()

    def close(self) -> None:
        self._record()
        self.checker.close()

    def press(self, key: str) -> bool:
        """Handle a key: a letter, "enter" or "escape". False if the student wants to quit."""
        self.changes += 1
        if key == "q" and not self.asks_to_reset:
            return False
        self._record()  # a hint or the solution may ask for it
        self.notice = ""
        self._do(lambda: self._handle(key))
        return True

    def choose(self, name: str) -> None:
        """Go to the exercise that was named, as on the command line."""
        self.notice = ""
        self._do(lambda: self.open(find_exercise(self.course, name, self.workspace)))

    def try_out(self, text: str) -> None:
        """Run the exercise's try.py on what is in the file, as soon as there is nothing else to do."""
        self.notice = ""
        if self._submission is None or self.checker.is_busy:
            self.notice = "A check is still running." if self.checker.is_busy else "There is nothing to run yet."
        else:
            self.checker.check(CheckJob(self.exercise, self._submission, text))
        self.changes += 1

    def _do(self, step: Callable[[], object]) -> None:
        try:
            step()
        except GraderError as problem:
            self.notice = str(problem)
        self.changes += 1

    def _handle(self, key: str) -> None:
        if self.asks_to_reset:
            self.asks_to_reset = False
            if key == "y":
                self._reset()
            else:
                self.notice = "Nothing was changed."
            return
        match key:
            case "n" if following := self._following():
                self.open(following)
            case "n":
                self.notice = "There is no other exercise left to pass."
            case "h":
                record = self.state.record(self.exercise.slug)
                self.hint = hint = next_hint(self.exercise, record, self.workspace.source_of(self.exercise))
                self.page = WatchPage.HINT
                self._change(lambda state: hinted(state, self.exercise.slug, hint.number, hint.function))
            case "s":
                self.page = WatchPage.STATEMENT
            case "l":
                self.course.exercises  # noqa: B018 - raises if one cannot be read, and the page stays
                self.page = WatchPage.LIST
            case "o":
                self.solution = solution(self.exercise, self.workspace)
                self.page = WatchPage.SOLUTION
            case "t":
                self.try_out("")
            case "c" if self._submission is not None:
                self._was_asked = True
                self.checker.check(CheckJob(self.exercise, self._submission))
            case "v":
                self.verbose = not self.verbose
            case "?":
                self.page = WatchPage.HELP
            case "r" if self.file.exists() and self.workspace.is_started(self.exercise):
                self.asks_to_reset = True
            case "r":
                self._reset()  # writes the missing stub, or raises because there is nothing to reset
            case "enter" if self.page is WatchPage.RESULT and self.is_passed and self.following:
                self.open(self.following)
            case "enter" | "escape":
                self.page = WatchPage.RESULT

    def _read(self, path: Path) -> Submission:
        return read_submission(path, self.exercise.slug, self.exercise.stub_source)

    def _see(self, look: FileState) -> None:
        """A file was saved or deleted: what was reported about it before no longer holds."""
        self.changes += 1
        self.notice = self.notice if self._keeps_notice else ""
        self._was_asked = not self._keeps_notice
        self._keeps_notice, self.problem, self._submission = False, look.problem, look.submission
        if look.submission is not None:
            self.checker.check(CheckJob(self.exercise, look.submission))
            return
        self.checker.cancel()
        self.checked, self.page = None, WatchPage.RESULT
        if not self.workspace.path.is_dir():
            raise UsageError(f"the workspace '{self.workspace.path}' is gone; make a new one with 'grader init'")
        self.problem = look.problem or f"{self.file.name} is missing. Waiting for it; r restores the stub."

    def _stamp_all(self) -> dict[Path, Stamp]:
        return {path: stamp(path) for path in (self.workspace.path / STATE, *self._owners)}

    def _look_around(self) -> None:
        """Follow the file that was saved last, and see what other commands have recorded."""
        before, self._stamps = self._stamps, self._stamp_all()
        saved = [path for path, found in self._stamps.items() if found and found != before[path]]
        if self.workspace.path / STATE in saved:
            with suppress(UsageError):  # of a version that this one does not know
                self.state = self.workspace.state.read()
                self.changes += 1
        others = [path for path in saved if path in self._owners and path != self.file]
        if self.file in saved or not others or self.asks_to_reset:
            return
        path = max(others, key=lambda path: self._stamps[path] or ())
        folder: Placed = self._owners[path]
        if path.suffix == ".ipynb":  # which of its cells was changed is not known
            folder = self.workspace.touched(self.course, folder.part) or folder
        if self.workspace.is_started(folder):
            self._do(lambda: self.open(self.course.find(folder.slug), f"Following {path.name}, which you saved."))

    def _take(self, checked: Checked) -> None:
        self.changes += 1
        if checked.job.text is not None:
            self.tried, self.page = checked, WatchPage.TRIED
            return
        self.checked, self.checked_at, self._unsaved = checked, self._now(), checked
        is_stub = checked.result is not None and not is_attempt(checked.result)
        if self._was_asked or (self.page is WatchPage.STATEMENT and not is_stub):
            self.page = WatchPage.RESULT
        if checked.is_fault:
            self._saves.report_next_save()
            self.notice = "The grader failed, not you. Save again to try once more."
        if is_stub:
            self.notice = self.notice or f"Fill in {self.file.name} and save it to check it."
        if not self.is_passed:
            return
        with suppress(GraderError):  # the next attempt to write reports it
            self.following = self._following()
        if self._moves_on and self.following:
            self.open(self.following, f"{checked.job.exercise.title} is passed. This is the next one.")

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
