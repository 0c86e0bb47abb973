"""`grader batch`: grade a class."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli.common import (
    course_option,
    device_option,
    ends_like_ctrl_c,
    isolation_option,
    json_option,
    open_course,
    print_json,
    style,
)
from grader.errors import UsageError
from grader.render.style import Style, readable, wrap
from grader.text import counted

if TYPE_CHECKING:
    from grader.batch.run import Progress, Summary
    from grader.course import Course

SHOWN = 20
_WARM = 0.5  # seconds of results before their pace says anything


@click.command(name="batch", short_help="Grade a class.")
@click.argument("submissions", type=click.Path(path_type=Path))
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="DIR", help="Where results go; needed unless --dry-run."
)
@click.option("--layout", default="auto", show_default=True, help="How the submissions lie; 'auto' finds out.")
@click.option("--roster", type=click.Path(path_type=Path), metavar="CSV", help="Who is in the class: names to ids.")
@click.option("--only", "students", multiple=True, metavar="STUDENT", help="Only this student; may be given again.")
@click.option("--exercise", "exercises", multiple=True, metavar="EXERCISE", help="Only this one; may be given again.")
@click.option("--force", is_flag=True, help="Grade again what has not changed, too.")
@click.option("--dry-run", is_flag=True, help="Show what would be graded, and what was not understood.")
@click.option(
    "-j", "--jobs", type=click.IntRange(min=0), default=0, metavar="N", help="Processes. Default: one a core."
)
@click.option(
    "--engine", type=click.Choice(["local", "dask"]), help="What it runs on. Default: local, or dask with --scheduler."
)
@click.option("--scheduler", default="", metavar="ADDRESS", help="The cluster, for --engine dask: tls://host:8786.")
@click.option("--tls", nargs=3, metavar="CERT KEY CA", help="Files for a cluster that is reached over TLS.")
@device_option
@isolation_option
@course_option
@json_option
def command(
    submissions: Path, out: Path | None, dry_run: bool, engine: str | None, course_folder: str | None, as_json: bool,
    **wishes: Any,
) -> int:  # fmt: skip
    """Grade everything in SUBMISSIONS, a folder or zip as your course system gave it. Run it again after changes: only
    what is new is graded.

    \b
    Example:
      grader batch downloads/submissions.zip --out graded
      grader batch submissions --dry-run
    """
    gc.enable()  # this may run for hours
    course = open_course(course_folder)
    if dry_run:
        return _plan(course, submissions, out, wishes, as_json)
    if out is None:
        raise UsageError("say where results go: --out DIR")
    _fits(engine, wishes["scheduler"])
    from grader.api import grade_batch

    bar = _Bar(quiet=as_json)
    with ends_like_ctrl_c() as stop:
        try:
            summary = grade_batch(course, submissions, out, watch=bar.show, **wishes)
        finally:
            bar.clear()
    if as_json:
        print_json({"schema": 1, **asdict(summary)})
    else:
        _tell(summary, out)
    return stop.code if summary.interrupted else 3 if summary.faults or summary.missed else 0


def _fits(engine: str | None, scheduler: str) -> None:
    if engine == "dask" and not scheduler:
        raise UsageError("say where the cluster is: --scheduler ADDRESS, such as tcp://host:8786")
    if engine == "local" and scheduler:
        raise UsageError("--engine local uses no cluster; leave out --scheduler, or say --engine dask")


def _plan(course: Course, submissions: Path, out: Path | None, wishes: dict[str, Any], as_json: bool) -> int:
    from grader.batch.run import BatchOptions, plan_class

    chosen = tuple(course.find(name).slug for name in wishes["exercises"])
    options = BatchOptions(wishes["layout"], wishes["roster"], wishes["students"], chosen)
    plan = plan_class(course, submissions, options, out)
    if as_json:
        print_json(plan)
        return 0
    paint, rows = style(), plan["submissions"]
    head = f"{counted(len(rows), 'submission')}, read as '{plan['layout']}'. Nothing is graded: --dry-run."
    click.echo(paint.bold(head))
    for row in rows[:SHOWN]:
        click.echo("\n".join(wrap(_planned(row, paint), paint.width, "    ", "  ")))
    if len(rows) > SHOWN:
        click.echo(f"  {paint.ellipsis} and {len(rows) - SHOWN} more; --json lists all")
    _tell_problems(plan["problems"], plan["missing"])
    return 0


def _planned(row: dict[str, Any], paint: Style) -> str:
    name = f" ({paint.clean(readable(row['name']))})" if row["name"] not in ("", row["student"]) else ""
    attempt = f" {paint.dot} attempt {row['attempt']}" if row["attempt"] > 1 else ""
    late = f" {paint.dot} {paint.warn('late')}" if row["late"] else ""
    what = ", ".join(row["exercises"]) or paint.warn("nothing that could be graded")
    return f"{paint.accent(paint.clean(row['student']))}{name}{attempt}{late}: {what}"


def _tell(summary: Summary, out: Path) -> None:
    paint = style()
    seconds = sum(summary.seconds.values())
    same = max(0, summary.works - summary.graded - summary.missed) if not summary.interrupted else 0
    counts = ", ".join(
        [
            paint.bold(counted(summary.students, "student")),
            counted(summary.hand_ins, "submission"),
            counted(summary.works, "solution"),
        ]
    )
    unchanged = f", {same} unchanged" if same else ""
    click.echo(f"{counts}: {summary.graded} graded{unchanged}, in {seconds:.1f} s.")
    if summary.interrupted:
        click.echo(paint.warn("Stopped. What was graded is kept; run it again to go on."))
    if summary.faults:
        click.echo(
            paint.warn(f"{summary.faults} could not be judged by no fault of the students: they are marked for review.")
        )
    if summary.changed:
        click.echo(f"{counted(summary.changed, 'mark')} changed since the last time.")
    _tell_problems(summary.problems, summary.missing)
    for what, name in (("Grades:", "grades.csv"), ("Overview:", "report.html"), ("Feedback:", "feedback")):
        click.echo(f"{what:10}{out / name}")


def _tell_problems(problems: Sequence[str], missing: Sequence[str]) -> None:
    paint = style()
    for problem in problems[:SHOWN]:
        click.echo("\n".join(wrap(paint.clean(problem), paint.width, "  ", f"{paint.warn('!')} ")))
    if len(problems) > SHOWN:
        click.echo(f"{paint.warn('!')} {paint.ellipsis} and {len(problems) - SHOWN} more like these; --json lists all")
    if missing:
        shown = ", ".join(paint.clean(one) for one in missing[:SHOWN])
        more = f" and {len(missing) - SHOWN} more" if len(missing) > SHOWN else ""
        click.echo("\n".join(wrap(f"Handed in nothing: {shown}{more}.", paint.width)))


class _Bar:
    """One line about how far the batch is; nothing where nobody looks."""

    def __init__(self, quiet: bool) -> None:
        self._watched = not quiet and sys.stderr.isatty()
        self._drawn = 0.0
        self._first: tuple[float, int] | None = None  # when the first result came: until then processes only start

    def show(self, progress: Progress) -> None:
        now = time.monotonic()
        if self._first is None and progress.graded:
            self._first = now, progress.graded
        if not self._watched or (now - self._drawn < 0.1 and progress.graded < progress.wanted):
            return
        from grader.render.result import bar_line

        self._drawn = now
        self._draw(bar_line("Grading", progress.graded, progress.wanted, self._pace(progress, now), style(sys.stderr)))

    def clear(self) -> None:
        if self._watched and self._drawn:
            self._draw("")

    def _draw(self, line: str) -> None:
        try:
            click.echo(f"\r\x1b[2K{line}", nl=False, err=True, color=True)
        except OSError:  # the terminal is gone, and with it who looked
            self._watched = False

    def _pace(self, progress: Progress, now: float) -> str:
        began, before = self._first or (now, 0)
        if now - began < _WARM:
            return "starting"
        rate = (progress.graded - before) / (now - began)
        left = _clock((progress.wanted - progress.graded) / rate) if rate else "?"
        speed = f"{rate:.0f}/s" if rate >= 10 else f"{rate:.1f}/s"
        faults = f", {progress.faults} for review" if progress.faults else ""
        return f"{speed}, {left} left, {progress.failed} with mistakes{faults}"


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
