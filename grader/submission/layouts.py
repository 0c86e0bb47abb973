"""The layouts in which students' work arrives from an LMS or from disk: one reader per layout.

`discover` decides which layout it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from functools import cache
from typing import IO, Any

from grader.submission import names
from grader.submission.names import code_name, exercise_of, is_archive, listed, printable, reading_order, shown
from grader.submission.roster import Identity
from grader.submission.tree import Node, SourceTree, SubmissionFiles, TreePart, gather, join


class Layout(StrEnum):
    """How a folder or zip of submissions is organised.

    | layout | contents of the folder or zip |
    |---|---|
    | single | one student's own files: `masking.py`, `softmax.ipynb`, a workspace, a zip made by `grader submit` |
    | folders | `STUDENT/…`, or `STUDENT/attempt_2/…`; also `STUDENT.zip` |
    | zips | `STUDENT.zip`, a later one `STUDENT (1).zip`; also tar archives |
    | flat | `STUDENT__masking.py`, also with one `_`, `-`, `.` or space; `STUDENT.ipynb` |
    | canvas | `doejane_LATE_1234_56789_masking.py`, `anon_x7B2q_56789_masking.py` |
    | moodle | `Jane Doe_1234_assignsubmission_file_/…` or `…_file_masking.py`, anonymous `Participant_1234_…` |
    | gradescope | `submission_metadata.yml`, `submission_1234/…` |
    | nbgrader | `submitted/STUDENT/ASSIGNMENT/…` with `timestamp.txt` |
    """

    SINGLE = "single"
    FOLDERS = "folders"
    ZIPS = "zips"
    FLAT = "flat"
    CANVAS = "canvas"
    MOODLE = "moodle"
    GRADESCOPE = "gradescope"
    NBGRADER = "nbgrader"


@dataclass(frozen=True, slots=True)
class DiscoveredAttempt:
    """One attempt of one student.

    A layout fills in the first fields: `attempt` is 0 if it does not number attempts, `assignment` is "" if there is
    only one. `discover` adds the others. `lms` is the student's number in the LMS, for grades that are exported to it.
    `folder`: what people call the hand-in, to say whose it is. `via`: who handed it in, if not the student alone.
    """

    who: Identity
    parts: tuple[TreePart, ...] = field(repr=False)
    attempt: int = 0
    when: datetime | None = None
    late: bool | None = None  # None: unknown
    assignment: str = ""
    folder: str = ""
    came_as: str = ""  # the id that the student has without a roster
    student: str = ""  # safe as a file name
    name: str = ""
    lms: str = ""
    via: str = ""
    shared: bool = False  # by a group, one of whom handed it in
    counts_for: tuple[str, ...] = ()  # everybody whose hand-in it is
    place: SourceTree | None = field(default=None, repr=False, compare=False)

    @property
    def label(self) -> str:
        where = printable(self.parts[0].where)
        return where if len(self.parts) == 1 else f"{where} and {len(self.parts) - 1} more"

    def read(self) -> SubmissionFiles:
        """Read all files and open archives. Never raises: `problems` lists what cannot be read."""
        assert self.place is not None  # `discover` has set it
        return gather(self.place, self.parts)


@dataclass(frozen=True, slots=True)
class LayoutProblem:
    """Something that was not understood, and why."""

    file: str
    sentence: str


Reading = Iterator[DiscoveredAttempt | LayoutProblem]


@dataclass(frozen=True)
class LayoutRoot:
    """The folder of a tree where a layout starts. `title`: its name for the user.

    `beside`: problems about what is in the folders above it.
    """

    place: SourceTree
    base: str
    title: str
    slugs: frozenset[str]
    beside: tuple[LayoutProblem, ...] = ()

    def inner(self, name: str, beside: Sequence[Node] = ()) -> LayoutRoot:
        why = f"it is next to {shown(name)}, which contains the class, and was left out"
        return replace(self, base=self.at(name), beside=(*self.beside, *(left_out(child, why) for child in beside)))

    def children(self, below: str = "") -> list[Node]:
        return self.place.children(join(self.base, below))

    def at(self, name: str) -> str:
        return join(self.base, name)

    def holds(self, name: str, below: str = "") -> bool:
        return any(child.name == name for child in self.children(below))


def left_out(child: Node, why: str, below: str = "") -> LayoutProblem:
    """The problem of something among the submissions that belongs to no student."""
    if not child.is_file and not child.is_folder:
        why = "it is a link or not a regular file; links are not followed"
    return LayoutProblem(printable(join(below, child.name)), why)


def _typed(file: str, who: str, what: str, has_files: bool) -> LayoutProblem:
    """The problem of something that was typed or linked instead of a file, or in addition to one."""
    rest = " besides files; only the files are graded" if has_files else " and no file"
    return LayoutProblem(printable(file), f"{shown(who)} submitted {what}{rest}")


def _named_by_folder(student: str) -> Identity:
    return Identity(student, printable(student), anything=student)


_TIME = re.compile(r"(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?)\s*(\S*)")


def parse_time(text: str) -> datetime | None:
    """Parse `2026-02-03 10:00:00.12 Z`, also with `-07:00` or `America/Los_Angeles` as the zone, UTC without one.

    Returns None if it is not a time, or its zone is not known.
    """
    found = _TIME.fullmatch(text.strip())
    if found is None:
        return None
    zone = re.sub(r"(?i)^(UTC|GMT|Z)(?=[+-]|$)", "", found[2])
    try:
        if not zone or zone[0] in "+-":
            return datetime.fromisoformat(f"{found[1]}{zone or 'Z'}")
        from zoneinfo import ZoneInfo

        return datetime.fromisoformat(found[1]).replace(tzinfo=ZoneInfo(zone))
    except (KeyError, ValueError, OSError):  # also an abbreviation that several zones share
        return None


# Gradescope's export: a folder per submission; submitters and times are in one file.

METADATA = "submission_metadata.yml"
MAX_BYTES = 1 << 30
_WANTED = (b":submitters:", b":created_at:")
_COUNTED = b":history:"


def gradescope(root: LayoutRoot) -> Reading:
    """A group's work counts for each member."""
    records, why_not = _read_metadata(root)
    if why_not:
        yield LayoutProblem(METADATA, f"{why_not}; students are named after their folders")
    children = {child.name: child for child in root.children() if child.name != METADATA}
    namesakes: dict[str, list[str]] = {}
    for name, child in children.items():
        if not child.is_folder:
            yield left_out(child, "it is next to the submissions and belongs to no student")
            continue
        record, parts = records.get(name, {}), (TreePart(root.at(name)),)
        created, history, submitters = (record.get(key) for key in ("created_at", "history", "submitters"))
        created = created.get("utc") if isinstance(created, dict) else created  # Rails may wrap it in an object
        when = parse_time(created) if isinstance(created, str) else None
        people = [one for one in submitters if isinstance(one, dict)] if isinstance(submitters, list) else []
        if not people:
            why = f"{METADATA} does not name its student; it is graded under its own name"
            yield LayoutProblem(printable(name), why)
            yield DiscoveredAttempt(_named_by_folder(name), parts, when=when)
        earlier = len(history) if isinstance(history, list) else 0
        for one in people:
            sid, email, person = _text(one, "sid"), _text(one, "email"), _text(one, "name")
            number = sid or email
            if not number and person:
                namesakes.setdefault(person, []).append(name)
                number = person if len(namesakes[person]) == 1 else f"{person} ({name})"
            number = number or name
            who = Identity(number, printable(person or number), student=sid, email=email)
            yield DiscoveredAttempt(who, parts, earlier + 1, when, folder=printable(name))
    for person, folders in namesakes.items():
        if len(folders) > 1:
            why = f"{listed(folders)} are all by {shown(person)}, without a number or email; they are kept apart"
            yield LayoutProblem(METADATA, why)
    for name in sorted(records.keys() - children.keys()):
        yield LayoutProblem(METADATA, f"it names {shown(name)}, which does not exist")


