"""How course systems lay out what students handed in: one reader a system.

Which one it is, `recognise` decides.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from enum import StrEnum
from typing import IO, Any

from grader.submission.names import (
    exercise_of,
    is_archive,
    printable,
    reading_order,
    shown,
    without_archive_suffix,
    without_copy_mark,
)
from grader.submission.roster import Identity
from grader.submission.tree import Node, NodeKind, SourceTree, TreePart, join


class Layout(StrEnum):
    SINGLE = "single"
    FOLDERS = "folders"
    ZIPS = "zips"
    FLAT = "flat"
    CANVAS = "canvas"
    MOODLE = "moodle"
    GRADESCOPE = "gradescope"
    NBGRADER = "nbgrader"


@dataclass(frozen=True, slots=True)
class FoundAttempt:
    """One attempt of one student, as a layout tells it. `attempt` is 0 where it does not say.

    `assignment`: what it is an attempt at, where there are several.
    """

    who: Identity
    parts: tuple[TreePart, ...]
    attempt: int = 0
    when: datetime | None = None
    late: bool | None = None
    assignment: str = ""

    @property
    def label(self) -> str:
        where = printable(self.parts[0].where)
        return where if len(self.parts) == 1 else f"{where} and {len(self.parts) - 1} more"


@dataclass(frozen=True, slots=True)
class LayoutProblem:
    """What was not understood, and why."""

    file: str
    sentence: str


Reading = Iterator[FoundAttempt | LayoutProblem]


@dataclass(frozen=True)
class LayoutRoot:
    """The folder of a place where a layout begins. `title`: what the person called it.

    `beside`: what lies in the folders above it.
    """

    place: SourceTree
    base: str
    title: str
    slugs: Collection[str]
    beside: tuple[LayoutProblem, ...] = ()

    def inner(self, name: str, beside: Sequence[Node] = ()) -> LayoutRoot:
        why = f"it lies beside {shown(name)}, which holds the class, and was left out"
        told = tuple(left_out(child, why) for child in beside)
        return replace(self, base=self.at(name), beside=self.beside + told)

    def children(self, below: str = "") -> list[Node]:
        return self.place.children(join(self.base, below))

    def at(self, name: str) -> str:
        return join(self.base, name)

    def holds(self, name: str, below: str = "") -> bool:
        return any(child.name == name for child in self.children(below))


def left_out(child: Node, why: str, below: str = "") -> LayoutProblem:
    """Something among the students' work that is nobody's."""
    what = "it is a link or no regular file, and links are not followed" if child.kind is NodeKind.OTHER else why
    return LayoutProblem(printable(join(below, child.name)), what)


def typed(file: str, who: str, what: str, has_files: bool) -> LayoutProblem:
    """Something that was typed or linked in place of a file, or beside one."""
    rest = " beside files; only these are graded" if has_files else ", no file"
    return LayoutProblem(printable(file), f"{shown(who)} handed in {what}{rest}")


def named_by_folder(student: str) -> Identity:
    return Identity(student, printable(student), anything=student)


# Times as course systems write them.

_TIME = re.compile(
    r"(?P<date>\d{4}-\d\d-\d\d)[T ](?P<clock>\d\d:\d\d(?::\d\d)?)(?:[.,](?P<fraction>\d{1,9}))?\s*(?P<zone>\S*)"
)
_OFFSET = re.compile(r"(?:UTC|GMT)?(?P<sign>[+-])(?P<hours>\d\d):?(?P<minutes>\d\d)?")


def parse_time(text: str) -> datetime | None:
    """`2026-02-03 10:00:00.12 Z`, also with `-07:00` or `America/Los_Angeles` after it. Without a zone it is UTC.

    None if it is no time, or its zone is not clear.
    """
    found = _TIME.fullmatch(text.strip())
    zone = _zone(found["zone"]) if found else None
    if found is None or zone is None:
        return None
    try:
        fraction = (found["fraction"] or "0")[:6].ljust(6, "0")
        return datetime.fromisoformat(f"{found['date']}T{found['clock']}").replace(
            microsecond=int(fraction), tzinfo=zone
        )
    except ValueError:
        return None


def _zone(name: str) -> tzinfo | None:
    if name.upper() in ("", "Z", "UTC", "GMT"):
        return UTC
    if offset := _OFFSET.fullmatch(name):
        ahead = timedelta(hours=int(offset["hours"]), minutes=int(offset["minutes"] or 0))
        return timezone(ahead if offset["sign"] == "+" else -ahead) if ahead < timedelta(days=1) else None
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # no such zone, or an abbreviation that several places use
        return None


# Reads Gradescope's submission_metadata.yml.
#
# It also holds the results of every autograder run, which may be hundreds of times what counts here: only the
# lines that count are parsed. Tags of Ruby objects mean nothing here, and nothing is made of them.

METADATA = "submission_metadata.yml"
MAX_BYTES = 1 << 30
_WANTED = (b":submitters:", b":created_at:")
_COUNTED = b":history:"


@dataclass(frozen=True)
class Submitter:
    name: str
    sid: str
    email: str


@dataclass(frozen=True)
class GradescopeRecord:
    """One submission of the export. `earlier`: how many attempts came before it."""

    submitters: tuple[Submitter, ...]
    created: datetime | None
    earlier: int


def read_metadata(stream: IO[bytes]) -> dict[str, GradescopeRecord]:
    """Folder → what Gradescope knows of it. ValueError if it is no such file."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        events = yaml.parse(b"".join(_lines_that_count(stream)), Loader=loader)
        return {key: _record(value) for key, value in _items(yaml, events) if isinstance(value, dict)}
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as problem:
        raise ValueError("it is no YAML as Gradescope writes it") from problem


