"""The roster of a course: which student a name, an email or a number of the LMS stands for."""

from __future__ import annotations

import codecs
import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from grader.errors import UsageError
from grader.submission.names import identity, shown
from grader.submission.tree import read_limited

MAX_BYTES = 32 << 20
_REMEDY = "name its columns in the first line, for example: student,name,email"
# Names of columns in Canvas, Moodle, Gradescope and rosters made by hand.
_COLUMNS = {
    "student": ("student id", "student number", "sid", "sis user id", "sis id", "id number", "matriculation number"),
    "id": ("id", "user id", "canvas id", "canvas user id", "lms id"),
    "lms": ("identifier", "participant"),  # Moodle's, which differs in every assignment
    "login": ("sis login id", "login id", "login", "username", "user name", "netid", "user"),
    "email": ("email", "e-mail", "mail", "email address", "e-mail address"),
    "name": ("name", "full name", "student name", "display name", "sortable name"),
    "first": ("first name", "given name", "firstname"),
    "last": ("last name", "family name", "surname", "lastname"),
}
_WORDS = {"student": "id", "lms": "number", "login": "login", "email": "email", "name": "name"}


@dataclass(frozen=True, slots=True)
class Identity:
    """What a layout knows about a student. `id` is used if there is no roster."""

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
    """The students, and an index from (kind, value) to those who have it, more than one if they share it."""

    students: tuple[EnrolledStudent, ...]
    problems: tuple[str, ...]
    index: Mapping[tuple[str, str], Sequence[EnrolledStudent]]

    def find(self, who: Identity) -> EnrolledStudent | None:
        """Return the student, None if nobody fits. Numbers come before names, which two students may share."""
        _, found = self._match(who)
        return found[0] if len(found) == 1 else None

    def find_all(self, whos: Sequence[Identity]) -> list[tuple[EnrolledStudent, ...]]:
        """Return for each the student, several if it could be any of them, none if nobody fits. If some match by
        number, a namesake with another number does not."""
        matches = [(who, *self._match(who)) for who in whos]
        has_numbers = any(
            len(found) == 1 and who.lms and _plain(who.lms) == _plain(found[0].lms) for who, _, found in matches
        )
        students = []
        for who, kind, found in matches:
            others = [one for one in found if one.lms and who.lms and _plain(one.lms) != _plain(who.lms)]
            is_namesake = has_numbers and kind == "name"
            students.append(tuple(one for one in found if one not in others) if is_namesake else found)
        return students

    def _match(self, who: Identity) -> tuple[str, tuple[EnrolledStudent, ...]]:
        """Return what a student was recognised by, and the student, or those who share the first that fits anybody."""
        typed = [[("student", who.student)], [("lms", who.lms)], [("email", who.email)]]
        anything = [(kind, who.anything) for kind in ("student", "login", "email", "lms")]
        several: tuple[str, tuple[EnrolledStudent, ...]] = "", ()
        for group in (*typed, anything, *([("name", name)] for name in sorted(_names(who.name)))):
            found = {one: None for kind, value in group if value for one in self._with(kind, value)}
            if len(found) == 1:
                return group[0][0], tuple(found)
            several = several if several[1] else (group[0][0], tuple(found))
        return several

    def _with(self, kind: str, value: str) -> Sequence[EnrolledStudent]:
        """Return those who have a value. Of ids that differ in case alone, the one that is written so."""
        value = identity(value) if kind == "student" else value
        found = self.index.get((kind, _plain(value)), ())
        return [one for one in found if kind == "student" and one.student == value] or found


