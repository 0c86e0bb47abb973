"""`grader check`: grade one file against one exercise."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from grader.worker import Worker

from grader.cli.common import course_option, device_option, isolation_option, json_option, open_course, style


@click.command(name="check", short_help="Check your solution of an exercise.")
@click.argument("exercise")
@click.option("--submission", metavar="FILE", help="The file to check. Default: ./EXERCISE.py")
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
    exercise: str,
    submission: str | None,
    only: tuple[str, ...],
    reproduce: bool,
    verbose: bool,
    device: str,
    isolation: str,
    course_folder: str | None,
    as_json: bool,
) -> int:
    """Check your solution of EXERCISE.

    \b
    Example:
      grader check softmax
      grader check softmax --submission work/softmax.py --only any_axis
    """
    from grader.worker import start_worker
    from grader.worker.start import choose_device, needs_fresh

    worker = ahead or start_worker(isolation=isolation)  # ends with this process: nobody waits for it
    from grader.grade import Grader
    from grader.submission import read_submission

    course = open_course(course_folder)
    asked = course.find(exercise)
    where = choose_device(device) if asked.needs_device else choose_device("simulated")
    if needs_fresh(where):
        worker = start_worker("fresh", isolation=isolation)
    file = read_submission(Path(submission or f"{asked.slug}.py"))
    Thread(target=import_module, args=("grader.compare",), daemon=True).start()  # numpy, while children work
    result = Grader(course, worker, device=where).grade(asked, file, only=only)
    if reproduce:
        from grader.student.reproduce import script

        click.echo(script(course, asked, file, result))
        return 0
    if as_json:
        click.echo(json.dumps(result.to_json(), ensure_ascii=False))
    else:
        from grader.report.terminal import render_result

        click.echo(render_result(result, file.filename, style(), verbose=verbose))
    if result.faulty:
        return 3
    return 0 if result.passed else 1
