"""Takes in what a class submitted: by whom, which file answers which exercise, and what is not understood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from shlex import quote

from grader.batch.engine import Job
from grader.course import Course
from grader.gradebook import Decision, Delivery, Gradebook, HandIn, KnownStudents, Student, Work
from grader.results import FileRecord, FileStatus
from grader.submission.answers import Account, AnswerFile, StubNames, account, content_digest
from grader.submission.discover import DiscoveredAttempt, DiscoveredClass, Layout, LayoutProblem, SubmissionFiles
from grader.submission.names import code_name, identity, printable, shown
from grader.submission.roster import Roster, same_name
from grader.submission.submission import digest_of
from grader.submission.tree import TreePart, gather

_NAMED = 3  # students in a message
_NOTHING = "no file answers an exercise"


class Intake:
    """Reads one student at a time and keeps no content: a job reads it again.

    `matches`: file → the exercises that a person said it answers. `works`: → the deliveries that contain it.
    `hand_ins`: what became of all files.
    """

    def __init__(self, course: Course, found: DiscoveredClass, matches: Mapping[str, Decision] | None = None) -> None:
        self._handed = found.handed
        self._place = found.place
        self._matches = matches or {}
        stubs = {folder.slug: folder.path / "stub.py" for folder in course.folders}
        given = {path for folder in course.folders for path in folder.path.rglob("*") if path.is_file()}
        self._exercises = StubNames(
            {slug: path.read_bytes() if path in given else b"" for slug, path in stubs.items()},
            {content_digest(path.read_bytes()) for path in given if path.stat().st_size},
        )
        self._read = lru_cache(maxsize=1)(self._read_anew)
        self.works: dict[Work, list[int]] = {}
        self.hand_ins: list[HandIn] = []
        self.missed = 0
        self.problems = [f"{problem.file}: {problem.sentence}" for problem in found.problems]

    def deliveries(self) -> Iterator[Delivery]:
        """All of them, in order; `works`, `hand_ins` and `problems` grow."""
        for at, handed in enumerate(self._handed):
            files, found = self._read(handed.folder, handed.parts)
            works = tuple(Work(slug, _job(slug, answer).digest) for slug, answer in found.answers.items())
            odd = dict(_single_offers(found)) | {
                one.exercise: one.sentence for one in found.records if _is_damaged(one)
            }
            problem = "" if works or odd else "; ".join(files.problems) or _NOTHING
            if handed.student in handed.counts_for[:1]:  # of those who share it, only once
                damaged = [one.sentence for one in found.records if _is_damaged(one)]
                told = [*files.problems, *damaged, *([problem] if problem == _NOTHING else [])]
                self.problems += [f"{handed.label}: {sentence}" for sentence in told]
            for work in works:
                self.works.setdefault(work, []).append(at)
            self.hand_ins.append(
                HandIn(handed.student, handed.folder, handed.label, handed.via, handed.when, found.records)
            )
            yield Delivery(
                student=handed.student,
                digest=files.digest,
                works=works,
                submitted=handed.when,
                late_seconds=None if handed.late else 0,
                attempt=handed.attempt,
                label=handed.label,
                problem=problem,
                problems=odd,
                files=found.records,
                folder=handed.folder,
                via=handed.via,
                counts_for=handed.counts_for,
            )

    def students(self, work: Work) -> set[str]:
        """Who submitted it."""
        return {self._handed[at].student for at in self.works[work]}

    def jobs(self, works: Iterable[Work]) -> Iterator[Job]:
        """The jobs for these works. One that somebody changed since it was taken in is missed, and a problem: the next
        batch takes it in as it is then."""
        for work in works:
            handed = self._handed[self.works[work][0]]
            answer = self._read(handed.folder, handed.parts)[1].answers.get(work.exercise)
            job = _job(work.exercise, answer) if answer else None
            if job is not None and job.digest == work.digest:
                yield job
            else:
                self.missed += 1
                meanwhile = "was changed or removed while the class was graded; run this again"
                self.problems.append(f"{handed.label}: {work.exercise} {meanwhile}")

    def _read_anew(self, folder: str, parts: tuple[TreePart, ...]) -> tuple[SubmissionFiles, Account]:
        """The files of a hand-in, and what they are: as was decided of a file, unless it is another one now."""
        files, decided = gather(self._place, parts), {}
        for name, content in files.entries if self._matches else ():
            decision = self._matches.get(f"{folder}/{printable(name)}")
            if decision is not None and decision.content == content_digest(content):
                decided[printable(name)] = decision.chosen
        return files, account(files, self._exercises, decided)


def _job(slug: str, answer: AnswerFile) -> Job:
    name = f"{slug}.ipynb" if code_name(answer.name).lower().endswith(".ipynb") else f"{slug}.py"
    shows = (("", answer.note.encode()),) if answer.note else ()  # the result shows the note
    digest = digest_of([(name, answer.source), *answer.companions, *shows])
    return Job(slug, digest, name, answer.source, answer.companions, answer.note)


def _is_damaged(file: FileRecord) -> bool:
    """Whether it is named after an exercise that nothing answers, and cannot be read."""
    return file.status is FileStatus.UNREADABLE and bool(file.exercise)


def _single_offers(found: Account) -> Iterator[tuple[str, str]]:
    """Exercises without an answer that one file or more could answer, and no other: a message for the student."""
    offered = [one for one in found.records if one.status is FileStatus.OFFERED and one.exercise]
    meanings = Counter(one.name for one in offered)
    for one in reversed(offered):  # the first one counts
        if meanings[one.name] == 1 and one.exercise not in found.answers:
            yield one.exercise, one.sentence


def as_known(found: DiscoveredClass, students: Iterable[Student], command: str) -> DiscoveredClass:
    """For a run without a roster: students are recognised by what an earlier run knew of them. Whoever only seems to be
    a known student is kept apart, and reported."""
    known, handed, problems = KnownStudents(students), [], list(found.problems)
    for one in found.handed:
        apart = identity(one.who.id, apart=True)
        student = None if one.via else known.recognise(one.student, one.who.lms, apart)
        if student is not None and student.id == apart != one.came_as:
            one = replace(one, came_as=apart, folder=apart)
        if student is not None and _is_another(one, student, found.layout):
            own = identity(f"{one.name} {one.came_as}")
            who = f"the gradebook knows {shown(student.id)} as another student than {shown(one.name)}"
            remedy = f"if it is the same: {command} {quote(one.folder)} {quote(student.id)}"
            problems.append(LayoutProblem(one.label, f"{who}, who is graded as {shown(own)}; {remedy}"))
            handed.append(replace(one, student=own))
        elif student is None and not one.via and len(fits := known.called(one.student)) > 1:
            who = f"{shown(one.student)} could be {' or '.join(map(shown, fits))} of the gradebook"
            remedy = f"to decide: {command} {quote(one.folder)} {quote(fits[0])}"
            problems.append(LayoutProblem(one.label, f"{who}; it is graded under its own name; {remedy}"))
            handed.append(one)
        else:
            handed.append(replace(one, student=student.id, name=student.name or one.name) if student else one)
    return replace(found, handed=tuple(handed), problems=tuple(problems))


def _is_another(one: DiscoveredAttempt, known: Student, layout: Layout) -> bool:
    """Whether the number of a student here belongs to somebody else in the gradebook. Moodle's numbers are different in
    every assignment."""
    if layout is not Layout.MOODLE:
        return bool(one.who.lms) and known.fields.get("lms", one.who.lms) != one.who.lms
    is_named = one.name and known.name and not any(one.came_as in name for name in (one.name, known.name))
    return bool(is_named) and not same_name(one.name, known.name)


def share(found: DiscoveredClass, groups: Iterable[Collection[str]]) -> DiscoveredClass:
    """Let the hand-in of each student count for the members of their groups, too."""
    members: dict[str, set[str]] = {}
    for group in groups:
        for student in group:
            members.setdefault(student, set()).update(group)
    owners: dict[tuple[str, tuple[TreePart, ...]], dict[str, DiscoveredAttempt]] = {}
    for one in found.handed:
        owners.setdefault((one.folder, one.parts), {})[one.student] = one
    for together in owners.values():
        for one in list(together.values()):
            for member in sorted(members.get(one.student, set()) - together.keys()):
                together[member] = replace(one, student=member, name="", lms="", via=one.student, shared=True)
    handed = [replace(one, counts_for=tuple(together)) for together in owners.values() for one in together.values()]
    there = {one.student for one in handed}
    missing = tuple(student for student in found.missing if student not in there)
    return replace(found, handed=tuple(handed), missing=missing)


def enrol(book: Gradebook, found: DiscoveredClass, roster: Roster | None) -> str:
    """Add the students of a class. What is known of a student is never lost because a later run has no roster.

    Students who were graded under another id, before the roster or a decision gave theirs, get it now; returns a
    sentence about them, or "".
    """
    listed = {one.student: one for one in roster.students} if roster else {}
    renamed = {old: new for old, (new, *more) in _earlier_ids(book, found, listed).items() if not more}
    for old, new in renamed.items():
        book.rename_student(old, new)
    known = {student.id: student for student in book.students()}
    names = {one.student: (one.name, one.lms, "") for one in listed.values()}
    names |= {
        one.student: (one.name, one.lms, "" if one.via else one.came_as) for one in found.handed if not one.shared
    }
    added = []
    for student, (name, lms, came_as) in names.items():
        # What course systems call them: for grades that go back there, and to recognise them.
        one, before = listed.get(student), known.get(student, Student(student))
        fields = {"lms": lms, "email": one.email if one else "", "login": one.login if one else ""}
        fields["came_as"] = "" if came_as in (student, *fields.values()) else came_as
        fields = {key: value for key, value in fields.items() if value}
        name = name if one or not before.name else before.name
        added.append(Student(student, name, {**before.fields, **fields}))
    book.add_students(student for student in added if student != known.get(student.id))
    if not renamed:
        return ""
    where = " on the roster" if roster else ""
    some = ", ".join(f"{shown(old)} is {shown(new)}{where}" for old, new in list(renamed.items())[:_NAMED])
    more = f" and {len(renamed) - _NAMED} more like these" if len(renamed) > _NAMED else ""
    return f"{some}{more}; everything saved under the old name is under the new one now"


def forget(book: Gradebook, found: DiscoveredClass, roster: Roster | None) -> None:
    """Remove those who were only the name of a folder that was decided to be of several students."""
    listed = {one.student: one for one in roster.students} if roster else {}
    for old, students in _earlier_ids(book, found, listed).items():
        book.remove_unused(old, f"the hand-in is of {' and '.join(students)}")


def _earlier_ids(book: Gradebook, found: DiscoveredClass, listed: Collection[str]) -> dict[str, list[str]]:
    """Ids in the gradebook that only stood for a folder whose students are known now → these students."""
    there, present = {student.id for student in book.students()}, {one.student for one in found.handed}
    owners: dict[str, dict[str, None]] = {}
    for one in found.handed:
        if not one.shared and (one.via or one.student in listed):
            for old in (one.came_as, identity(f"unknown {one.came_as}")):
                is_free = old in there and old not in present and old not in listed
                if is_free and (not one.via or book.stands_for(old, one.folder)):
                    owners.setdefault(old, {})[one.student] = None
    return {old: list(students) for old, students in owners.items()}