def _lines_that_count(stream: IO[bytes]) -> Iterator[bytes]:
    """Top-level keys with their submitters and time; of the history, one line for each attempt."""
    part, size = b"", 0
    for line in iter(lambda: stream.readline(1 << 20), b""):
        size += len(line)
        if size > MAX_BYTES:
            raise ValueError(f"it has more than {MAX_BYTES >> 30} GB")
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


@dataclass
class _Open:
    """A mapping or list that is being read."""

    made: Any
    anchor: str | None
    key: str | None = field(default=None)


def _items(yaml: Any, events: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    """The top mapping's items, built of strings, lists and dicts. An alias costs nothing, however often it is used."""
    stack: list[_Open] = []
    anchors: dict[str, Any] = {}
    for event in events:
        if isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            stack.append(_Open({} if isinstance(event, yaml.MappingStartEvent) else [], event.anchor))
            continue
        if isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            closed = stack.pop()
            node, anchor = closed.made, closed.anchor
        elif isinstance(event, yaml.ScalarEvent):
            node, anchor = event.value, event.anchor
        elif isinstance(event, yaml.AliasEvent):
            node, anchor = anchors.get(event.anchor), None
        else:
            continue
        if anchor:
            anchors[anchor] = node
        yield from _place(node, stack)


def _place(node: Any, stack: list[_Open]) -> Iterator[tuple[str, Any]]:
    """Into the list or mapping around it; an item of the outermost mapping is done."""
    around = stack[-1] if stack else None
    if around is None:
        return
    if isinstance(around.made, list):
        around.made.append(node)
    elif around.key is None:
        around.key = node.strip(":") if isinstance(node, str) else ""
    else:
        if len(stack) == 1:
            yield around.key, node
        else:
            around.made[around.key] = node
        around.key = None


def _record(value: dict[str, Any]) -> GradescopeRecord:
    submitters = value.get("submitters")
    history = value.get("history")
    people = [one for one in submitters if isinstance(one, dict)] if isinstance(submitters, list) else []
    return GradescopeRecord(
        tuple(Submitter(_text(one, "name"), _text(one, "sid"), _text(one, "email")) for one in people),
        _time(value.get("created_at")),
        len(history) if isinstance(history, list) else 0,
    )


def _text(one: dict[str, Any], key: str) -> str:
    value = one.get(key)
    return value.strip() if isinstance(value, str) and value not in ("null", "~") else ""


def _time(value: Any) -> datetime | None:
    """A time, or the object that Rails wraps one in."""
    inner = value.get("utc") if isinstance(value, dict) else value
    return parse_time(inner) if isinstance(inner, str) else None


# Canvas' "Download submissions": the files of everybody's last attempt, the student's name and numbers before
# each.

_CANVAS_NAME = re.compile(
    r"(?:(?P<late_anon>LATE_)?anon_(?P<anon>[A-Za-z0-9]+)|(?P<name>.+?)(?P<late>_LATE)?_(?P<user>\d+))"
    r"_(?:(?P<attachment>\d+)_(?P<file>.+)|(?P<typed>text|link)\.html)",
    re.DOTALL,
)


def canvas_name(name: str) -> re.Match[str] | None:
    return _CANVAS_NAME.fullmatch(name)


def canvas(root: LayoutRoot) -> Reading:
    found: dict[str, list[tuple[re.Match[str], TreePart]]] = {}
    texts: dict[str, list[tuple[re.Match[str], TreePart]]] = {}
    for child in root.children():
        match = canvas_name(child.name) if child.kind is not NodeKind.OTHER else None
        if match is None:
            yield left_out(child, "it is not named as Canvas names files")
        else:
            part = TreePart(root.at(child.name), match["file"] or f"{match['typed']}.html")
            (texts if match["typed"] else found).setdefault(match["user"] or match["anon"], []).append((match, part))
    for number, match in ((number, match) for number, files in texts.items() for match, _ in files):
        what = "a typed text" if match["typed"] == "text" else "a link"
        yield typed(match.string, match["name"] or match["anon"], what, number in found)
    for number, files in (texts | found).items():
        yield _seen_canvas(number, files)


def _seen_canvas(number: str, files: list[tuple[re.Match[str], TreePart]]) -> FoundAttempt:
    """Of two files with one name the later attachment counts, so that it comes last."""
    files.sort(key=lambda file: (reading_order(file[1].name)[0], int((file[0]["attachment"] or "0")[:18])))
    name = printable(files[0][0]["name"] or f"anonymous {number}")
    late = any(match["late"] or match["late_anon"] for match, _ in files)
    return FoundAttempt(Identity(number, name, lms=number), tuple(part for _, part in files), late=late)


# Gradescope's export: a folder for each submission; who made it, and when, stands in one file.


def gradescope(root: LayoutRoot) -> Reading:
    records, why_not = _records(root)
    if why_not:
        yield LayoutProblem(METADATA, f"{why_not}; students are named after their folders")
    children = {child.name: child for child in root.children() if child.name != METADATA}
    for name, child in children.items():
        if child.kind is NodeKind.FOLDER:
            yield from _seen_gradescope(root, name, records.get(name))
        else:
            yield left_out(child, "it lies beside the submissions, and belongs to nobody")
    for name in sorted(records.keys() - children.keys()):
        yield LayoutProblem(METADATA, f"it names {shown(name)}, which is not there")


def _records(root: LayoutRoot) -> tuple[dict[str, GradescopeRecord], str]:
    try:
        with root.place.open(root.at(METADATA)) as stream:
            return read_metadata(stream), ""
    except ValueError as reason:
        return {}, str(reason)
    except Exception:  # also whatever a damaged zip makes its parser raise
        return {}, "it cannot be read"


def _seen_gradescope(root: LayoutRoot, name: str, record: GradescopeRecord | None) -> Reading:
    """A group's work is each member's."""
    parts = (TreePart(root.at(name)),)
    if record is None or not record.submitters:
        yield LayoutProblem(printable(name), f"{METADATA} does not say whose it is; it is graded under its own name")
        yield FoundAttempt(
            Identity(name, printable(name), anything=name), parts, when=record.created if record else None
        )
        return
    for one in record.submitters:
        yield FoundAttempt(_who(one, name), parts, record.earlier + 1, record.created)


def _who(one: Submitter, name: str) -> Identity:
    number = one.sid or one.email or one.name or name
    return Identity(number, printable(one.name or number), student=one.sid, email=one.email)


# Moodle's "Download all submissions": a folder for each student, or all files side by side; with names, or
# blind.

_MOODLE_NAME = re.compile(
    r"(?P<name>.+?)(?:_(?P<id>\d+))?_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<file>.*))?",  # a group may lack the id
    re.DOTALL,
)


def moodle_name(name: str) -> re.Match[str] | None:
    return _MOODLE_NAME.fullmatch(name)


def moodle(root: LayoutRoot) -> Reading:
    found: dict[tuple[str, str], list[TreePart]] = {}
    texts: dict[tuple[str, str], list[tuple[str, TreePart]]] = {}
    for child in root.children():
        match = moodle_name(child.name) if child.kind is not NodeKind.OTHER else None
        if match is None:
            yield left_out(child, "it is not named as Moodle names files")
        else:
            named = "" if child.kind is NodeKind.FOLDER else match["file"] or child.name
            whose, part = (match["name"], match["id"] or ""), TreePart(root.at(child.name), named)
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
        who = Identity(number or name, printable(f"{name} {number}" if is_hidden else name), lms=number)
        yield FoundAttempt(who, tuple(sorted(parts, key=lambda part: reading_order(part.name))))


# nbgrader's `submitted` folder: one for each student, and in it one for each assignment.

TIMESTAMP = "timestamp.txt"


def nbgrader(root: LayoutRoot) -> Reading:
    for child in root.children():
        if child.kind is NodeKind.FOLDER:
            yield from _seen_nbgrader(root, child.name, root.children(child.name))
        else:
            yield left_out(child, "it lies beside the students' folders, and belongs to nobody")


def _seen_nbgrader(root: LayoutRoot, student: str, children: list[Node]) -> Reading:
    """Each assignment is a submission of its own: it has its own time, and is late or not by itself."""
    for child in children:
        if child.kind is NodeKind.FOLDER:
            yield from _assignment(root, student, child.name)
        else:
            yield left_out(child, "it lies in no assignment's folder", student)
    if all(child.kind is not NodeKind.FOLDER for child in children):
        yield LayoutProblem(printable(student), "there is no assignment in it")


def _assignment(root: LayoutRoot, student: str, name: str) -> Reading:
    folder = join(student, name)
    stamped = root.holds(TIMESTAMP, folder)
    when = _written_time(root, folder) if stamped else None
    if stamped and when is None:
        why = "it holds no time that is clear; write it as 2026-02-28 23:59:00 UTC"
        yield LayoutProblem(printable(join(folder, TIMESTAMP)), why)
    part = TreePart(root.at(folder), name, (TIMESTAMP,))
    yield FoundAttempt(named_by_folder(student), (part,), when=when, assignment=name)


def _written_time(root: LayoutRoot, folder: str) -> datetime | None:
    try:
        with root.place.open(root.at(join(folder, TIMESTAMP))) as stream:
            return parse_time(stream.read(200).decode("utf-8-sig", "replace"))
    except Exception:  # also whatever a damaged zip makes its parser raise
        return None


# Layouts that people make by hand: one student's files, a folder or archive each, all files side by side.

_NUMBER = re.compile(r"(?P<student>.+?)[_\-. ]+(?P<number>\d{1,3})", re.DOTALL)
_ATTEMPT = re.compile(r"attempt[ _-]?(\d{1,4})", re.IGNORECASE)


def single(root: LayoutRoot) -> Reading:
    """All of it is one student's."""
    yield FoundAttempt(named_by_folder(root.title), (TreePart(root.base),))


def folders(root: LayoutRoot) -> Reading:
    """A folder or an archive each."""
    children = root.children()
    taken = {child.name for child in children if child.kind is NodeKind.FOLDER}
    for child in children:
        if child.kind is NodeKind.FOLDER:
            yield from _attempts(root, child.name)
        elif child.kind is NodeKind.FILE and is_archive(child.name):
            student, copy = without_copy_mark(without_archive_suffix(child.name))
            if student in taken:
                why = f"the folder {shown(student)} is there as well, and was taken instead"
                yield LayoutProblem(printable(child.name), why)
            else:
                yield FoundAttempt(named_by_folder(student), (TreePart(root.at(child.name)),), copy + 1)
        else:
            yield left_out(child, "it lies beside the students' folders, and belongs to nobody")


def _attempts(root: LayoutRoot, student: str) -> Reading:
    """The folder, or those in it if all of them are attempts."""
    inside = root.children(student)
    numbers = [_ATTEMPT.fullmatch(child.name) for child in inside if child.kind is NodeKind.FOLDER]
    who = named_by_folder(student)
    if not inside or len(numbers) < len(inside) or None in numbers:
        yield FoundAttempt(who, (TreePart(root.at(student)),))
        return
    for number in filter(None, numbers):
        yield FoundAttempt(who, (TreePart(root.at(join(student, number[0]))),), int(number[1]))


def flat(root: LayoutRoot) -> Reading:
    """Files of all students side by side."""
    pattern = flat_pattern(root.slugs)
    files: list[tuple[str, TreePart]] = []
    for child in root.children():
        split = split_flat(child.name, pattern, root.slugs) if child.kind is NodeKind.FILE else None
        if split:
            files.append((split[0], TreePart(root.at(child.name), split[1])))
        else:
            yield left_out(child, "its name does not tell student and exercise, as STUDENT__EXERCISE.py does")
    numbered = _numbered(files, root.slugs)
    parts: dict[str, list[TreePart]] = {}
    for student, part in files:
        found = _NUMBER.fullmatch(student) if _slug(part, root.slugs) in numbered else None
        parts.setdefault(found["student"] if found else student, []).append(part)
    for student, own in parts.items():
        yield FoundAttempt(named_by_folder(student), tuple(sorted(own, key=lambda part: reading_order(part.name))))


def _numbered(files: Sequence[tuple[str, TreePart]], slugs: Collection[str]) -> set[str]:
    """Exercises whose number stands before their name, as in `ada_06_masking.py`: several have it, all the same.

    In `student_06_masking.py` it may be the student's.
    """
    names: dict[str, set[str]] = {}
    numbers: dict[str, set[str]] = {}
    for student, part in files:
        if found := _NUMBER.fullmatch(student):
            slug = _slug(part, slugs)
            names.setdefault(slug, set()).add(found["student"])
            numbers.setdefault(slug, set()).add(found["number"])
    return {slug for slug in names if slug and len(numbers[slug]) == 1 < len(names[slug])}


def _slug(part: TreePart, slugs: Collection[str]) -> str:
    meant = exercise_of(part.name, slugs)
    return meant.slug if meant else ""


def flat_pattern(slugs: Collection[str]) -> re.Pattern[str]:
    """`STUDENT_exercise`: the shortest student, so that the longest exercise is meant."""
    names = "|".join(sorted(map(re.escape, slugs), key=len, reverse=True)) or r"(?!)"
    return re.compile(rf"(?P<student>.+?)(?:__|[_\-. ])(?P<slug>{names})", re.IGNORECASE | re.DOTALL)


def split_flat(name: str, pattern: re.Pattern[str], slugs: Collection[str]) -> tuple[str, str] | None:
    """Student, and what the file is called without them."""
    student, apart, rest = name.partition("__")
    if exercise_of(name, slugs):
        return None
    if student and apart and not rest.startswith("."):
        return (student, rest) if rest else None
    if is_archive(name):
        return without_copy_mark(without_archive_suffix(name))[0], name
    stem, _, suffix = name.rpartition(".")
    bare, copy = without_copy_mark(stem)
    ending = f" ({copy}).{suffix}" if copy else f".{suffix}"
    return _split_code(bare, ending, pattern, slugs) if bare and suffix.lower() in ("py", "ipynb") else None


def _split_code(stem: str, ending: str, pattern: re.Pattern[str], slugs: Collection[str]) -> tuple[str, str] | None:
    bare = re.sub(r"-\d{1,4}\Z", "", stem)  # `masking-2`: handed in again
    if found := pattern.fullmatch(bare):
        return found["student"], found["slug"] + stem[len(bare) :] + ending
    if ending.lower().endswith(".ipynb"):  # it may hold several exercises
        return stem, stem + ending
    return (stem, next(iter(slugs)) + ending) if len(slugs) == 1 else None
