"""Finds the attempts of a class in a folder or zip from an LMS or from disk.

Only names are read here; `DiscoveredAttempt.read` reads the contents of one attempt.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from grader.errors import UsageError
from grader.submission.layouts import READERS, DiscoveredAttempt, Layout, LayoutProblem, LayoutRoot
from grader.submission.names import fold, identity, shown
from grader.submission.recognise import recognise
from grader.submission.roster import EnrolledStudent, Roster
from grader.submission.tree import AnswerFile, FolderTree, SourceTree, SubmissionFiles, open_place

__all__ = [
    "AnswerFile", "DiscoveredAttempt", "DiscoveredClass", "Layout", "LayoutProblem", "SubmissionFiles", "discover",
]  # fmt: skip

_RESULTS = "it contains the results of a batch, not a submission, and was left out"
_LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class DiscoveredClass:
    """All attempts, sorted by student and attempt. A zip of a whole class stays open until `close`."""

    layout: Layout
    handed: tuple[DiscoveredAttempt, ...]
    problems: tuple[LayoutProblem, ...]
    missing: tuple[str, ...]  # students on the roster who submitted nothing
    place: SourceTree = field(repr=False, compare=False)

    def close(self) -> None:
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
    """Find all attempts in `path`, a folder or a zip. UsageError if its layout is not clear.

    A folder with a file called `results` was written by an earlier batch and belongs to no student. Every such folder
    is reported, except for `out`.
    """
    place = open_place(path)
    left_out = place.leave_out(results) if results and isinstance(place, FolderTree) else ()
    try:
        whole = path.resolve()
        title = whole.stem if whole.is_file() else whole.name
        known, root = recognise(LayoutRoot(place, "", title, frozenset(slugs)), layout)
        found = list(READERS[known](root))
        seen = [one for one in found if isinstance(one, DiscoveredAttempt)]
        if layout != "auto" and not seen:
            remedy = "omit --layout to detect it"
            raise UsageError(f"nothing in {shown(root.title)} has the layout '{known}'; {remedy}")
    except UsageError:
        place.close()
        raise
    problems = [*(LayoutProblem(path.name, sentence) for sentence in place.problems), *root.beside]
    own = out.resolve() if out else None
    problems += (LayoutProblem(name, _RESULTS) for name in sorted(left_out) if (path / name).resolve() != own)
    problems += (one for one in found if isinstance(one, LayoutProblem))
    groups: dict[tuple[str, str], list[DiscoveredAttempt]] = {}
    for one, known_as in zip(seen, _students(seen, roster, problems), strict=True):
        lms = one.who.lms or known_as.lms
        one = replace(one, student=known_as.student, name=known_as.name, lms=lms, place=place)
        groups.setdefault((one.student, one.assignment), []).append(one)
    handed: list[DiscoveredAttempt] = []
    for _, attempts in sorted(groups.items()):
        # Attempts are numbered as by the LMS, else by time, else by name.
        counted = len({one.attempt for one in attempts}) == len(attempts) and all(one.attempt for one in attempts)
        attempts.sort(key=lambda one: (one.attempt if counted else 0, one.when or _LONG_AGO, one.label))
        handed += attempts if counted else (replace(one, attempt=at) for at, one in enumerate(attempts, 1))
    there = {one.student for one in handed}
    folded: dict[str, str] = {}
    for name in sorted(there):  # each student gets files, which some file systems could not tell apart
        other = folded.setdefault(fold(name), name)
        if other != name:
            problems.append(LayoutProblem(name, f"{shown(other)} and {shown(name)} differ only in case"))
    missing = tuple(one.student for one in roster.students if one.student not in there) if roster else ()
    return DiscoveredClass(known, tuple(handed), tuple(problems), missing, place)


def _students(
    seen: list[DiscoveredAttempt], roster: Roster | None, problems: list[LayoutProblem]
) -> list[EnrolledStudent]:
    """Return the student of each attempt: as the roster lists them, else under the name or number they came with."""
    if roster is None:
        return [EnrolledStudent(one.came_as, one.who.name, lms=one.who.lms) for one in seen]
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
            continue
        student = identity(f"unknown {one.came_as}") if one.came_as in taken else one.came_as
        settled.append(EnrolledStudent(student, one.who.name, lms=one.who.lms))
        problem = f"{shown(one.who.name)} is not on the roster; it is graded as {shown(student)}"
        if enrolled:
            all_of_them = " and ".join(map(shown, sorted(rivals)))
            problem = f"{all_of_them} all match {shown(enrolled.student)}; they are kept apart"
        problems.append(LayoutProblem(one.label, problem))
    return settled
