"""`grader check`: grade one file against one exercise, or everything that a student has started."""

from __future__ import annotations

import json
import os
import sys
import time
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING

import click

from grader.cli import common
from grader.errors import SubmissionError, UsageError, reason_of
from grader.text import points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from grader.course import Course, Exercise
    from grader.grade import Grader
    from grader.results import ExerciseResult
    from grader.student.try_out import Tried
    from grader.student.workspace import Workspace
    from grader.submission import Submission
    from grader.worker import Worker

_PATIENCE_SECONDS = 0.3  # a check that takes less shows no progress
_TICK_SECONDS = 0.1
_ERASE = "\r\x1b[2K"


class InteractiveGrader:
    """Grades for a person at a terminal: starts workers when they are needed, and shows the progress of checks."""

    def __init__(self, ahead: Worker | None, isolation: str, device: str) -> None:
        from grader.worker import start_worker

        self._worker = ahead or start_worker(isolation=isolation)  # it ends with this process
        self._isolation = isolation
        self._device = device
        self._graders: dict[str, Grader] = {}

    def grade(
        self, course: Course, exercise: Exercise, file: Submission, only: Sequence[str] = (), quiet: bool = False
    ) -> ExerciseResult:
        """Grade a submission. Unless `quiet`, the last line of the terminal shows the progress."""
        grader = self._grader(course, exercise)
        Thread(target=import_module, args=("grader.compare",), daemon=True).start()  # numpy, while children work
        titles = {spec.id: spec.title for spec in exercise.checks if not only or spec.id in only}
        with _progress({} if quiet else titles) as hear:
            return grader.grade(exercise, file, only=only, hear=hear)

    def expected_value(self, course: Course, exercise: Exercise, check: str) -> object:
        """What the reference returns in a public check, after `grade`; None where no single value is right."""
        return self._grader(course, exercise).expected_value(exercise, check)

    def try_out(
        self, course: Course, exercise: Exercise, file: Submission, text: str, workspace: Workspace | None
    ) -> Tried:
        """Run the exercise's try.py on a submission, with progress in the last line of the terminal."""
        from grader.student.try_out import try_out

        with _progress({"run": exercise.title}) as hear:
            return try_out(self._grader(course, exercise), course, exercise, file, text, workspace, hear)

    def _grader(self, course: Course, exercise: Exercise) -> Grader:
        from grader.grade import Grader
        from grader.worker import start_worker
        from grader.worker.start import choose_device, needs_fresh

        where = choose_device(self._device if exercise.needs_device else "simulated")
        if where not in self._graders:
            worker = start_worker("fresh", isolation=self._isolation) if needs_fresh(where) else self._worker
            self._graders[where] = Grader(course, worker, device=where)
        return self._graders[where]


@contextmanager
def _progress(titles: dict[str, str]) -> Iterator[Callable[[str, str], object] | None]:
    """A function that hears of running checks, while the last line of the terminal shows which one it is, what it
    prints, and for how long; None where nobody would see that."""
    if not titles or not common.shows_progress():
        yield None
        return
    heard: SimpleQueue[tuple[str, str]] = SimpleQueue()
    start, over = time.monotonic(), Event()

    def draw() -> None:
        if over.wait(_PATIENCE_SECONDS):
            return
        from grader.render.result import ProgressLine

        progress, drawn = ProgressLine(titles, common.style(sys.stderr)), ""
        while not over.is_set():
            while not heard.empty():
                progress.line(*heard.get())
            line = progress.now(time.monotonic() - start)
            if line != drawn:
                drawn = line
                click.echo(f"{_ERASE}{line}", nl=False, err=True, color=True)
            over.wait(_TICK_SECONDS)
        click.echo(_ERASE, nl=False, err=True, color=True)

    thread = Thread(target=draw, daemon=True)
    thread.start()
    try:
        yield lambda check, text: heard.put((check, text))
    finally:
        over.set()
        thread.join()


