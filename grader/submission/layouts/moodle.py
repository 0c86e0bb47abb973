"""Moodle's "Download all submissions": a folder for each student, or all files side by side; with names, or blind."""

from __future__ import annotations

import re

from grader.submission.layouts.model import Problem, Reading, Root, Seen, left_out
from grader.submission.names import printable, reading_order, shown
from grader.submission.places import Kind, Part
from grader.submission.roster import Who

_NAME = re.compile(
    r"(?P<name>.+?)(?:_(?P<id>\d+))?_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<file>.*))?",  # a group may lack the id
    re.DOTALL,
)


def moodle_name(name: str) -> re.Match[str] | None:
    return _NAME.fullmatch(name)


def moodle(root: Root) -> Reading:
    found: dict[tuple[str, str], list[Part]] = {}
    for child in root.children():
        match = moodle_name(child.name) if child.kind is not Kind.OTHER else None
        if match is None:
            yield left_out(child, "it is not named as Moodle names files")
        elif match["kind"] != "file":
            yield Problem(printable(child.name), f"{shown(match['name'])} handed in {match['kind']}, no file")
        else:
            named = "" if child.kind is Kind.FOLDER else match["file"] or child.name
            found.setdefault((match["name"], match["id"] or ""), []).append(Part(root.at(child.name), named))
    blind = len(found) > 1 and len({name for name, _ in found}) == 1  # the word for it is in the site's language
    for (name, number), parts in found.items():
        is_hidden = blind or name == "Participant"
        who = Who(number or name, printable(f"{name} {number}" if is_hidden else name), lms=number)
        yield Seen(who, tuple(sorted(parts, key=lambda part: reading_order(part.name))))
