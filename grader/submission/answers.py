"""Which file of a hand-in answers which exercise, and what becomes of every other file in it.

Nothing here is parsed: which functions a program defines is found by a regular expression.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property, lru_cache
from itertools import islice
from typing import NamedTuple

from grader.results import FileRecord, FileStatus
from grader.submission.names import (
    NamedExercise,
    code_name,
    exercise_of,
    exercise_within,
    listed,
    printable,
    shown,
    slug_of,
)
from grader.submission.submission import MAX_BYTES, Entry, as_utf8, named_in, select
from grader.submission.tree import SubmissionFiles
from grader.text import closest

_DEFINES = re.compile(rb"(?:^|\r)(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)", re.MULTILINE)
_DEFINES_IN_JSON = re.compile(rb'(?:"|\\n)(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)')
_MARK = re.compile(rb'exercise[\\"\s]{0,8}:[\\"\s]{0,8}([\w/-]{1,120})', re.IGNORECASE)
_MAYBE_CODE = re.compile(r"(?:[^.]+|.*\.txt|.*\.py\W?[^/]*)", re.IGNORECASE | re.DOTALL)
_WORKSPACE = ".grader.json"
_QUIZ = re.compile(r".+\.attempt\d+\.json", re.DOTALL)
_HALF, _ALL = 0.5, 1.0  # of the functions in a stub
_MATCHES = 100_000  # in a file: nobody writes so many definitions
_COMPARED = 4  # files that a sentence mentions, with the one that it is about


class AnswerFile(NamedTuple):
    """The file to grade for an exercise, and the files that it uses. Their names are relative to its folder."""

    name: str
    source: bytes
    companions: tuple[Entry, ...]
    note: str = ""  # a sentence, if another file could be meant


@dataclass(frozen=True)
class Account:
    """What became of the files of a hand-in. Each file has one record per exercise that it concerns, at least one."""

    answers: Mapping[str, AnswerFile]  # by exercise, in the order of the course
    records: tuple[FileRecord, ...]


class StubNames:
    """What the exercises of a course ask for. `stubs`: of every exercise, in the order of the course; `given`: digests
    of the files that students get with them."""

    def __init__(self, stubs: Mapping[str, bytes], given: Collection[str] = ()) -> None:
        self.stubs = stubs
        self.given = given
        self.slugs = frozenset(stubs)
        self.asked = {slug: _without_private(_DEFINES.findall(stub)) for slug, stub in stubs.items()}
        self.untouched = {
            slug: hashlib.sha256(_in_one_line(stub)).digest() for slug, stub in stubs.items() if stub.strip()
        }
        self.owners: dict[bytes, set[str]] = {}  # name → the exercises that ask for it
        for slug, names in self.asked.items():
            for name in names:
                self.owners.setdefault(name, set()).add(slug)

    def overlap(self, defined: frozenset[bytes]) -> dict[str, frozenset[bytes]]:
        """Return what a file defines of each exercise, without those of which it defines nothing."""
        slugs = set[str]().union(*(self.owners.get(name, ()) for name in defined))
        return {slug: self.asked[slug] & defined for slug in self.stubs if slug in slugs}

    def recognised(self, defined: frozenset[bytes], least: float) -> list[str]:
        """Return the exercises of which a file defines at least that share, and something that no other asks for."""
        return [
            slug
            for slug, names in self.overlap(defined).items()
            if len(names) >= least * len(self.asked[slug]) and any(len(self.owners[name]) == 1 for name in names)
        ]


def _without_private(names: Iterable[bytes]) -> frozenset[bytes]:
    return frozenset(name for name in names if not name.startswith(b"_"))


class ClaimKind(IntEnum):
    """Why a file may be the answer to an exercise; the first kind that there is counts."""

    DECIDED = 0  # by a person
    NAMED = 1
    MARKED = 2  # cells of a notebook
    NAMED_IN_PART = 3  # and it defines a function of the exercise
    RECOGNISED = 4  # by the functions that it defines
    UNTOUCHED = 5  # the stub


@dataclass(frozen=True, eq=False)
class HandedFile:
    """A file of a hand-in, with what its name and content tell about the exercises. A file may be made to be large, and
    to define a million things: only what is asked for is kept."""

    name: str
    content: bytes = field(repr=False)
    exercises: StubNames = field(repr=False)

    @property
    def is_notebook(self) -> bool:
        return code_name(self.name).lower().endswith(".ipynb")

    @property
    def is_program(self) -> bool:
        return code_name(self.name).lower().endswith(".py")

    @cached_property
    def defined(self) -> frozenset[bytes]:
        """What it defines at its top level of all that exercises ask for; of other text files, too."""
        pattern, text = _DEFINES_IN_JSON, as_utf8(self.content)
        if not self.is_notebook:
            pattern, text = _DEFINES, text.removeprefix(b"\xef\xbb\xbf")
            may_be_code = self.is_program or _MAYBE_CODE.fullmatch(posixpath.basename(self.name))
            if not may_be_code or len(self.content) > MAX_BYTES:
                return frozenset()
        found = islice(pattern.finditer(text), _MATCHES)
        return frozenset(name for match in found if (name := match[1]) in self.exercises.owners)

    @cached_property
    def marks(self) -> tuple[frozenset[str], str]:
        """The exercises that a notebook's cells or metadata name, and the first name that is none of an exercise."""
        if not self.is_notebook:
            return frozenset(), ""
        known, other = set[str](), ""
        for found in islice(_MARK.finditer(as_utf8(self.content)), _MATCHES):
            slug = slug_of(found[1].decode("ascii", "replace"))
            if slug in self.exercises.slugs:
                known.add(slug)
            else:
                other = other or slug
        return frozenset(known), other

    @property
    def damage(self) -> str:
        """Why it can answer nothing, as the rest of a sentence; "" if it can. A notebook that was cut off, or is
        something else, does not end as JSON does."""
        text = as_utf8(self.content).removeprefix(b"\xef\xbb\xbf").strip()
        if not text:
            return "is empty"
        is_json = text.startswith(b"{") and text.endswith(b"}")
        return "" if is_json or not self.is_notebook else "is not a readable notebook; save it again from Jupyter"

    @cached_property
    def digest(self) -> str:
        return content_digest(self.content)

    @cached_property
    def words(self) -> bytes:
        """A digest of its content without regard to white space. Notebooks Jupyter always writes in the same way."""
        text = self.content if self.is_notebook else _in_one_line(as_utf8(self.content))
        return hashlib.sha256(text).digest()

    def uses(self) -> frozenset[str]:
        """The files beside it that it imports or reads, if they are there."""
        folder = posixpath.dirname(self.name)
        return frozenset(posixpath.join(folder, name) for name in named_in(self.name, self.content))


