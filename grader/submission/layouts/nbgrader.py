"""nbgrader's `submitted` folder: one for each student, and in it one for each assignment."""

from __future__ import annotations

from datetime import datetime

from grader.submission.layouts.model import Problem, Reading, Root, Seen, left_out, named_by_folder
from grader.submission.layouts.times import parse_time
from grader.submission.names import printable
from grader.submission.places import Child, Kind, Part, join

TIMESTAMP = "timestamp.txt"


def nbgrader(root: Root) -> Reading:
    for child in root.children():
        if child.kind is Kind.FOLDER:
            yield from _seen(root, child.name, root.children(child.name))
        else:
            yield left_out(child, "it lies beside the students' folders, and belongs to nobody")


def _seen(root: Root, student: str, children: list[Child]) -> Reading:
    """All assignments are one submission, as old as the newest of them."""
    assignments = [child.name for child in children if child.kind is Kind.FOLDER]
    yield from (
        left_out(child, "it lies in no assignment's folder", student)
        for child in children
        if child.kind is not Kind.FOLDER
    )
    if not assignments:
        yield Problem(printable(student), "there is no assignment in it")
        return
    stamped = [join(student, name) for name in assignments if root.holds(TIMESTAMP, join(student, name))]
    times = {folder: _time(root, folder) for folder in stamped}
    for folder in (folder for folder, time in times.items() if time is None):
        why = "it holds no time that is clear; write it as 2026-02-28 23:59:00 UTC"
        yield Problem(printable(join(folder, TIMESTAMP)), why)
    parts = (Part(root.at(join(student, name)), name, (TIMESTAMP,)) for name in assignments)
    yield Seen(named_by_folder(student), tuple(parts), when=max(filter(None, times.values()), default=None))


def _time(root: Root, folder: str) -> datetime | None:
    try:
        with root.place.open(root.at(join(folder, TIMESTAMP))) as stream:
            return parse_time(stream.read(200).decode("utf-8-sig", "replace"))
    except Exception:  # also whatever a damaged zip makes its parser raise
        return None
