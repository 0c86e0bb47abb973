"""`grader progress`: how far you are, and what comes next."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING

import click

from grader.cli.common import course_option, here, json_option, need_workspace, open_course, style

if TYPE_CHECKING:
    from grader.course import Course
    from grader.report.progress import Bar, Page
    from grader.student.progress import PartProgress, Progress


@click.command(name="progress", short_help="How far you are, and what comes next.")
@course_option
@json_option
def command(course_folder: str | None, as_json: bool) -> int:
    """Show how far you are, part by part, which mistakes you met most, and what comes next.

    \b
    Example:
      grader progress
    """
    from grader.report.progress import render_progress
    from grader.student.progress import progress

    workspace = need_workspace()
    course = open_course(course_folder)
    found = progress(course, workspace, here(), datetime.now().astimezone().date())
    if as_json:
        click.echo(json.dumps(found.to_json(), ensure_ascii=False))
    else:
        click.echo(render_progress(_page(course, found), style()))
    return 0


def _page(course: Course, found: Progress) -> Page:
    from grader.report.progress import Page

    bars = [_bar(f"{part.number}. {part.title}", part) for part in found.parts]
    facts = (_counts(found), _outstanding(found), _mistakes(found))
    step, commands = _next(course, found)
    return Page(found.course, [*bars, _bar("Together", found.total)], facts, step, commands)


def _bar(title: str, part: PartProgress) -> Bar:
    from grader.report.progress import Bar

    return Bar(title, part.passed, part.started, part.exercises, part.points, part.max_points)


def _counts(found: Progress) -> str:
    total = found.total
    if not found.days:
        return "Nothing checked yet."
    days = f" {found.streak} days in a row." if found.streak > 1 else ""
    return f"{total.passed} passed, {total.started} started, {total.open} open.{days}"


def _outstanding(found: Progress) -> str:
    points = f"{found.outstanding:g} point{'' if found.outstanding == 1 else 's'}"
    return f"Hidden checks decide about {points} of what you passed." if found.outstanding else ""


def _mistakes(found: Progress) -> str:
    met = [f"{one.name.replace('_', ' ')} ({one.exercise}, {_times(one.times)})" for one in found.mistakes]
    return f"Mistakes met most: {'; '.join(met)}." if met else ""


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _next(course: Course, found: Progress) -> tuple[str, list[tuple[str, str]]]:
    if found.next is None:
        return "All passed. Well done!", [("grader submit", "packs your files for your instructor")]
    exercise = course.find(found.next)
    name = f"{course.slugs.index(exercise.slug) + 1}. {exercise.title}"
    if found.started:
        return f"Go on with {name}", [
            (f"grader check {exercise.slug}", "how far it is"),
            (f"grader hint {exercise.slug}", "the next hint"),
        ]
    return f"Next: {name} ({exercise.minutes} min)", [
        (f"grader show {exercise.slug}", "what to do"),
        ("grader watch", "checks it whenever you save"),
    ]
