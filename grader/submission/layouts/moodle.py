"""Moodle's "Download all submissions": a folder for each student, or all files side by side; with names, or blind."""

from __future__ import annotations

import re

from grader.submission.layouts.model import Reading, Root, Seen, left_out, typed
from grader.submission.names import printable, reading_order
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
    texts: dict[tuple[str, str], list[tuple[str, Part]]] = {}
    for child in root.children():
        match = moodle_name(child.name) if child.kind is not Kind.OTHER else None
        if match is None:
            yield left_out(child, "it is not named as Moodle names files")
        else:
            named = "" if child.kind is Kind.FOLDER else match["file"] or child.name
            whose, part = (match["name"], match["id"] or ""), Part(root.at(child.name), named)
            if match["kind"] == "file":
                found.setdefault(whose, []).append(part)
            else:
                what = "a typed text" if match["kind"] == "onlinetext" else match["kind"]
                texts.setdefault(whose, []).append((what, part))
    for whose, what, part in ((whose, *text) for whose, all_texts in texts.items() for text in all_texts):
        yield typed(part.where, whose[0], what, whose in found)
    found = {whose: [part for _, part in all_texts] for whose, all_texts in texts.items()} | found
    blind = len(found) > 1 and len({name for name, _ in found}) == 1  # the word for it is in the site's language
    for (name, number), parts in found.items():
        is_hidden = blind or name == "Participant"
        who = Who(number or name, printable(f"{name} {number}" if is_hidden else name), lms=number)
        yield Seen(who, tuple(sorted(parts, key=lambda part: reading_order(part.name))))