def content_digest(content: bytes) -> str:
    """Return a short digest, which tells whether a file is the one that a person decided about."""
    return hashlib.sha256(content).hexdigest()[:16]


def _in_one_line(text: bytes) -> bytes:
    return b" ".join(text.split()) if len(text) <= MAX_BYTES else text


_UNSURE = (ClaimKind.NAMED_IN_PART, ClaimKind.RECOGNISED)


class Claim(NamedTuple):
    """Of claims of one kind the lowest `order` counts; if only its last number decides, there is a note."""

    kind: ClaimKind
    order: tuple[int, ...]
    file: HandedFile


def account(
    files: SubmissionFiles, exercises: StubNames, decided: Mapping[str, Sequence[str]] | None = None
) -> Account:
    """Find the answers in a hand-in, and say of every file what became of it.

    An exercise is answered by the file that a person chose, else by one that is named after it, a notebook with cells
    marked for it, one with its name in the file name that also defines one of its functions, or one that defines half
    of the functions in its stub and no other file does. An untouched stub comes last, and an empty or damaged file is
    no answer. `decided`: file → the exercises
    that it answers, none if it is left out, whatever else is known.
    """
    return _Accountant(files, exercises, decided or {}).account()


class _Accountant:
    def __init__(self, files: SubmissionFiles, exercises: StubNames, decided: Mapping[str, Sequence[str]]) -> None:
        self._read = files
        self._exercises = exercises
        self._decided = decided
        self._files = {name: HandedFile(name, content, exercises) for name, content in files.entries}
        self._records: dict[str, dict[str, FileRecord]] = {name: {} for name in self._files}  # by file and exercise
        self._answers: dict[str, AnswerFile] = {}

    def account(self) -> Account:
        claims = self._claims()
        for slug in self._exercises.stubs:
            if slug in claims:
                self._settle(slug, sorted(claims[slug], key=lambda claim: (claim[:2], claim.file.name)))
        for claim in {claim.file.name: claim for of_slug in claims.values() for claim in of_slug}.values():
            self._offer_more(claim)
        for name, file in self._files.items():
            if not self._records[name]:
                self._explain(file)
        records = [record for _, found in sorted(self._records.items()) for _, record in sorted(found.items())]
        taken = {(record.name, record.exercise) for record in records}
        records += (one for one in self._read.records if (one.name, one.exercise) not in taken)
        return Account(self._answers, tuple(records))

    def _note(self, file: HandedFile, slug: str, status: FileStatus, reason: str) -> None:
        record = FileRecord(printable(file.name), status, slug, reason, file.digest)
        self._records[file.name].setdefault(slug, record)

    def _claims(self) -> dict[str, list[Claim]]:
        """Return all claims by exercise. A module that another candidate imports answers only what it defines
        completely: otherwise it is a part of the other."""
        first = {file: list(self._claims_of(file, _HALF)) for file in self._files.values()}
        unsure = {file.name for file, claims in first.items() if any(claim.kind in _UNSURE for _, claim in claims)}
        candidates = [file for file, claims in first.items() if claims] if unsure else []
        imported = {name for file in candidates for name in (file.uses() - {file.name}) & unsure}
        found: dict[str, list[Claim]] = {}
        for file, claims in first.items():
            for slug, claim in self._claims_of(file, _ALL) if file.name in imported else claims:
                found.setdefault(slug, []).append(claim)
        return found

    def _claims_of(self, file: HandedFile, least: float) -> Iterator[tuple[str, Claim]]:
        depth, known = file.name.count("/"), self._exercises.slugs
        if printable(file.name) in self._decided:
            for slug in self._decided[printable(file.name)]:
                yield slug, Claim(ClaimKind.DECIDED, (0,), file)
        elif not (file.is_program or file.is_notebook) or file.damage:
            return
        elif named := _named(file.name, known):
            last = 2 if code_name(file.name) != file.name else int(file.is_notebook)
            yield named.slug, self._claim(ClaimKind.NAMED, (-named.version, depth, last), file, named.slug)
        elif file.marks[0]:
            for slug in file.marks[0]:
                yield slug, Claim(ClaimKind.MARKED, (depth, 0), file)
        elif (part := _named_in_part(file.name, known)) and self._defines(file, part.slug, least):
            yield part.slug, self._claim(ClaimKind.NAMED_IN_PART, (-part.version, 0), file, part.slug)
        else:
            for slug in self._exercises.recognised(file.defined, least):
                yield slug, self._claim(ClaimKind.RECOGNISED, (0,), file, slug)

    def _claim(self, kind: ClaimKind, order: tuple[int, ...], file: HandedFile, slug: str) -> Claim:
        is_untouched = file.words == self._exercises.untouched.get(slug)
        return Claim(ClaimKind.UNTOUCHED if is_untouched else kind, order, file)

    def _defines(self, file: HandedFile, slug: str, least: float) -> bool:
        """Whether a file defines something that an exercise asks for, or with `least` = 1 everything."""
        asked = self._exercises.asked[slug]
        return asked <= file.defined if least == _ALL else bool(asked & file.defined)

    def _settle(self, slug: str, claims: list[Claim]) -> None:
        """Choose the answer, and say of every other candidate why it is not."""
        best = claims[0]
        rivals = [
            one
            for one in claims[1:]
            if (one.kind, one.order[:-1]) == (best.kind, best.order[:-1]) and one.file.words != best.file.words
        ]
        if rivals and best.kind in _UNSURE:
            open_cases = [one.file for one in claims if one.kind is not ClaimKind.UNTOUCHED]
            for file in open_cases:
                others = [one.name for one in open_cases[:_COMPARED] if one is not file][: _COMPARED - 1]
                words = f"could answer {slug}, and so could {listed(others)}"
                self._note(file, slug, FileStatus.OFFERED, words)
        elif best.kind is not ClaimKind.UNTOUCHED or _named(best.file.name, self._exercises.slugs):
            self._answer(slug, best.file, rivals)
        for claim in claims:
            self._note(claim.file, slug, *_lost(slug, claim, best, claim in rivals))

    def _answer(self, slug: str, file: HandedFile, rivals: Sequence[Claim]) -> None:
        folder, note = f"{posixpath.dirname(file.name)}/".lstrip("/"), ""
        if rivals:
            others = listed(one.file.name for one in rivals)
            note = f"{shown(file.name)} was graded, though {others} could be meant as well; keep one"
        beside = [entry for entry in self._read.entries if entry[0].startswith(folder) and entry[0] != file.name]
        companions = select(file.name, file.content, ((name.removeprefix(folder), content) for name, content in beside))
        self._answers[slug] = AnswerFile(file.name, file.content, companions, note)
        self._note(file, slug, FileStatus.USED, f"answers {slug}")
        for name, _ in companions:
            self._note(self._files[folder + name], slug, FileStatus.USED, f"is used by {shown(file.name)}")

    def _offer_more(self, claim: Claim) -> None:
        """Offer a file that answers one exercise for another, too, of which it defines half, or that it is named after
        by mistake. Less than that it needs for its own exercise."""
        file, asked = claim.file, self._exercises.asked
        if claim.kind not in (ClaimKind.NAMED, *_UNSURE):
            return
        mine = frozenset[bytes]().union(*(asked[slug] for slug in self._records[file.name] if slug))
        if claim.kind is ClaimKind.NAMED and (any(name in file.content for name in mine) or mine & file.defined):
            return
        for slug, names in self._exercises.overlap(file.defined).items():
            is_by_the_way = names <= mine or 2 * len(names) < len(asked[slug]) or len(names) == 1
            if slug not in self._answers and not is_by_the_way:
                self._note(file, slug, FileStatus.OFFERED, _could_answer(slug, names))

    def _explain(self, file: HandedFile) -> None:
        """Say why a file is not used, or offer it."""
        overlap = self._exercises.overlap(file.defined)
        unanswered = [
            slug
            for slug, names in overlap.items()
            if slug not in self._answers and not any(names < more for more in overlap.values())
        ]
        if printable(file.name) in self._decided:
            self._note(file, "", FileStatus.LEFT_OUT, "was left out by hand")
        elif file.damage and (file.is_program or file.is_notebook):
            self._explain_damage(file)
        elif unanswered:
            for slug in unanswered:
                self._note(file, slug, FileStatus.OFFERED, _could_answer(slug, overlap[slug]))
        elif overlap:
            for slug in overlap.keys() & self._answers.keys():
                self._note(file, slug, FileStatus.LEFT_OUT, _is_not_graded(slug, self._answers[slug].name))
        elif (file.is_program or file.is_notebook) and file.digest not in self._exercises.given:
            self._explain_code(file)
        elif file.digest in self._exercises.given or posixpath.basename(file.name).startswith(_WORKSPACE):
            self._note(file, "", FileStatus.SYSTEM, "comes with the course")
        elif _QUIZ.fullmatch(file.name):
            self._note(file, "", FileStatus.LEFT_OUT, "is an attempt at a quiz, which 'grader quiz grade' grades")
        else:
            self._note(file, "", FileStatus.LEFT_OUT, "is not code, and no answer reads it")

    def _explain_damage(self, file: HandedFile) -> None:
        named = _named(file.name, self._exercises.slugs)
        if named and named.slug not in self._answers:
            self._note(file, named.slug, FileStatus.UNREADABLE, file.damage)
        else:
            self._note(file, "", FileStatus.LEFT_OUT, file.damage)

    def _explain_code(self, file: HandedFile) -> None:
        stem = posixpath.basename(code_name(file.name)).rpartition(".")[0].lower()
        meant = closest(stem, self._exercises.slugs - self._answers.keys()) if file.is_program else None
        if meant:
            words = f"is not named after an exercise; was '{meant}.py' meant?"
            self._note(file, meant, FileStatus.OFFERED, words)
        elif file.marks[1]:
            words = f"has cells for {shown(file.marks[1])}, which the course does not have"
            self._note(file, "", FileStatus.OFFERED, words)
        elif not self._answers:
            self._note(file, "", FileStatus.OFFERED, "defines nothing that an exercise asks for")
        else:
            words = "defines nothing that an exercise asks for, and no answer imports it"
            self._note(file, "", FileStatus.LEFT_OUT, words)


