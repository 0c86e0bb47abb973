"""`grader release`: a student edition of the course."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.common import course_option, open_course, where_progress_goes


@click.command(name="release", short_help="Make a student edition of the course.")
@click.argument("folder")
@course_option
def command(folder: str, course_folder: str | None) -> int:
    """Write a student edition to FOLDER: statements, stubs and public checks, and no solution.

    \b
    Example:
      grader release student-edition
    """
    from grader.author.release import release
    from grader.grade import Grader
    from grader.worker import start_worker

    course = open_course(course_folder)
    with (
        start_worker() as worker,
        click.progressbar(length=len(course.exercises), label="Exercises", file=where_progress_goes()) as bar,
    ):
        count = release(course, Grader(course, worker, keep=False), Path(folder), bar.update)
    click.echo(f"{count} exercises in {folder}. Give this folder to students; it holds no solution.")
    return 0
