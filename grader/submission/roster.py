"""The list of a course's students: which of them a name, an email or a course system's number stands for."""

from __future__ import annotations

import codecs
import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.errors import UsageError, reason_of
from grader.submission.names import identity, shown

MAX_BYTES = 32 << 20
_REMEDY = "name its columns in the first line, for example: student,name,email"
# Columns as Canvas, Moodle, Gradescope and people call them.
_COLUMNS = {
    "student": ("student id", "student number", "sid", "sis user id", "sis id", "id number", "matriculation number"),
    "id": ("id", "user id", "canvas id", "canvas user id", "lms id"),
    "lms": ("identifier", "participant"),  # Moodle's: another number in every assignment
    "login": ("sis login id", "login id", "login", "username", "user name", "netid", "user"),
    "email": ("email", "e-mail", "mail", "email address", "e-mail address"),
    "name": ("name", "full name", "student name", "display name", "sortable name"),
    "first": ("first name", "given name", "firstname"),
    "last": ("last name", "family name", "surname", "lastname"),
}
_WORDS = {"student": "id", "lms": "number", "login": "login", "email": "email", "name": "name"}


@dataclass(frozen=True, slots=True)
class Identity:
    """What a layout knows of a student. `id` is theirs where no roster says better."""

    id: str
    name: str
    student: str = ""
    lms: str = ""
    email: str = ""
    anything: str = ""  # a folder's name, which may be any of these


@dataclass(frozen=True, slots=True)
class EnrolledStudent:
    student: str
    name: str
    email: str = ""
    lms: str = ""
    login: str = ""


@dataclass(frozen=True)
class Roster:
    """Students by everything that they are called; None stands for what two of them are called."""

    students: tuple[EnrolledStudent, ...]
    problems: tuple[str, ...]
    index: Mapping[tuple[str, str], EnrolledStudent | None]

    def find(self, who: Identity) -> EnrolledStudent | None:
        """Numbers come before names, which two students may share."""
        return self._match(who)[1]

    def find_all(self, whos: Sequence[Identity]) -> list[EnrolledStudent | None]:
        """Of each, as `find` does. Where numbers tell who is who, a namesake with another is somebody else."""
        matches = [self._match(who) for who in whos]
        pairs = [(who.lms, found.lms) for who, (_, found) in zip(whos, matches, strict=True) if found]
        has_numbers = any(number and _plain(number) == _plain(other) for number, other in pairs)
        return [
            None if has_numbers and kind == "name" and found and _differ(who.lms, found.lms) else found
            for who, (kind, found) in zip(whos, matches, strict=True)
        ]

    def _match(self, who: Identity) -> tuple[str, EnrolledStudent | None]:
        """By what a student was known, and which one it is."""
        for kind, value in _questions(who):
            if found := self.index.get((kind, value)):
                return kind, found
        return "", None


def read_roster(path: Path) -> Roster:
    """UsageError if it is no list of students; what is odd in single lines is told in `problems`."""
    rows = _rows(path, _text(path))
    columns = _columns(next(rows, (1, []))[1])
    if not columns.keys() - {"first"}:
        raise UsageError(f"the roster '{path}' has no column that tells who a student is; {_REMEDY}")
    problems: list[str] = []
    students: dict[str, EnrolledStudent] = {}
    for line, row in rows:
        cells = {kind: row[at].strip() for kind, at in columns.items() if at < len(row)}
        problems += (f"line {line}: {problem}" for problem in _enter(students, cells))
    index = _index(tuple(students.values()), problems)
    return Roster(tuple(students.values()), tuple(problems), index)