def _text(one: dict[str, Any], key: str) -> str:
    value = one.get(key)
    return value.strip() if isinstance(value, str) and value not in ("null", "~") else ""


def _read_metadata(root: LayoutRoot) -> tuple[dict[str, dict[str, Any]], str]:
    """Return Gradescope's record of each folder; {} and the reason if they cannot be read."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        with root.place.open(root.at(METADATA)) as stream:
            document = _document(yaml, yaml.parse(b"".join(_lines_that_count(stream)), Loader=loader))
    except (yaml.YAMLError, UnicodeDecodeError):
        return {}, "it is not YAML as Gradescope writes it"
    except OverflowError:
        return {}, f"it has more than {MAX_BYTES >> 30} GB"
    except Exception:  # a damaged zip makes its parser raise anything
        return {}, "it cannot be read"
    records = document if isinstance(document, dict) else {}
    return {name: record for name, record in records.items() if isinstance(record, dict)}, ""


def _lines_that_count(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield the top-level keys with their submitters and time, and one line for each attempt in the history.

    The file also has the results of every autograder run, which may be hundreds of times as long: they are not parsed.
    """
    part, size = b"", 0
    for line in iter(lambda: stream.readline(1 << 20), b""):
        size += len(line)
        if size > MAX_BYTES:
            raise OverflowError
        indent = len(line) - len(line.lstrip(b" "))
        if indent == 0:
            part = b""
            yield line if line.strip() else b""
        elif indent == 2 and line[2:3] == b":":
            part = next((key for key in (*_WANTED, _COUNTED) if line[2:].startswith(key)), b"")
            yield line if part else b""
        elif part == _COUNTED:
            yield b"  - again\n" if indent == 2 and line[2:4] == b"- " else b""
        else:
            yield line if part else b""


