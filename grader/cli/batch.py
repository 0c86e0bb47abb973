"""`grader batch`: grade a class."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from grader.cli import common
from grader.errors import UsageError
from grader.render.style import Style, readable
from grader.results import FileRecord, FileStatus
from grader.text import counted

if TYPE_CHECKING:
    from grader.batch.run import Progress, Summary
    from grader.course import Course


@click.command(name="batch")
@click.argument("submissions", type=common.PATH)
@click.option("--out", type=common.PATH, metavar="DIR", help="Where to write; needed unless --dry-run.")
@click.option("--layout", default="auto", show_default=True, help="How the files are arranged; 'auto' detects it.")
@click.option("--roster", type=common.PATH, metavar="CSV", help="The class list: names and ids.")
@click.option("--only", "students", multiple=True, metavar="STUDENT", help="Only this student; may be repeated.")
@common.assignment_option
@click.option(
    "--exercise",
    "exercises",
    multiple=True,
    metavar="A,B",
    help="Only these. In the first batch into a folder, they are also what counts.",
)
@click.option("--force", is_flag=True, help="Also grade again what has not changed.")
@click.option("--dry-run", is_flag=True, help="Show what would be graded, and what was not understood.")
@click.option("-j", "--jobs", type=click.IntRange(min=0), default=0, metavar="N", help="Processes. Default: all cores.")
@click.option("--engine", type=click.Choice(["local", "dask"]), help="Default: local, or dask with --scheduler.")
@click.option("--scheduler", default="", metavar="ADDRESS", help="The dask cluster to use, such as tls://host:8786.")
@click.option("--tls", nargs=3, metavar="CERT KEY CA", help="Files for a cluster that is reached over TLS.")
@common.device_option
@common.isolation_option
@common.standard_options
def batch_command(
    submissions: Path,
    out: Path | None,
    dry_run: bool,
    engine: str | None,
    course_folder: str | None,
    as_json: bool,
    **options: Any,
) -> int:
    """Grade all submissions in SUBMISSIONS, a folder or zip as your LMS exported it. Run it again after changes: only
    what is new is graded.

    Exits with 3 if submissions hit an internal error, which costs no points, or if files changed meanwhile.

    \b
    Example:
      grader batch downloads/submissions.zip --out graded
      grader batch submissions --dry-run
    """
    gc.enable()  # this may run for hours
    course = common.open_course(course_folder)
    if dry_run:
        _plan(course, submissions, out, options, as_json)
        return 0
    if out is None:
        raise UsageError("name the folder for the results: --out DIR")
    if engine == "dask" and not options["scheduler"]:
        raise UsageError("name the cluster: --scheduler ADDRESS, such as tcp://host:8786")
    if engine == "local" and options["scheduler"]:
        raise UsageError("--engine local uses no cluster; leave out --scheduler, or use --engine dask")
    from grader.api import grade_batch

    bar = click.progressbar(
        length=0, label="Grading", file=common.progress_stream(as_json), show_pos=True, item_show_func=str, width=20
    )

    def show(progress: Progress) -> None:
        bar.length = progress.wanted
        rate = f"{1 / bar.time_per_iteration:.1f}/s, " if bar.eta_known else ""
        faults = f", {progress.faults} for review" if progress.faults else ""
        with suppress(OSError):  # the terminal may be gone
            bar.update(progress.graded - bar.pos, f"{rate}{progress.failed} with mistakes{faults}")

    with common.ends_like_ctrl_c() as stop:
        try:
            summary = grade_batch(course, submissions, out, watch=show, **options)
        finally:
            with suppress(OSError):
                if bar.pos:
                    bar.render_finish()
    if as_json:
        files = [
            {"student": one.student, "label": one.label, "via": one.via, "files": one.to_json()}
            for one in summary.files
        ]
        common.print_json({"schema": 1, **asdict(replace(summary, files=())), "files": files})
    else:
        _report(summary, out)
    return stop.code if summary.interrupted else 3 if summary.faults or summary.missed else 0


def _plan(course: Course, submissions: Path, out: Path | None, options: dict[str, Any], as_json: bool) -> None:
    from grader.batch.rules import named_items
    from grader.batch.run import BatchOptions, plan_class

    exercises = named_items(course, options["exercises"])
    chosen = BatchOptions(options["layout"], options["roster"], options["students"], exercises)
    plan = plan_class(course, submissions, chosen, out)
    if as_json:
        common.print_json(plan)
        return
    paint, rows = common.style(), plan["submissions"]
    head = f"{counted(len(rows), 'submission')}, read as '{plan['layout']}'. Nothing was graded (--dry-run)."
    click.echo(paint.bold(head))
    common.print_some([_planned(row, paint) for row in rows], "    ")
    common.print_problems(plan["problems"], plan["missing"])
    files = ((file, row["student"]) for row in rows for file in row["files"])
    records = {
        FileRecord(one["file"], FileStatus(one["status"]), one["exercise"], one["reason"]): student
        for one, student in files
    }
    _print_files(records, out)


def _planned(row: dict[str, Any], paint: Style) -> str:
    name = f" ({paint.clean(readable(row['name']))})" if row["name"] not in ("", row["student"]) else ""
    attempt = f" {paint.dot} attempt {row['attempt']}" if row["attempt"] > 1 else ""
    late = f" {paint.dot} {paint.warn('late')}" if row["late"] else ""
    what = ", ".join(row["exercises"]) or paint.warn("nothing to grade")
    return f"{paint.accent(paint.clean(row['student']))}{name}{attempt}{late}: {what}"


def _report(summary: Summary, out: Path) -> None:
    paint = common.style()
    students = paint.bold(counted(summary.students, "student"))
    counts = f"{students}, {counted(summary.hand_ins, 'submission')}, {counted(summary.works, 'solution')}"
    same = 0 if summary.interrupted else max(0, summary.works - summary.graded - summary.missed)
    unchanged = f", {same} unchanged" if same else ""
    click.echo(f"{counts}: {summary.graded} graded{unchanged}, in {sum(summary.seconds.values()):.1f} s.")
    if summary.interrupted:
        click.echo(paint.warn("Stopped. Results so far are saved; run it again to resume."))
    if summary.faults:
        count = counted(summary.faults, "submission")
        common.print_wrapped(
            paint.warn(f"{count} hit an internal error. No points were lost; they are marked for review.")
        )
    _report_assignment(summary, out)
    if summary.changed:
        click.echo(f"{counted(summary.changed, 'mark')} changed since the last run.")
    common.print_problems(summary.problems, summary.missing)
    _print_files({record: one.student for one in summary.files for record in one.keyed()}, out)
    common.print_places(out)


def _report_assignment(summary: Summary, out: Path) -> None:
    """What counts; and why, if nobody had declared it."""
    what, proposal = ", ".join(summary.counts) or "nothing", summary.proposal
    if proposal is None:
        common.print_wrapped(f"Assignment '{summary.assignment}': {what}.")
        return
    half = f"at least half of the {counted(proposal.students, 'student')} who submitted"
    common.print_wrapped(f"From now on these count, each answered by {half}: {what}.")
    if rest := ", ".join(f"{name} ({count})" for name, count in proposal.others):
        common.print_wrapped(f"Answered by fewer, and not counted: {rest}.")
    common.print_wrapped(f"To count something else: grader regrade {common.shown_path(out)} --exercise A,B,…")


def _print_files(records: Mapping[FileRecord, str], out: Path | None) -> None:
    """Print which files could be answers, and which are left out. What cannot be read is among the problems.

    `records`: with the student, who may be called otherwise than the folder.
    """
    from grader.render.files import by_reason, file_lines, of_systems

    paint, lines = common.style(), list(file_lines(records))
    students = {record.name: student for record, student in records.items()}
    whose = {name: "" if name.startswith(f"{one}/") else f" ({one})" for name, one in students.items()}
    offered = [line for line in lines if line.status is FileStatus.OFFERED]
    left_out = [
        replace(line, name=line.name + whose[line.name]) for line in lines if line.status is FileStatus.LEFT_OUT
    ]
    if offered:
        which = "file is" if len(offered) == 1 else "files are"
        command = f"grader match {quote(str(out)) if out else 'OUT'} FILE EXERCISE"
        common.print_wrapped(paint.warn(f"{len(offered)} {which} not graded but could be; decide with: {command}"))
        names = (f"{paint.accent(paint.clean(quote(one.name)))}{paint.clean(whose[one.name])}" for one in offered)
        texts = [f"{name} {paint.clean(one.words)}" for name, one in zip(names, offered, strict=True)]
        common.print_some(texts, "    ")
    if left_out or of_systems(lines):
        parts = [counted(len(left_out), "file")] if left_out else []
        parts += [of_systems(lines)] if of_systems(lines) else []
        common.print_wrapped(f"Left out: {', and '.join(parts)}.")
        common.print_some([paint.clean(text) for text in by_reason(left_out)], "    ")
