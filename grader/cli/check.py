"""`grader check`: grade one file against one exercise, or all that a student has started."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import click

from grader.cli.common import (
    asked_exercise,
    course_option,
    device_option,
    exercise_argument,
    isolation_option,
    json_option,
    my_workspace,
    need_workspace,
    note,
    open_course,
    print_json,
    style,
    where_progress_goes,
)
from grader.errors import SubmissionError, UsageError, reason_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.course import Course, Exercise
    from grader.grade import Grader
    from grader.results import ExerciseResult
    from grader.student.workspace import Workspace
    from grader.submission import Submission
    from grader.worker import Worker

# ---- Grades for a person at a terminal: opens workers when needed, and shows how far a slow check is.


class InteractiveGrader:
    """One course, one isolation, one device; as many exercises as wanted."""

    def __init__(self, ahead: Worker | None, isolation: str, device: str) -> None:
        from grader.worker import start_worker

        self._worker = ahead or start_worker(isolation=isolation)  # ends with this process: nobody waits for it
        self._isolation = isolation
        self._device = device
        self._graders: dict[str, Grader] = {}

    def grade(
        self, course: Course, exercise: Exercise, file: Submission, only: Sequence[str] = (), quiet: bool = False
    ) -> ExerciseResult:
        """The result; `quiet`: nothing is shown while it is made."""
        grader = self._grader(course, exercise)
        Thread(target=import_module, args=("grader.compare",), daemon=True).start()  # numpy, while children work
        line = None if quiet else _LastLine.if_watched(exercise)
        try:
            return grader.grade(exercise, file, only=only, hear=line.hear if line else None)
        finally:
            if line:
                line.clear()

    def _grader(self, course: Course, exercise: Exercise) -> Grader:
        from grader.grade import Grader
        from grader.worker import start_worker
        from grader.worker.start import choose_device, needs_fresh

        where = choose_device(self._device if exercise.needs_device else "simulated")
        if where not in self._graders:
            worker = start_worker("fresh", isolation=self._isolation) if needs_fresh(where) else self._worker
            self._graders[where] = Grader(course, worker, device=where)
        return self._graders[where]


class _LastLine:
    """The last line of the terminal, while a check that prints its progress runs."""

    def __init__(self, exercise: Exercise) -> None:
        from grader.render.result import ProgressLine

        self._live = ProgressLine({spec.id: spec.title for spec in exercise.checks}, style(sys.stderr))
        self._shown = False

    @classmethod
    def if_watched(cls, exercise: Exercise) -> _LastLine | None:
        """Only where there is something to wait for, and somebody who waits."""
        watched = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        return cls(exercise) if watched and any(spec.slow for spec in exercise.checks) else None

    def hear(self, check: str, text: str) -> None:
        line = self._live.line(check, text)
        if line is not None:
            self._write(f"\r\x1b[2K{line}")
            self._shown = True

    def clear(self) -> None:
        if self._shown:
            self._write("\r\x1b[2K")

    def _write(self, text: str) -> None:
        import click

        click.echo(text, nl=False, err=True, color=True)


def save_drawings(result: ExerciseResult, file: Path) -> list[Path]:
    """Drawings of passed checks as SVG, beside the file that was checked; the paths written."""
    from grader.render.picture import to_svg

    drawn = [check for check in result.checks if check.passed and check.drawing is not None]
    saved = []
    for check in drawn:
        name = f"{file.stem}.svg" if len(drawn) == 1 else f"{file.stem}-{check.id}.svg"
        assert check.drawing is not None
        file.with_name(name).write_text(to_svg(check.drawing, check.drawing.title), encoding="utf-8")
        saved.append(file.with_name(name))
    return saved


@click.command(name="check", short_help="Check your solution of an exercise.")
@exercise_argument(required=False)
@click.option("--submission", metavar="FILE", help="The file to check. Default: ./EXERCISE.py, else your workspace's.")
@click.option("--all", "everything", is_flag=True, help="Check everything you have started.")
@click.option("--only", multiple=True, metavar="CHECK", help="Run only this check; may be given again.")
@click.option("--reproduce", is_flag=True, help="Print a script that replays the first failed check on your file.")
@click.option("-v", "--verbose", is_flag=True, help="Show what passed checks printed, too.")
@device_option
@isolation_option
@course_option
@json_option
@click.pass_obj
def command(
    ahead: Worker | None,
    exercise: str | None,
    submission: str | None,
    everything: bool,
    only: tuple[str, ...],
    reproduce: bool,
    verbose: bool,
    device: str,
    isolation: str,
    course_folder: str | None,
    as_json: bool,
) -> int:
    """Check your solution of EXERCISE, or of the one you are working on.

    EXERCISE is a name, the beginning of one, a number as in 'grader list', or a file.

    \b
    Example:
      grader check
      grader check softmax --submission work/softmax.py --only any_axis
      grader check --all
    """

    desk = InteractiveGrader(ahead, isolation, device)
    course = open_course(course_folder)
    if everything:
        _refuse_with_all(exercise, submission, only, reproduce)
        return _check_all(desk, course, as_json)
    workspace = my_workspace()
    asked = asked_exercise(course, exercise, workspace)
    file = _read(asked, exercise, submission, workspace)
    result = desk.grade(course, asked, file, only, quiet=as_json)
    if reproduce:
        from grader.student.reproduce import script

        click.echo(script(course, asked, file, result))
        return 0
    if as_json:
        print_json(result.to_json())
    else:
        _show(course, asked, file, result, workspace, verbose, whole=not only)
    if not only:
        _remember(workspace, file, asked, result)
    return _code([result])


def _refuse_with_all(exercise: str | None, submission: str | None, only: tuple[str, ...], reproduce: bool) -> None:
    given = {"an exercise": exercise, "--submission": submission, "--only": only, "--reproduce": reproduce}
    for name, value in given.items():
        if value:
            raise UsageError(f"--all checks everything you have started; leave {name} out")


def _read(exercise: Exercise, said: str | None, given: str | None, workspace: Workspace | None) -> Submission:
    """The file asked for; else ./EXERCISE.py, else the workspace's."""
    from grader.submission import read_submission

    named = Path(said) if said and said.endswith((".py", ".ipynb")) else None
    beside = next((p for p in (Path(f"{exercise.slug}.py"), Path(f"{exercise.slug}.ipynb")) if p.is_file()), None)
    path = Path(given) if given else named if named and named.is_file() else beside
    if path is None:
        path = workspace.file_of(exercise) if workspace else Path(f"{exercise.slug}.py")
        if workspace is None and not path.exists():
            raise UsageError(
                f"there is no file '{path}' here; name yours with --submission FILE, or make a workspace: grader init"
            )
    return read_submission(path, exercise.slug, exercise.stub_source)