def read_roster(path: Path) -> Roster:
    """Read a CSV file. UsageError if it is not a list of students; `problems` lists what is wrong in single lines."""
    rows = _rows(path, _text(path))
    columns = _columns(next(rows, (1, []))[1])
    if not columns.keys() - {"first"}:
        raise UsageError(f"the roster '{path}' has no column that identifies a student; {_REMEDY}")
    problems: list[str] = []
    students: dict[str, EnrolledStudent] = {}
    for line, row in rows:
        cells = {kind: row[at].strip() for kind, at in columns.items() if at < len(row)}
        name = cells.get("name") or " ".join(filter(None, (cells.get("first"), cells.get("last"))))
        if name.casefold() in ("points possible", "student, test"):  # lines that Canvas adds
            continue
        lms = cells.get("id") or re.sub(r"(?i)^participant\s+", "", cells.get("lms", ""))
        raw = next(filter(None, (*map(cells.get, ("student", "id", "login", "email")), lms, name)), "")
        if not raw:
            problems.append(f"line {line}: it has no id, email or name; it was left out")
            continue
        one = EnrolledStudent(identity(raw), name or raw, cells.get("email", ""), lms, cells.get("login", ""))
        if students.setdefault(one.student, one) is not one:
            problems.append(f"line {line}: the student {shown(raw)} is listed twice; the first line counts")
    index: dict[tuple[str, str], list[EnrolledStudent]] = {}
    shared: dict[str, None] = {}  # in order, without repetition: there are several keys for a name
    for one in students.values():
        ids = {"student": one.student, "lms": one.lms, "login": one.login, "email": one.email}
        keys = {(kind, _plain(value)) for kind, value in ids.items() if value}
        for key in sorted(keys | {("name", name) for name in _names(one.name)}):
            same = index.setdefault(key, [])
            if same:
                both = f"{shown(same[0].student)} and {shown(one.student)}"
                shared[f"{both} have the same {_WORDS[key[0]]}, which therefore identifies neither"] = None
            same.append(one)
    return Roster(tuple(students.values()), (*problems, *shared), index)


def _text(path: Path) -> str:
    data = read_limited(path, MAX_BYTES)
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16",) if wide else ("utf-8-sig", "cp1252"):
        with suppress(UnicodeDecodeError):
            return data.decode(encoding)
    return data.decode("latin-1")


def _rows(path: Path, text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield non-empty lines with their numbers, split at the delimiter that gives the most known columns."""
    body = re.sub(r"\A\s*(?:sep=.[ \t]*\r?\n)?\s*", "", text)  # Excel writes sep=
    before = text[: len(text) - len(body)].count("\n")
    first = body.partition("\n")[0]
    try:
        best = max(",;\t|", key=lambda mark: len(_columns(next(csv.reader([first], delimiter=mark), []))))
        reader = csv.reader(io.StringIO(body, newline=""), delimiter=best)
        for row in reader:
            if any(cell.strip() for cell in row):
                yield before + reader.line_num, row
    except csv.Error:
        raise UsageError(f"the roster '{path}' is not a CSV file; {_REMEDY}") from None


def _columns(header: list[str]) -> dict[str, int]:
    """Return the number of the column for each kind of value that the header names."""
    names = [re.sub(r"[\s_]+", " ", cell.strip().casefold()) for cell in header]
    known = {kind: [name for name in words if name in names] for kind, words in _COLUMNS.items()}
    found = {kind: names.index(words[0]) for kind, words in known.items() if words}
    if "student" in names:  # next to an id it is the name, as in Canvas; otherwise the id
        has_name, has_id = found.keys() & {"name", "last"}, found.keys() & {"student", "id", "login"}
        found.setdefault("name" if has_id and not has_name else "student", names.index("student"))
    return found


def same_name(one: str, other: str) -> bool:
    """Whether two names may be of one student: in either order, with any case and punctuation, or as one word."""
    return not _names(one).isdisjoint(_names(other))


def _plain(value: str) -> str:
    return unicodedata.normalize("NFKC", value).strip().casefold()


def _names(name: str) -> set[str]:
    """Return keys that `Jane Doe`, `Doe, Jane` and Canvas' `doejane` share: letters only, in every rotation."""
    last, comma, first = name.partition(",")
    words = (f"{first} {last}" if comma else name).split()
    turned = [[*words[at:], *words[:at]] for at in range(len(words))]
    return {re.sub(r"[\W_]+", "", _plain("".join(order))) for order in turned} - {""}
