"""`grader author new`: start an exercise."""

from __future__ import annotations

import click

from grader.cli.common import course_option, open_course


@click.command(name="new", short_help="Start a new exercise from a working example.")
@click.argument("exercise")
@click.option("--part", required=True, metavar="PART", help="The part's folder, such as 2_attention.")
@course_option
def command(exercise: str, part: str, course_folder: str | None) -> int:
    """Start EXERCISE from a small working example, to be replaced piece by piece.

    \b
    Example:
      grader author new attention_span --part 2_attention
    """
    from grader.author.scaffold import new_exercise

    course = open_course(course_folder)
    for folder in new_exercise(course, exercise, part):
        click.echo(f"made {folder.relative_to(course.path)}")
    click.echo(f"It works as it is. Change it piece by piece; after each: grader author check {exercise}")
    return 0