def _show(
    course: Course,
    exercise: Exercise,
    file: Submission,
    result: ExerciseResult,
    workspace: Workspace | None,
    verbose: bool,
    whole: bool,
) -> None:
    from grader.render.result import render_result

    idea, following = (exercise.idea, _next_step(course, exercise, workspace)) if whole and result.passed else ("", "")
    click.echo(render_result(result, file.filename, style(), verbose=verbose, idea=idea, next_step=following))
    if any(check.passed and check.drawing for check in result.checks):
        _save_drawings(result, file.path)


def _save_drawings(result: ExerciseResult, file: Path) -> None:
    try:
        for path in save_drawings(result, file):
            click.echo(f"The picture is in {path.name}.")
    except OSError as problem:
        note(f"the picture cannot be saved beside '{file}': {reason_of(problem)}")


def _next_step(course: Course, exercise: Exercise, workspace: Workspace | None) -> str:
    if workspace is None:
        return ""
    following = workspace.next_after(course, exercise)
    if following is None or following.slug == exercise.slug:
        return "You have passed every exercise of this course."
    return f"Next: {following.title} ({following.minutes} min). Read it with 'grader show {following.slug}'."


def _remember(workspace: Workspace | None, file: Submission, exercise: Exercise, result: ExerciseResult) -> None:
    """Progress is of the workspace's own file; a failure to note it down does not change the result."""
    if workspace is None or file.path.resolve() != workspace.file_of(exercise).resolve():
        return
    from datetime import datetime

    from grader.student.state import attempted
    from grader.student.workspace import digest

    try:
        now = datetime.now().astimezone()
        workspace.state.change(lambda state: attempted(state, result, digest(file.source), now))
    except UsageError as problem:
        note(str(problem))


def _check_all(desk: InteractiveGrader, course: Course, as_json: bool) -> int:
    workspace = need_workspace()
    started = workspace.started(course)
    if not started:
        raise UsageError("nothing is started yet; 'grader watch' shows where to begin")
    results = []
    with click.progressbar(started, label="Checking", file=where_progress_goes(as_json)) as exercises:
        for exercise in exercises:
            try:
                file = _read(exercise, None, str(workspace.file_of(exercise)), workspace)
            except SubmissionError as problem:
                results.append(_unreadable(exercise, problem))
                continue
            results.append(desk.grade(course, exercise, file, quiet=True))
            _remember(workspace, file, exercise, results[-1])
    if as_json:
        listed = [result.to_json() for result in results]
        print_json({"schema": 1, "results": listed})
    else:
        from grader.render.result import render_summary

        click.echo(render_summary(results, style()))
    return _code(results)


def _unreadable(exercise: Exercise, problem: SubmissionError) -> ExerciseResult:
    from grader.grade import nothing_ran
    from grader.results import Outcome

    return nothing_ran(exercise, Outcome.IMPORT_ERROR, str(problem))


def _code(results: list[ExerciseResult]) -> int:
    if any(result.faulty for result in results):
        return 3
    return 0 if all(result.passed for result in results) else 1