@click.command(name="check")
@common.exercise_argument(required=False)
@click.option("--submission", metavar="FILE", help="The file to check. Default: ./EXERCISE.py, else your workspace's.")
@click.option("--all", "everything", is_flag=True, help="Check everything you have started.")
@click.option("--classroom", is_flag=True, help="With --all: count every exercise; report points to GitHub Classroom.")
@click.option("--only", multiple=True, metavar="CHECK", help="Run only this check; may be repeated.")
@click.option("--reproduce", is_flag=True, help="Print a script that replays the first failed check on your file.")
@click.option("--problems", is_flag=True, help="Also print failures as FILE:LINE: error: …, one per line, for editors.")
@click.option("-v", "--verbose", is_flag=True, help="Show every check, every drawing, all prints.")
@common.device_option
@common.isolation_option
@common.standard_options
@click.pass_obj
def check_command(
    ahead: Worker | None,
    exercise: str | None,
    submission: str | None,
    everything: bool,
    classroom: bool,
    only: tuple[str, ...],
    reproduce: bool,
    problems: bool,
    verbose: bool,
    device: str,
    isolation: str,
    course_folder: str | None,
    as_json: bool,
) -> int:
    """Check your solution of EXERCISE, or of the exercise you are working on.

    EXERCISE is a name, the start of a name, a number as in 'grader list', or a file. Exits with 1 if a check fails.

    \b
    Example:
      grader check
      grader check softmax --submission work/softmax.py --only any_axis
      grader check --all
    """
    grader = InteractiveGrader(ahead, isolation, device)
    course = common.open_course(course_folder)
    if everything:
        given: dict[str, object] = {"an exercise": exercise, "--submission": submission, "--only": only}
        given |= {"--reproduce": reproduce, "--problems": problems}
        if unwanted := next((name for name, value in given.items() if value), None):
            raise UsageError(f"--all checks everything you have started; leave out {unwanted}")
        return _check_all(grader, course, as_json, classroom)
    if classroom:
        raise UsageError("--classroom counts every exercise; add --all")
    workspace = common.my_workspace()
    asked = common.asked_exercise(course, exercise, workspace)
    file = _read(asked, exercise, submission, workspace)
    result = grader.grade(course, asked, file, only, quiet=as_json)
    if reproduce:
        from grader.student.reproduce import script

        click.echo(script(course, asked, file, result, lambda check: grader.expected_value(course, asked, check)))
        return 0
    if as_json:
        common.print_json(result.to_json())
    else:
        from grader.render.result import render_result

        done = result.passed and not only
        idea, following = (asked.idea, _next_step(course, asked, workspace)) if done else ("", "")
        click.echo(
            render_result(
                result,
                file.filename,
                common.drawing_style() if any(check.drawing for check in result.checks) else common.style(),
                verbose=verbose,
                idea=idea,
                next_step=following,
                hint=f"grader hint {asked.slug}",
                solution=f"grader solution {asked.slug}" if done and asked.has_solution and workspace else "",
                unfold="-v shows all",
            )
        )
        if problems:
            _print_problems(asked, file, result)
        _save_drawings(result, file.path)
    if not only:
        _remember(workspace, file, asked, result)
    return _code([result])


def _read(exercise: Exercise, named: str | None, given: str | None, workspace: Workspace | None) -> Submission:
    """The submission in `given` (--submission), else in EXERCISE itself if it names a file, else in ./EXERCISE.py, else
    in the workspace."""
    from grader.submission import read_submission

    places = [Path(named)] if named and named.endswith((".py", ".ipynb")) else []
    places += [Path(f"{exercise.slug}.py"), Path(f"{exercise.slug}.ipynb")]
    path = Path(given) if given else next((file for file in places if file.is_file()), None)
    if path is None:
        if workspace is None:
            place = f"there is no file '{exercise.slug}.py' here"
            raise UsageError(f"{place}; name yours with --submission FILE, or create a workspace with 'grader init'")
        path = workspace.file_of(exercise)
    return read_submission(path, exercise.slug, exercise.stub_source)


def _save_drawings(result: ExerciseResult, file: Path) -> None:
    """Save the drawings of passed checks as SVG beside the file that was checked."""
    drawn = [(check.id, check.drawing) for check in result.checks if check.passed and check.drawing is not None]
    for name, drawing in drawn:
        from grader.render.picture import to_svg

        path = file.with_name(f"{file.stem}.svg" if len(drawn) == 1 else f"{file.stem}-{name}.svg")
        try:
            path.write_text(to_svg(drawing, drawing.title), encoding="utf-8")
        except OSError as problem:
            common.note(f"cannot save the picture '{path}': {reason_of(problem)}")
        else:
            click.echo(f"The picture was saved as {path.name}.")


def _print_problems(exercise: Exercise, file: Submission, result: ExerciseResult) -> None:
    """Print a line for each failure. Editors know lines of files, not of cells."""
    from grader.render.result import render_problems

    if file.path.suffix == ".ipynb":
        return
    uses = {spec.id: spec.uses for spec in exercise.checks}
    source = file.source.decode("utf-8", "replace")
    if found := render_problems(result, common.shown_path(file.path), source, uses):
        click.echo("\n".join(["", *found]))


def _next_step(course: Course, exercise: Exercise, workspace: Workspace | None) -> str:
    if workspace is None:
        return ""
    following = workspace.next_after(course, exercise)
    if following is None or following.slug == exercise.slug:
        return "You have passed every exercise of this course."
    return f"Next: {following.title} ({following.minutes} min). Read it with 'grader show {following.slug}'."


def _remember(workspace: Workspace | None, file: Submission, exercise: Exercise, result: ExerciseResult) -> None:
    """Save the attempt, if the file is the workspace's own."""
    if workspace is None or file.path.resolve() != workspace.file_of(exercise).resolve():
        return
    from datetime import datetime

    from grader.student.state import attempted
    from grader.student.workspace import digest

    now = datetime.now().astimezone()
    common.change_state(workspace, lambda state: attempted(state, result, digest(file.source), now))