def _lost(slug: str, claim: Claim, best: Claim, is_rival: bool) -> tuple[FileStatus, str]:
    """Return what became of a candidate that is not the answer, and why."""
    winner = shown(best.file.name)
    if claim.kind is ClaimKind.UNTOUCHED:
        return FileStatus.LEFT_OUT, f"is the untouched stub of {slug}"
    if claim.file.words == best.file.words:
        return FileStatus.LEFT_OUT, f"has the same content as {winner}"
    if best.kind is ClaimKind.DECIDED:
        return FileStatus.LEFT_OUT, f"is not graded for {slug}: {winner} was chosen by hand"
    is_older = claim.kind is best.kind is ClaimKind.NAMED and claim.order[0] > best.order[0]
    if is_older or (claim.kind is ClaimKind.NAMED_IN_PART and claim.order[0] > 0):
        return FileStatus.LEFT_OUT, f"is an older version of {winner}"
    if is_rival or claim.kind is ClaimKind.NAMED_IN_PART:
        return FileStatus.OFFERED, f"could answer {slug} as well as {winner}, which is graded"
    return FileStatus.LEFT_OUT, _is_not_graded(slug, best.file.name)


def _is_not_graded(slug: str, winner: str) -> str:
    return f"is not graded for {slug}: {shown(winner)} is"


def _could_answer(slug: str, names: Iterable[bytes]) -> str:
    return f"could answer {slug}: it defines {listed(sorted(name.decode('ascii', 'replace') for name in names))}"


@lru_cache(maxsize=4096)
def _named(name: str, slugs: frozenset[str]) -> NamedExercise | None:
    return exercise_of(posixpath.basename(code_name(name)), slugs)


@lru_cache(maxsize=4096)
def _named_in_part(name: str, slugs: frozenset[str]) -> NamedExercise | None:
    return exercise_within(posixpath.basename(code_name(name)), slugs)