def _document(yaml: Any, events: Iterable[Any]) -> Any:
    """Build the document of strings, lists and dicts, ignoring the tags of Ruby objects; None if it is empty.

    PyYAML's own composer recurses in C, where deep nesting ends the process. An alias costs nothing here, however often
    it is used.
    """
    stack: list[tuple[list[Any], str | None]] = [([], None)]  # the items of open collections, and their anchors
    anchors: dict[str, Any] = {}
    for event in events:
        if isinstance(event, yaml.CollectionStartEvent):
            stack.append(([], event.anchor))
            continue
        if isinstance(event, yaml.CollectionEndEvent):
            items, anchor = stack.pop()
            pairs = zip(items[::2], items[1::2], strict=False)
            mapping = {key.strip(":"): value for key, value in pairs if isinstance(key, str)}
            node: Any = mapping if isinstance(event, yaml.MappingEndEvent) else items
        elif isinstance(event, yaml.ScalarEvent):
            node, anchor = event.value, event.anchor
        elif isinstance(event, yaml.AliasEvent):
            node, anchor = anchors.get(event.anchor), None
        else:
            continue
        if anchor:
            anchors[anchor] = node
        stack[-1][0].append(node)
    return next(iter(stack[0][0]), None)


# Canvas' "Download submissions": the files of everybody's last attempt, prefixed with the student's name and numbers.

canvas_name = re.compile(
    r"(?:(?P<late_anon>LATE_)?anon_(?P<anon>[A-Za-z0-9]+)|(?P<name>.+?)(?P<late>_LATE)?_(?P<user>\d+))"
    r"_(?:(?P<attachment>\d+)_(?P<file>.+)|(?P<typed>text|link)\.html)",
    re.DOTALL,
).fullmatch


def canvas(root: LayoutRoot) -> Reading:
    students: dict[str, list[tuple[re.Match[str], TreePart]]] = {}
    for child in root.children():
        match = canvas_name(child.name) if child.is_file or child.is_folder else None
        if match is None:
            yield left_out(child, "it is not named as Canvas names files")
        else:
            part = TreePart(root.at(child.name), match["file"] or f"{match['typed']}.html")
            students.setdefault(match["user"] or match["anon"], []).append((match, part))
    for number, everything in students.items():
        files = [file for file in everything if not file[0]["typed"]]
        for match, _ in everything:
            if match["typed"]:
                what = "a typed text" if match["typed"] == "text" else "a link"
                yield _typed(match.string, match["name"] or number, what, bool(files))
        files = files or everything
        # Of two files with the same name the later attachment counts, so it comes last.
        files.sort(key=lambda file: (reading_order(file[1].name)[0], int((file[0]["attachment"] or "0")[:18])))
        name = printable(files[0][0]["name"] or f"anonymous {number}")
        late = any(match["late"] or match["late_anon"] for match, _ in files)
        yield DiscoveredAttempt(Identity(number, name, lms=number), tuple(part for _, part in files), late=late)