def _check_all(grader: InteractiveGrader, course: Course, as_json: bool, classroom: bool) -> int:
    from grader.grade import missing_package, nothing_ran
    from grader.results import Outcome

    workspace = common.need_workspace()
    started = workspace.started(course)
    if not started and not classroom:
        raise UsageError("you have not started an exercise yet; 'grader watch' opens the first one")
    results, left_out = [], []
    with click.progressbar(started, label="Checking", file=common.progress_stream(as_json)) as exercises:
        for exercise in exercises:
            try:
                file = _read(exercise, None, str(workspace.file_of(exercise)), workspace)
            except SubmissionError as problem:
                results.append(nothing_ran(exercise, Outcome.IMPORT_ERROR, str(problem)))
                continue
            if missing := missing_package(exercise):
                left_out.append(missing)
                continue
            results.append(grader.grade(course, exercise, file, quiet=True))
            _remember(workspace, file, exercise, results[-1])
    if classroom:
        rest = [exercise for exercise in course.exercises if exercise not in started]
        results += [nothing_ran(exercise, Outcome.NOT_ATTEMPTED, "not started") for exercise in rest]
    if as_json:
        common.print_json({"schema": 1, "results": [result.to_json() for result in results]})
    elif results:
        from grader.render.result import render_summary

        click.echo(render_summary(results, common.style()))
    for sentence in left_out:
        common.note(sentence)
    code = (2 if left_out and classroom else 0) or _code(results) or (2 if left_out else 0)
    if classroom and not as_json and code in (0, 1):  # nobody loses points where the grader failed
        _report_points(results)
    return code


def _report_points(results: list[ExerciseResult]) -> None:
    """Print the points, on GitHub also in the two notices that Classroom reads."""
    score, most = sum(result.score or 0 for result in results), sum(result.max_score for result in results)
    text = f"Points {points(score)}/{points(most)}"
    if os.environ.get("GITHUB_ACTIONS") == "true":
        report = json.dumps({"totalPoints": round(score, 2), "maxPoints": round(most, 2)})
        click.echo(f"::notice title=Autograding complete::{text}")
        click.echo(f"::notice title=Autograding report::{report}")
    click.echo(text)


def _code(results: list[ExerciseResult]) -> int:
    if any(result.faulty for result in results):
        return 3
    return 0 if all(result.passed for result in results) else 1


@click.command(name="try")
@common.exercise_argument(required=False)
@click.argument("words", nargs=-1, metavar="[TEXT]")
@click.option("--submission", metavar="FILE", help="The file to run. Default: ./EXERCISE.py, else your workspace's.")
@click.option("--save", type=click.Path(path_type=Path), metavar="FILE", help="Save what is shown, as .html or .svg.")
@common.isolation_option
@common.course_option
@click.pass_obj
def try_command(
    ahead: Worker | None,
    exercise: str | None,
    words: tuple[str, ...],
    submission: str | None,
    save: Path | None,
    isolation: str,
    course_folder: str | None,
) -> int:
    """Run your solution of EXERCISE on TEXT, and look at what happens inside.

    Blocks from other exercises take part as you wrote them, where your solutions pass. Nothing is graded. Exits with 1
    if your solution cannot be run.

    \b
    Example:
      grader try softmax cat=3 dog=2 T=0.5 T=4
      grader try translate "i love you very much"
      grader try translate "how is her milk ?" --save milk.html
    """
    from grader.render.student import render_tried

    if save is not None and save.suffix not in (".html", ".svg"):
        raise UsageError(f"cannot save as '{save}'; choose a name that ends in .html or .svg")
    course, workspace = common.open_course(course_folder), common.my_workspace()
    asked = common.asked_exercise(course, exercise, workspace)
    file = _read(asked, exercise, submission, workspace)
    tried = InteractiveGrader(ahead, isolation, "auto").try_out(course, asked, file, " ".join(words), workspace)
    click.echo("\n".join(render_tried(tried, common.drawing_style())))
    if save is not None and not tried.problem:
        _save_tried(asked.title, tried, save)
    return 1 if tried.problem else 0


def _save_tried(title: str, tried: Tried, path: Path) -> None:
    """A page with everything, or each drawing as a file of its own."""
    from grader.files import in_words
    from grader.render.picture import to_html, to_svg

    if path.suffix == ".html":
        files = {path: to_html(title, tried.shown)}
    else:
        drawings = [one for one in tried.shown if not isinstance(one, str)]
        several = len(drawings) > 1
        files = {
            path.with_stem(f"{path.stem}-{number}") if several else path: to_svg(drawing, drawing.title)
            for number, drawing in enumerate(drawings, 1)
        }
    for name, text in files.items():
        with in_words(name):
            name.write_text(text, encoding="utf-8")
        click.echo(f"Saved as {name}.")
