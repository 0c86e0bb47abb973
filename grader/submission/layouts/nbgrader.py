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
    """Each assignment is a submission of its own: it has its own time, and is late or not by itself."""
    for child in children:
        if child.kind is Kind.FOLDER:
            yield from _assignment(root, student, child.name)
        else:
            yield left_out(child, "it lies in no assignment's folder", student)
    if all(child.kind is not Kind.FOLDER for child in children):
        yield Problem(printable(student), "there is no assignment in it")


def _assignment(root: Root, student: str, name: str) -> Reading:
    folder = join(student, name)
    stamped = root.holds(TIMESTAMP, folder)
    when = _time(root, folder) if stamped else None
    if stamped and when is None:
        why = "it holds no time that is clear; write it as 2026-02-28 23:59:00 UTC"
        yield Problem(printable(join(folder, TIMESTAMP)), why)
    part = Part(root.at(folder), name, (TIMESTAMP,))
    yield Seen(named_by_folder(student), (part,), when=when, assignment=name)


def _time(root: Root, folder: str) -> datetime | None:
    try:
        with root.place.open(root.at(join(folder, TIMESTAMP))) as stream:
            return parse_time(stream.read(200).decode("utf-8-sig", "replace"))
    except Exception:  # also whatever a damaged zip makes its parser raise
        return None
