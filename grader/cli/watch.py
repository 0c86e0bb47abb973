"""`grader watch`: check whenever a file is saved."""

from __future__ import annotations

import gc
import sys
import time
import warnings
from datetime import datetime
from typing import TYPE_CHECKING

import click

from grader.cli import common

if TYPE_CHECKING:
    from grader.course import Exercise
    from grader.render.style import Style
    from grader.student.checker import Open
    from grader.student.watch import WatchSession
    from grader.worker import Worker

SPARES = 2  # children that are ready before a save: one for the solution, one for what its result may need
TICK_SECONDS = 0.02


@click.command(name="watch")
@common.exercise_argument(required=False)
@click.option("--auto", "moves_on", is_flag=True, help="Open the next exercise as soon as one is passed.")
@common.plain_option
@common.device_option
@common.isolation_option
@common.course_option
def watch_command(
    exercise: str | None, moves_on: bool, plain: bool, device: str, isolation: str, course_folder: str | None
) -> int:
    """Check the exercise you are working on, or EXERCISE, whenever you save it.

    It opens with the statement and follows the file you save, whatever exercise it belongs to. Keys: s statement, h
    hint, n next, l list, ? all keys, q quit; or click them. In a pipe or with --plain, type the letter and Enter, or
    the name of an exercise.

    \b
    Example:
      grader watch
      grader watch softmax
    """
    workspace = common.need_workspace()
    from grader.worker import start_worker

    worker = start_worker(isolation=isolation, spares=SPARES)  # imports numpy while we read
    from grader.student.checker import Checker
    from grader.student.watch import WatchSession

    gc.enable()  # this command may run for hours
    warnings.simplefilter("ignore")  # about a student's code, in the middle of the screen
    course = common.open_course(course_folder)
    asked = common.asked_exercise(course, exercise, workspace)
    if isolation != "auto":
        worker.allow(course.packages)
        worker.level  # noqa: B018 - raises now, not after every save, if this isolation is not available
    checker = Checker(course, _opener(worker, device, isolation), time.monotonic, workspace)
    session = WatchSession(course, workspace, asked, checker, lambda: datetime.now().astimezone(), moves_on)
    try:
        if common.has_screen(plain) and common.style().unicode:
            from grader.cli.watch_screen import WatchApp

            code = WatchApp(session, common.drawing_style()).show()
            click.echo("Resume at any time with: grader watch")
            return code
        with common.ends_like_ctrl_c():
            watch_lines(session)
        return 0
    finally:
        session.close()


def _opener(ahead: Worker, device: str, isolation: str) -> Open:
    """A function that starts the worker for an exercise. The first one is running already."""
    started = [ahead]

    def open_place(exercise: Exercise) -> tuple[Worker, str]:
        from grader.worker import start_worker
        from grader.worker.start import choose_device, needs_fresh

        where = choose_device(device if exercise.needs_device else "simulated")
        if needs_fresh(where):
            return start_worker("fresh", isolation=isolation, spares=SPARES), where
        return started.pop() if started else start_worker(isolation=isolation, spares=SPARES), where

    return open_place


def watch_lines(session: WatchSession) -> None:
    """Run a session line by line, for pipes, simple terminals and screen readers: until the student quits, or at the
    end of the input until the running check has been shown."""
    from grader.render.watch import KEYS
    from grader.student.keyboard import open_lines
    from grader.student.watch import WatchPage

    lines, notice, shown = open_lines(sys.stdin.fileno()), "", None
    if sys.stdin.isatty():
        keys = ", ".join(f"{key.key} {key.word}" for key in KEYS if key.key != "e")
        common.print_wrapped(f"Type a letter and Enter: {keys}; or the name of an exercise.")
    while not (lines.ended and not session.checker.is_busy and (session.checked or session.problem)):
        session.step(TICK_SECONDS)
        for line in lines.read():
            if len(line) > 1:
                session.choose(line)
            elif not session.press(line.lower() or "enter"):
                return
        session.checker.heard()  # what a slow check prints is not shown here
        if session.notice != notice:
            notice = session.notice
            if notice:
                common.print_wrapped(common.style().clean(notice))
        page = (
            session.page, session.exercise, session.checked_at, session.problem, session.hint, session.tried,
            session.asks_to_reset, session.verbose,
        )  # fmt: skip
        waits = session.checker.is_busy or not (session.checked or session.problem)
        if page != shown and (not waits or session.page is not WatchPage.RESULT or session.asks_to_reset):
            shown = page
            _print_page(session, common.style())


def _print_page(session: WatchSession, look: Style) -> None:
    from grader.render.watch import render_page, render_status

    if session.asks_to_reset:
        click.echo("\n".join(render_status(session, "", look)))
        return
    at = f" {look.dot} {session.checked_at:%H:%M:%S}" if session.checked_at else ""
    heading = f"{look.line * 2} {session.exercise.slug}{at} "
    click.echo(look.dim(heading.ljust(look.width, look.line)))
    click.echo("\n".join(render_page(session, look)))
