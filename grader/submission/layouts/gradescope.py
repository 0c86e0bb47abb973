"""Gradescope's export: a folder for each submission; who made it, and when, stands in one file."""

from __future__ import annotations

from grader.submission.layouts.metadata import METADATA, Record, Submitter, read_metadata
from grader.submission.layouts.model import Problem, Reading, Root, Seen, left_out
from grader.submission.names import printable, shown
from grader.submission.places import Kind, Part
from grader.submission.roster import Who


def gradescope(root: Root) -> Reading:
    records, why_not = _records(root)
    if why_not:
        yield Problem(METADATA, f"{why_not}; students are named after their folders")
    children = {child.name: child for child in root.children() if child.name != METADATA}
    for name, child in children.items():
        if child.kind is Kind.FOLDER:
            yield from _seen(root, name, records.get(name))
        else:
            yield left_out(child, "it lies beside the submissions, and belongs to nobody")
    for name in sorted(records.keys() - children.keys()):
        yield Problem(METADATA, f"it names {shown(name)}, which is not there")


def _records(root: Root) -> tuple[dict[str, Record], str]:
    try:
        with root.place.open(root.at(METADATA)) as stream:
            return read_metadata(stream), ""
    except ValueError as reason:
        return {}, str(reason)
    except Exception:  # also whatever a damaged zip makes its parser raise
        return {}, "it cannot be read"


def _seen(root: Root, name: str, record: Record | None) -> Reading:
    """A group's work is each member's."""
    parts = (Part(root.at(name)),)
    if record is None or not record.submitters:
        yield Problem(printable(name), f"{METADATA} does not say whose it is; it is graded under its own name")
        yield Seen(Who(name, printable(name), anything=name), parts, when=record.created if record else None)
        return
    for one in record.submitters:
        yield Seen(_who(one, name), parts, record.earlier + 1, record.created)


def _who(one: Submitter, name: str) -> Who:
    number = one.sid or one.email or one.name or name
    return Who(number, printable(one.name or number), student=one.sid, email=one.email)