def _text(path: Path) -> str:
    try:
        data = path.read_bytes() if path.stat().st_size <= MAX_BYTES else None
    except OSError as reason:
        why = reason_of(reason, "unreadable")
        raise UsageError(f"the roster '{path}' cannot be read: {why}; check its name and permissions") from None
    if data is None:
        raise UsageError(f"the roster '{path}' has more than {MAX_BYTES >> 20} MB; is it the right file?")
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16",) if wide else ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def _rows(path: Path, text: str) -> Iterator[tuple[int, list[str]]]:
    """Lines with something in them, cut at whatever makes the most known columns of the first."""
    body = re.sub(r"\A\s*(?:sep=.[ \t]*\r?\n)?\s*", "", text)  # sep= is Excel's
    before = text[: len(text) - len(body)].count("\n")
    first = body.partition("\n")[0]
    try:
        best = max(",;\t|", key=lambda mark: len(_columns(next(csv.reader([first], delimiter=mark), []))))
        reader = csv.reader(io.StringIO(body, newline=""), delimiter=best)
        for row in reader:
            if any(cell.strip() for cell in row):
                yield before + reader.line_num, row
    except csv.Error:
        raise UsageError(f"the roster '{path}' is no CSV; {_REMEDY}") from None


def _columns(header: list[str]) -> dict[str, int]:
    """What is told → the column it stands in."""
    names = [re.sub(r"[\s_]+", " ", cell.strip().casefold()) for cell in header]
    found = {
        kind: names.index(next(name for name in known if name in names))
        for kind, known in _COLUMNS.items()
        if any(name in names for name in known)
    }
    if "student" in names:  # beside an id it is the name, as Canvas has it; else people mean the id
        has_name, has_id = found.keys() & {"name", "last"}, found.keys() & {"student", "id", "login"}
        found.setdefault("name" if has_id and not has_name else "student", names.index("student"))
    return found


def _enter(students: dict[str, EnrolledStudent], row: dict[str, str]) -> Iterator[str]:
    """Add a student; yields what is odd."""
    name = row.get("name") or " ".join(filter(None, (row.get("first"), row.get("last"))))
    if name.casefold() in ("points possible", "student, test"):  # Canvas' own lines
        return
    lms = row.get("id") or re.sub(r"(?i)^participant\s+", "", row.get("lms", ""))
    raw = next(filter(None, (*map(row.get, ("student", "id", "login", "email")), lms, name)), "")
    if not raw:
        yield "there is no id, email or name in it; it was left out"
        return
    one = EnrolledStudent(identity(raw), name or raw, row.get("email", ""), lms, row.get("login", ""))
    if one.student in students:
        yield f"the student {shown(raw)} is listed twice; the first line counts"
    students.setdefault(one.student, one)


def _index(students: tuple[EnrolledStudent, ...], problems: list[str]) -> dict[tuple[str, str], EnrolledStudent | None]:
    owners: dict[tuple[str, str], EnrolledStudent | None] = {}
    shared: dict[str, None] = {}  # sentences, in order: a name is written in several ways
    for one in students:
        for key in sorted(_answers(one)):
            other = owners.setdefault(key, one)
            if other is not one:
                owners[key] = None
            if other is not one and other is not None:
                both = f"{shown(other.student)} and {shown(one.student)}"
                shared[f"{both} have the same {_WORDS[key[0]]}, which then tells neither"] = None
    problems += shared
    return owners


def _answers(one: EnrolledStudent) -> set[tuple[str, str]]:
    ids = {("student", one.student), ("lms", one.lms), ("login", one.login), ("email", one.email)}
    kept = {(kind, _plain(value)) for kind, value in ids if value}
    return kept | {("name", name) for name in _names(one.name)}


def _questions(who: Identity) -> Iterator[tuple[str, str]]:
    ids = [("student", who.student), ("lms", who.lms), ("email", who.email)]
    ids += [(kind, who.anything) for kind in ("student", "login", "email", "lms")]
    for kind, value in ids:
        if value:
            yield kind, _plain(identity(value) if kind == "student" else value)
    yield from (("name", name) for name in sorted(_names(who.name)))


def _differ(number: str, other: str) -> bool:
    return bool(number and other) and _plain(number) != _plain(other)


def _plain(value: str) -> str:
    return unicodedata.normalize("NFKC", value).strip().casefold()


def _names(name: str) -> set[str]:
    """`Jane Doe`, `Doe, Jane` and Canvas' `doejane` meet: letters only, in both orders of first and last name."""
    last, comma, first = name.partition(",")
    words = (f"{first} {last}" if comma else name).split()
    turned = [[*words[at:], *words[:at]] for at in range(len(words))] or [[]]
    squeezed = {re.sub(r"[\W_]+", "", _plain("".join(order))) for order in turned}
    return squeezed - {""}