# Moodle's "Download all submissions": a folder per student, or all files side by side; with names, or anonymous.

moodle_name = re.compile(
    r"(?P<name>.+?)(?:_(?P<id>\d+))?_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<file>.*))?",  # a group may have no id
    re.DOTALL,
).fullmatch


def moodle(root: LayoutRoot) -> Reading:
    students: dict[tuple[str, str], list[tuple[str, TreePart]]] = {}
    for child in root.children():
        match = moodle_name(child.name) if child.is_file or child.is_folder else None
        if match is None:
            yield left_out(child, "it is not named as Moodle names files")
        else:
            part = TreePart(root.at(child.name), "" if child.is_folder else match["file"] or child.name)
            students.setdefault((match["name"], match["id"] or ""), []).append((match["kind"], part))
    # In an anonymous download all names are the same word, in the site's language.
    anonymous = len(students) > 1 and len({name for name, _ in students}) == 1
    for (name, number), everything in students.items():
        files = [part for kind, part in everything if kind == "file"]
        for kind, part in everything:
            if kind != "file":
                yield _typed(part.where, name, "a typed text" if kind == "onlinetext" else kind, bool(files))
        has_name = not anonymous and name != "Participant"
        who = Identity(number or name, printable(name if has_name else f"{name} {number}"), lms=number)
        parts = files or [part for _, part in everything]
        folder = names.identity(f"{name} {number}")  # the number alone is another student's in the next assignment
        yield DiscoveredAttempt(who, tuple(sorted(parts, key=lambda part: reading_order(part.name))), folder=folder)


# nbgrader's `submitted` folder: a folder per student, and in it one per assignment.

TIMESTAMP = "timestamp.txt"


def nbgrader(root: LayoutRoot) -> Reading:
    """Each assignment is a submission of its own, with its own time."""
    for student in root.children():
        if not student.is_folder:
            yield left_out(student, "it is next to the students' folders and belongs to no student")
            continue
        children = root.children(student.name)
        if not any(child.is_folder for child in children):
            yield LayoutProblem(printable(student.name), "it contains no assignment")
        for child in children:
            if not child.is_folder:
                yield left_out(child, "it is not in the folder of an assignment", student.name)
                continue
            folder, when = join(student.name, child.name), None
            if root.holds(TIMESTAMP, folder):
                stamp = join(folder, TIMESTAMP)
                with suppress(Exception), root.place.open(root.at(stamp)) as stream:  # a damaged zip raises anything
                    when = parse_time(stream.read(200).decode("utf-8-sig", "replace"))
                if when is None:
                    why = "it does not contain a time that can be read; write it like 2026-02-28 23:59:00 UTC"
                    yield LayoutProblem(printable(stamp), why)
            part = TreePart(root.at(folder), child.name, (TIMESTAMP,))
            yield DiscoveredAttempt(_named_by_folder(student.name), (part,), when=when, assignment=child.name)


# Layouts made by hand: one student's files, a folder or archive per student, all files side by side.

_NUMBER = re.compile(r"(?P<student>.+?)[_\-. ]+(?P<number>\d{1,3})", re.DOTALL)
_ATTEMPT = re.compile(r"attempt[ _-]?(\d{1,4})", re.IGNORECASE)


def single(root: LayoutRoot) -> Reading:
    """Everything belongs to one student."""
    yield DiscoveredAttempt(_named_by_folder(root.title), (TreePart(root.base),))


