"""Finds what was handed in: from a folder or zip of whatever the course system gave to a list of attempts.

Nothing of a submission is read here but its name; `DiscoveredAttempt.read` does that, one student at a time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from grader.errors import UsageError
from grader.submission.archive import ArchiveLimits
from grader.submission.layouts import FoundAttempt, Layout, LayoutProblem, LayoutRoot
from grader.submission.names import fold, identity, shown
from grader.submission.recognise import READERS, recognise
from grader.submission.roster import EnrolledStudent, Roster
from grader.submission.tree import AnswerFile, FolderTree, SourceTree, SubmissionFiles, TreePart, gather, open_place

__all__ = [
    "AnswerFile", "DiscoveredAttempt", "DiscoveredClass", "Layout", "LayoutProblem", "SubmissionFiles", "discover",
]  # fmt: skip

_RESULTS = "it holds the results of a batch, no submission, and was left out"
_LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class DiscoveredAttempt:
    """One attempt of one student. `lms`: the course system's own number, for grades that go back to it.

    `came_as`: the id that the student has without a roster.
    """

    student: str  # may be a file's name
    name: str
    attempt: int  # from 1
    when: datetime | None
    late: bool | None  # None: the layout does not tell
    label: str
    lms: str
    came_as: str
    place: SourceTree = field(repr=False, compare=False)
    parts: tuple[TreePart, ...] = field(repr=False)

    def read(self, limits: ArchiveLimits | None = None) -> SubmissionFiles:
        """All files, archives opened. Never raises: what cannot be read is told in `problems`."""
        return gather(self.place, self.parts, limits or ArchiveLimits())


@dataclass(frozen=True)
class DiscoveredClass:
    """All attempts, by student and attempt. A zip of everything stays open until `close`."""

    layout: Layout
    handed: tuple[DiscoveredAttempt, ...]
    problems: tuple[LayoutProblem, ...]
    missing: tuple[str, ...] = ()  # on the roster, but handed in nothing
    place: SourceTree | None = field(default=None, repr=False, compare=False)

    def close(self) -> None:
        if self.place:
            self.place.close()

    def __enter__(self) -> DiscoveredClass:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def discover(
    path: Path,
    *,
    layout: str = "auto",
    slugs: Collection[str],
    roster: Roster | None = None,
    results: str = "",
    out: Path | None = None,
) -> DiscoveredClass:
    """Look through `path`, a folder or a zip. UsageError, in a sentence, if its layout is not clear.

    `results`: a folder with a file of this name is what an earlier batch wrote, and no student's. All of them are told,
    but for `out`.
    """
    place = open_place(path)
    left_out = place.leave_out(results) if results and isinstance(place, FolderTree) else ()
    try:
        whole = path.resolve()
        title = whole.stem if whole.is_file() else whole.name
        known, root = recognise(LayoutRoot(place, "", title, frozenset(slugs)), layout)
        found = list(READERS[known](root))
        if layout != "auto" and not any(isinstance(one, FoundAttempt) for one in found):
            remedy = "leave out --layout, and it is found out"
            raise UsageError(f"nothing in {shown(root.title)} is laid out as '{known}'; {remedy}")
    except UsageError:
        place.close()
        raise
    seen = [one for one in found if isinstance(one, FoundAttempt)]
    problems = [*(LayoutProblem(path.name, sentence) for sentence in place.problems), *root.beside]
    own = out.resolve() if out else None
    problems += (LayoutProblem(name, _RESULTS) for name in sorted(left_out) if (path / name).resolve() != own)
    problems += (one for one in found if isinstance(one, LayoutProblem))
    students = _students(seen, roster, problems)
    handed = [one for group in _grouped(seen, students) for one in _numbered(place, *group)]
    there = {one.student for one in handed}
    problems += _too_alike(there)
    missing = tuple(one.student for one in roster.students if one.student not in there) if roster else ()
    return DiscoveredClass(known, tuple(handed), tuple(problems), missing, place)


def _students(seen: list[FoundAttempt], roster: Roster | None, problems: list[LayoutProblem]) -> list[EnrolledStudent]:
    """Of each attempt, whose it is."""
    if roster is None:
        return [_as_they_came(one) for one in seen]
    problems += (LayoutProblem("the roster", sentence) for sentence in roster.problems)
    found = roster.find_all([one.who for one in seen])
    claims: dict[str, set[str]] = {}
    for one, enrolled in zip(seen, found, strict=True):
        if enrolled:
            claims.setdefault(enrolled.student, set()).add(one.who.id)
    taken = {known.student for known in roster.students}
    settled = []
    for one, enrolled in zip(seen, found, strict=True):
        rivals = claims[enrolled.student] if enrolled else set()
        if enrolled and len(rivals) == 1:
            settled.append(enrolled)
        else:
            settled.append(_as_they_came(one, taken))
            problems.append(LayoutProblem(one.label, _not_settled(one, enrolled, rivals, settled[-1])))
    return settled


def _as_they_came(one: FoundAttempt, taken: Collection[str] = ()) -> EnrolledStudent:
    """Under the name or number that they came with, unless it is somebody else's on the roster."""
    student = identity(one.who.id)
    return EnrolledStudent(
        identity(f"unknown {student}") if student in taken else student, one.who.name, lms=one.who.lms
    )


def _not_settled(one: FoundAttempt, enrolled: EnrolledStudent | None, rivals: set[str], own: EnrolledStudent) -> str:
    if enrolled is None:
        return f"{shown(one.who.name)} is not on the roster; it is graded as {shown(own.student)}"
    all_of_them = " and ".join(map(shown, sorted(rivals)))
    return f"{all_of_them} all look like {shown(enrolled.student)}; they are kept apart"


def _too_alike(students: set[str]) -> Iterable[LayoutProblem]:
    """Each will have files of their own, which some file systems cannot keep apart."""
    before: dict[str, str] = {}
    for student in sorted(students):
        other = before.setdefault(fold(student), student)
        if other != student:
            yield LayoutProblem(student, f"{shown(other)} and {shown(student)} differ only in upper and lower case")


def _grouped(
    seen: list[FoundAttempt], students: list[EnrolledStudent]
) -> Iterable[tuple[EnrolledStudent, list[FoundAttempt]]]:
    groups: dict[tuple[str, str], tuple[EnrolledStudent, list[FoundAttempt]]] = {}
    for one, student in zip(seen, students, strict=True):
        groups.setdefault((student.student, one.assignment), (student, []))[1].append(one)
    return (groups[key] for key in sorted(groups))


def _numbered(place: SourceTree, student: EnrolledStudent, attempts: list[FoundAttempt]) -> Iterable[DiscoveredAttempt]:
    """As the system counts, where it does; else by time, else by name."""
    counted = len({one.attempt for one in attempts}) == len(attempts) and all(one.attempt for one in attempts)
    ordered = sorted(attempts, key=lambda one: (one.attempt if counted else 0, one.when or _LONG_AGO, one.label))
    for place_in_line, one in enumerate(ordered, 1):
        number = one.attempt if counted else place_in_line
        yield DiscoveredAttempt(
            student=student.student,
            name=student.name,
            attempt=number,
            when=one.when,
            late=one.late,
            label=one.label,
            lms=one.who.lms or student.lms,
            came_as=identity(one.who.id),
            place=place,
            parts=one.parts,
        )
