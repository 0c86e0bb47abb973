"""Commands about a student's exercises: `grader list`, `show`, `hint`, `reset`, `solution`, `progress`, `submit`."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from grader.cli import common
from grader.errors import UsageError


@click.command(name="list")
@click.argument("words", nargs=-1)
@click.option("--part", type=int, metavar="N", help="Only this part.")
@click.option("--todo", is_flag=True, help="Only exercises you have not passed.")
@click.option("--started", is_flag=True, help="Only exercises you have started and not passed.")
@click.option("--passed", is_flag=True, help="Only exercises you have passed.")
@common.standard_options
def list_command(
    words: tuple[str, ...],
    part: int | None,
    todo: bool,
    started: bool,
    passed: bool,
    course_folder: str | None,
    as_json: bool,
) -> None:
    """List the exercises by part. With WORDS, only those with all the words in their name or title; if there are none,
    those with all the words in their statement.

    In a workspace, a mark shows which exercises are passed and which are started.

    \b
    Example:
      grader list
      grader list mask --todo
      grader list --part 2
    """
    from grader.render.student import render_list
    from grader.student.progress import search

    course = common.open_course(course_folder)
    wanted = {*["passed", "changed"] * passed, *["started"] * (started or todo), *["open"] * todo}
    found = search(course, common.my_workspace, words, part, wanted)
    if as_json:
        common.print_json({"schema": 1, "course": course.title, "exercises": [one.to_json() for one in found]})
    elif not found and course.folders:
        click.echo("No exercise matches. 'grader list' shows them all.")
    else:
        click.echo(render_list(found, common.style(widest=120)))


@click.command(name="show")
@common.exercise_argument(required=False)
@click.option("--traps", is_flag=True, help="Also show what often goes wrong.")
@common.standard_options
def show_command(exercise: str | None, traps: bool, course_folder: str | None, as_json: bool) -> None:
    """Show the statement of EXERCISE, or of the exercise you are working on, and the checks that grade it.

    \b
    Example:
      grader show
      grader show softmax --traps
    """
    from grader.grade.facts import TITLES
    from grader.render.markdown import render
    from grader.values import INPUTS, OWN_WORK

    course = common.open_course(course_folder)
    asked = common.asked_exercise(course, exercise, common.my_workspace())
    titles = {spec.id: spec.title for spec in asked.checks} | {INPUTS: TITLES[INPUTS], OWN_WORK: TITLES[OWN_WORK]}
    points = asked.all_points
    checks = [
        {"id": name, "title": title, "max_score": points[name]} for name, title in titles.items() if name in points
    ]
    if as_json:
        facts = {"schema": 1, "exercise": asked.slug, "title": asked.title, "statement": asked.statement}
        common.print_json({**facts, "checks": checks})
        return
    listed = "\n".join(f"- {check['title']} ({check['max_score']:g})" for check in checks)
    more = asked.max_score - sum(points[name] for name in titles if name in points)
    hidden = f"\n\nHidden checks add {more:g} more." if more else ""
    text = f"{asked.statement}\n\n## Checks and their points\n\n{listed}{hidden}\n"
    unfold = None if traps else f"grader show {asked.slug} --traps"
    common.print_page(render(text, common.style(), asked.picture, unfold))


@click.command(name="hint")
@common.exercise_argument(required=False)
@click.option("--again", is_flag=True, help="Repeat the last hint.")
@click.option("-n", "--number", type=click.IntRange(min=1), metavar="N", help="Show hint N.")
@click.option("--all", "every", is_flag=True, help="Show all hints.")
@common.standard_options
def hint_command(
    exercise: str | None, again: bool, number: int | None, every: bool, course_folder: str | None, as_json: bool
) -> None:
    """Show the next hint for EXERCISE, or for the exercise you are working on.

    Hints range from a nudge to almost the code, and are about the function that the first failed check needs.

    \b
    Example:
      grader hint
      grader hint masking --again
    """
    from grader.student.hints import current_function, next_hint, nth_hint
    from grader.student.state import ExerciseState, hinted

    workspace = common.my_workspace()
    asked = common.asked_exercise(common.open_course(course_folder), exercise, workspace)
    record = workspace.state.read().record(asked.slug) if workspace else ExerciseState()
    if every:
        hints = [nth_hint(asked, at + 1) for at in range(len(asked.hints))]
    elif number or again:
        function = current_function(asked, record)
        shown = record.function_hints.get(function, 0) if function else record.hints
        hints = [nth_hint(asked, number or max(1, shown), function)]
    else:
        hints = [next_hint(asked, record, workspace.source_of(asked) if workspace else None)]
    if as_json:
        keys = ("kind", "number", "function", "about", "text")
        listed = [{key: getattr(hint, key) for key in keys} for hint in hints]
        common.print_json({"schema": 1, "exercise": asked.slug, "hints": listed})
    else:
        paint = common.style()
        for at, hint in enumerate(hints):
            if at:
                click.echo()
            common.print_wrapped(paint.bold(paint.clean(f"{asked.title} {paint.dot} {hint.title}")))
            if hint.about:
                common.print_wrapped(paint.dim(paint.clean(hint.about)), "  ")
            for line in hint.text.split("\n"):
                common.print_wrapped(paint.clean(line), "  ")
    if workspace is not None:
        last = hints[-1]
        common.change_state(workspace, lambda state: hinted(state, asked.slug, last.number, last.function))
    else:
        last = hints[-1]
        more = (
            f"'grader hint {asked.slug} --number {last.number + 1}' shows the next one, "
            if last.number < last.count
            else ""
        )
        common.note(f"nothing is saved outside a workspace: {more}'grader init' creates a workspace")


@click.command(name="reset")
@common.exercise_argument(required=False)
@click.option("-y", "--yes", is_flag=True, help="Do not ask for confirmation.")
@common.course_option
def reset_command(exercise: str | None, yes: bool, course_folder: str | None) -> None:
    """Restore the stub of EXERCISE, or of the exercise you are working on. Your version is kept beside it.

    \b
    Example:
      grader reset masking
    """
    from grader.student.workspace import reset

    workspace = common.need_workspace()
    asked = common.asked_exercise(common.open_course(course_folder), exercise, workspace)
    file = workspace.file_of(asked)
    existed = file.exists()
    question = f"Restore the stub of {asked.slug} in {file.name}?"
    otherwise = "reset asks for confirmation, and there is no terminal to ask on; add --yes to confirm"
    if workspace.is_started(asked) and not yes and not common.confirmed(question, otherwise):
        click.echo("Nothing was changed.")
        return
    kept = reset(workspace, asked)
    is_notebook = file.suffix == ".ipynb"
    what = f"The cell of {asked.slug} in {common.shown_path(file)}" if is_notebook else common.shown_path(file)
    click.echo(f"{what} is the stub again." + (f" Your version was saved beside it as {kept.name}." if existed else ""))
    if is_notebook:
        click.echo("If the notebook is open, reload it from disk.")


@click.command(name="solution")
@common.exercise_argument(required=False)
@click.option("--give-up", is_flag=True, help="Show it before you have passed. This is recorded.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask for confirmation.")
@common.standard_options
def solution_command(exercise: str | None, give_up: bool, yes: bool, course_folder: str | None, as_json: bool) -> None:
    """Show the reference of EXERCISE beside your code, once you have passed it.

    Without EXERCISE: of the one you worked on last, passed or not.

    \b
    Example:
      grader solution
      grader solution masking --give-up
    """
    from grader.render.student import render_solution
    from grader.student.hints import solution
    from grader.student.state import gave_up

    workspace = common.my_workspace()
    asked = common.asked_exercise(common.open_course(course_folder), exercise, workspace, passed=True)
    if give_up and workspace is not None and asked.has_solution:
        record = workspace.state.read().record(asked.slug)
        question = f"Show the solution of {asked.slug} before you have passed? It will be recorded."
        otherwise = "--give-up asks for confirmation, and there is no terminal to ask on; add --yes to confirm"
        if not record.passed and not record.gave_up:
            if not yes and not common.confirmed(question, otherwise):
                click.echo("Nothing was shown.")
                return
            workspace.state.change(lambda state: gave_up(state, asked.slug, datetime.now().astimezone()))
    source = solution(asked, workspace)
    mine = workspace.source_of(asked) if workspace and workspace.is_started(asked) else None
    yours = mine.decode("utf-8", "replace") if mine is not None else ""
    if as_json:
        common.print_json({"schema": 1, "exercise": asked.slug, "source": source, "yours": yours})
        return
    common.print_page("\n".join(render_solution(yours, source, asked.stub_source, common.style(widest=200))))


@click.command(name="progress")
@common.standard_options
def progress_command(course_folder: str | None, as_json: bool) -> None:
    """Show your progress by part, the mistakes you met most often, and what comes next.

    \b
    Example:
      grader progress
    """
    from grader.render.student import render_progress
    from grader.student.progress import progress

    workspace = common.need_workspace()
    found = progress(common.open_course(course_folder), workspace, common.here(), datetime.now().astimezone().date())
    if as_json:
        common.print_json(found.to_json())
    else:
        click.echo(render_progress(found, common.style()))


@click.command(name="submit")
@click.option("--out", metavar="FILE", help="The file to write. Default: submission.zip in your workspace.")
@click.option("--no-check", is_flag=True, help="Pack without checking again.")
@click.option("-f", "--force", is_flag=True, help="Replace an earlier submission without asking.")
@common.standard_options
def submit_command(out: str | None, no_check: bool, force: bool, course_folder: str | None, as_json: bool) -> None:
    """Check everything you have started once more, report what is missing, and pack it into one file.

    \b
    Example:
      grader submit
      grader submit --out ada.zip
    """
    from grader.render.student import named, render_parcel
    from grader.student.quizzes import finished_attempts
    from grader.student.submit import checked, collect, packed, save, standings

    workspace = common.need_workspace()
    course = common.open_course(course_folder)
    target = Path(out) if out else workspace.path / "submission.zip"
    work, quizzes = collect(course, workspace), finished_attempts(workspace)
    if not work.pieces and not quizzes:
        if work.unsaved:
            passed = f"you passed {named(work.unsaved)} in a notebook that is not saved"
            raise UsageError(f"{passed}; save it in Jupyter and submit again")
        nothing = "you have not started an exercise yet; 'grader progress' shows where to start"
        raise UsageError("; ".join(work.unreadable) or nothing)
    if target.is_dir():
        raise UsageError(f"'{target}' is a folder; name a file with --out FILE")
    otherwise = f"'{common.shown_path(target)}' already exists; add --force, or name another with --out FILE"
    if target.exists() and not force and not common.confirmed(f"Replace '{common.shown_path(target)}'?", otherwise):
        click.echo("Nothing was packed.")
        return
    results = {}
    if not no_check:
        from grader.grade import Grader, missing_package
        from grader.worker import start_worker

        missing = {piece.exercise.slug: missing_package(piece.exercise) for piece in work.pieces}
        for sentence in filter(None, missing.values()):
            common.note(f"packed without a check: {sentence}")
        checkable = [piece for piece in work.pieces if not missing[piece.exercise.slug]]
        with (
            start_worker() as worker,
            click.progressbar(checkable, label="Checking", file=common.progress_stream()) as bar,
        ):
            grader = Grader(course, worker)
            results = {piece.exercise.slug: grader.grade(piece.exercise, piece.submission) for piece in bar}
    now = datetime.now().astimezone()
    if results:
        common.change_state(workspace, lambda state: checked(state, checkable, results, now))
    made = packed(course, work, quizzes, standings(work.pieces, results, workspace.state.read(), now), now)
    save(target, made.data)
    if as_json:
        common.print_json(made.to_json(target))
    else:
        click.echo(render_parcel(made, common.shown_path(target), common.style()))
