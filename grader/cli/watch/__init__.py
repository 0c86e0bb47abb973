"""`grader watch`: check an exercise whenever it is saved."""

from __future__ import annotations

import gc
import os
import sys
import time
import warnings
from datetime import datetime
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from grader.course import Exercise
    from grader.student.checker import Open, Place
    from grader.student.watch import Session
    from grader.worker import Worker

from grader.cli.common import (
    asked_exercise,
    course_option,
    device_option,
    exercise_argument,
    isolation_option,
    need_workspace,
    open_course,
)
from grader.cli.signals import ends_like_ctrl_c

SPARES = 2  # children that are ready before a save: one for the solution, one for what its result may need


@click.command(name="watch", short_help="Check whenever you save.")
@exercise_argument(required=False)
@click.option("--auto", "moves_on", is_flag=True, help="Go to the next exercise as soon as one passes.")
@click.option("--plain", is_flag=True, help="Print one result after the other in place of a screen.")
@device_option
@isolation_option
@course_option
def command(
    exercise: str | None,
    moves_on: bool,
    plain: bool,
    device: str,
    isolation: str,
    course_folder: str | None,
) -> int:
    """Check the exercise you are working on, or EXERCISE, whenever you save it.

    Keys: n goes to the next exercise, h gives a hint, s shows the statement, l lists the exercises, r brings back the
    stub, q quits. In a pipe or with --plain, type the letter and Enter.

    \b
    Example:
      grader watch
      grader watch softmax
    """
    workspace = need_workspace()
    from grader.worker import start_worker

    worker = start_worker(isolation=isolation, spares=SPARES)  # imports numpy while we read
    from grader.student.checker import Checker
    from grader.student.watch import Clocks, Session

    gc.enable()  # this command may run for hours
    warnings.simplefilter("ignore")  # about a student's code, in the middle of the screen
    course = open_course(course_folder)
    asked = asked_exercise(course, exercise, workspace)
    if isolation != "auto":
        worker.allow(course.packages)
        worker.level  # noqa: B018 - less than was asked for is told now, not after every save
    checker = Checker(course, _opener(worker, device, isolation), time.monotonic)
    clocks = Clocks(time.monotonic, lambda: datetime.now().astimezone())
    session = Session(course, workspace, asked, checker, clocks, moves_on)
    try:
        with ends_like_ctrl_c():
            _run(session, plain)
    finally:
        session.close()
    return 0


def _run(session: Session, plain: bool) -> None:
    from grader.cli.watch.screens import FullScreen, LineByLine

    dumb = os.environ.get("TERM", "dumb") == "dumb" and sys.platform != "win32"
    if plain or dumb or not (sys.stdin.isatty() and sys.stdout.isatty()):
        LineByLine(session).run()
        return
    with FullScreen(session) as screen:
        screen.run()
    click.echo("Go on whenever you like with: grader watch")


def _opener(ahead: Worker, device: str, isolation: str) -> Open:
    """Starts workers where checks can run. The first is there already."""
    started = [ahead]

    def open_place(exercise: Exercise) -> Place:
        from grader.student.checker import Place
        from grader.worker import start_worker
        from grader.worker.start import choose_device, needs_fresh

        where = choose_device(device if exercise.needs_device else "simulated")
        if needs_fresh(where):
            return Place(start_worker("fresh", isolation=isolation), where)
        return Place(started.pop() if started else start_worker(isolation=isolation, spares=SPARES), where)

    return open_place