def folders(root: LayoutRoot) -> Reading:
    """A folder or an archive per student. If a folder contains only folders of attempts, each is one."""
    children = root.children()
    taken = {child.name for child in children if child.is_folder}
    for child in children:
        if child.is_folder:
            inside = root.children(child.name)
            attempts = [_ATTEMPT.fullmatch(inner.name) for inner in inside if inner.is_folder]
            numbers = [int(attempt[1]) for attempt in attempts if attempt]
            if not inside or len(numbers) < len(inside):
                yield DiscoveredAttempt(_named_by_folder(child.name), (TreePart(root.at(child.name)),))
                continue
            for inner, number in zip(inside, numbers, strict=True):
                part = TreePart(root.at(join(child.name, inner.name)))
                yield DiscoveredAttempt(_named_by_folder(child.name), (part,), number)
        elif child.is_file and is_archive(child.name):
            student, copy = names.without_copy_mark(child.name)
            if student in taken:
                why = f"there is also a folder {shown(student)}, which was used instead"
                yield LayoutProblem(printable(child.name), why)
            else:
                yield DiscoveredAttempt(_named_by_folder(student), (TreePart(root.at(child.name)),), copy + 1)
        else:
            yield left_out(child, "it is next to the students' folders and belongs to no student")


def flat(root: LayoutRoot) -> Reading:
    """Files of all students side by side."""
    files: list[tuple[str, str, TreePart]] = []
    endings: dict[str, list[re.Match[str]]] = {}  # students' names that end in a number, by exercise
    for child in root.children():
        split = split_flat(child.name, root.slugs) if child.is_file else None
        if split is None:
            yield left_out(
                child, "its name does not tell whose it is; rename it to STUDENT__FILE, with two underscores"
            )
            continue
        student, file = split
        meant = exercise_of(file, root.slugs)
        slug = meant.slug if meant else ""
        files.append((student, slug, TreePart(root.at(child.name), file)))
        if slug and (found := _NUMBER.fullmatch(student)):
            endings.setdefault(slug, []).append(found)
    # The number in `ada_06_masking.py` is the exercise's if several students have it and all the same one. In
    # `student_06_masking.py` it may be the student's.
    numbered = {
        slug
        for slug, found_all in endings.items()
        if len({found["number"] for found in found_all}) == 1 < len({found["student"] for found in found_all})
    }
    parts: dict[str, list[TreePart]] = {}
    for student, slug, part in files:
        found = _NUMBER.fullmatch(student) if slug in numbered else None
        parts.setdefault(found["student"] if found else student, []).append(part)
    for student, own in parts.items():
        own.sort(key=lambda part: reading_order(part.name))
        yield DiscoveredAttempt(_named_by_folder(student), tuple(own))


@cache
def _flat_pattern(slugs: frozenset[str]) -> re.Pattern[str]:
    """`STUDENT_exercise`: the shortest student, so that the longest exercise matches."""
    names = "|".join(sorted(map(re.escape, slugs), key=len, reverse=True)) or r"(?!)"
    return re.compile(rf"(?P<student>.+?)(?:__|[_\-. ])(?P<slug>{names})", re.IGNORECASE | re.DOTALL)


def split_flat(name: str, slugs: frozenset[str]) -> tuple[str, str] | None:
    """Split a file name into the student and the rest; None if it does not name a student."""
    student, apart, rest = name.partition("__")
    if exercise_of(name, slugs):
        return None
    if student and apart and not rest.startswith("."):
        return (student, rest) if rest else None
    if (program := code_name(name)) != name:
        split = split_flat(program, slugs)
        return (split[0], split[1] + name[len(program) :]) if split else None
    if is_archive(name):
        return names.without_copy_mark(name)[0], name
    stem, _, suffix = name.rpartition(".")
    stem, copy = names.without_copy_mark(stem)
    if not stem or suffix.lower() not in ("py", "ipynb"):
        return None
    ending = f" ({copy}).{suffix}" if copy else f".{suffix}"
    bare = re.sub(r"-\d{1,4}\Z", "", stem)  # `masking-2`: submitted again
    if found := _flat_pattern(slugs).fullmatch(bare):
        return found["student"], found["slug"] + stem[len(bare) :] + ending
    if suffix.lower() == "ipynb":  # it may contain several exercises
        return stem, stem + ending
    return (stem, next(iter(slugs)) + ending) if len(slugs) == 1 else None


READERS: dict[Layout, Callable[[LayoutRoot], Reading]] = {
    Layout.SINGLE: single, Layout.FOLDERS: folders, Layout.ZIPS: folders, Layout.FLAT: flat,
    Layout.CANVAS: canvas, Layout.MOODLE: moodle, Layout.GRADESCOPE: gradescope, Layout.NBGRADER: nbgrader,
}  # fmt: skip
