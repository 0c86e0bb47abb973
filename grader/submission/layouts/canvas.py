"""Canvas' "Download submissions": the files of everybody's last attempt, the student's name and numbers before each."""

from __future__ import annotations

import re

from grader.submission.layouts.model import Reading, Root, Seen, left_out, typed
from grader.submission.names import printable, reading_order
from grader.submission.places import Kind, Part
from grader.submission.roster import Who

_NAME = re.compile(
    r"(?:(?P<late_anon>LATE_)?anon_(?P<anon>[A-Za-z0-9]+)|(?P<name>.+?)(?P<late>_LATE)?_(?P<user>\d+))"
    r"_(?:(?P<attachment>\d+)_(?P<file>.+)|(?P<typed>text|link)\.html)",
    re.DOTALL,
)


def canvas_name(name: str) -> re.Match[str] | None:
    return _NAME.fullmatch(name)


def canvas(root: Root) -> Reading:
    found: dict[str, list[tuple[re.Match[str], Part]]] = {}
    texts: dict[str, list[tuple[re.Match[str], Part]]] = {}
    for child in root.children():
        match = canvas_name(child.name) if child.kind is not Kind.OTHER else None
        if match is None:
            yield left_out(child, "it is not named as Canvas names files")
        else:
            part = Part(root.at(child.name), match["file"] or f"{match['typed']}.html")
            (texts if match["typed"] else found).setdefault(match["user"] or match["anon"], []).append((match, part))
    for number, match in ((number, match) for number, files in texts.items() for match, _ in files):
        what = "a typed text" if match["typed"] == "text" else "a link"
        yield typed(match.string, match["name"] or match["anon"], what, number in found)
    for number, files in (texts | found).items():
        yield _seen(number, files)


def _seen(number: str, files: list[tuple[re.Match[str], Part]]) -> Seen:
    """Of two files with one name the later attachment counts, so that it comes last."""
    files.sort(key=lambda file: (reading_order(file[1].name)[0], int((file[0]["attachment"] or "0")[:18])))
    name = printable(files[0][0]["name"] or f"anonymous {number}")
    late = any(match["late"] or match["late_anon"] for match, _ in files)
    return Seen(Who(number, name, lms=number), tuple(part for _, part in files), late=late)
