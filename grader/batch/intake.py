"""Takes in what was handed in: who, what of it answers which exercise, and what nobody can make sense of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import PurePosixPath
from typing import Any

from grader.batch.engine import Job
from grader.course import Course
from grader.gradebook import Delivery, Gradebook, KnownStudents, Student, Work
from grader.submission.discover import DiscoveredAttempt, DiscoveredClass, SubmissionFiles
from grader.submission.names import shown
from grader.submission.roster import EnrolledStudent, Roster
from grader.submission.submission import digest_of, select
from grader.text import closest


class Intake:
    """Reads one student at a time and lets go of the contents: a job reads them again."""

    def __init__(self, course: Course, found: DiscoveredClass) -> None:
        self._handed = found.handed
        self._slugs = course.slugs
        self._known = frozenset(course.slugs)
        self._stub = cache(lambda slug: course.find(slug).stub_source.encode())
        self._last: tuple[int, SubmissionFiles] | None = None
        self.works: dict[Work, list[int]] = {}  # → the hand-ins that have it
        self.problems = [f"{problem.file}: {problem.sentence}" for problem in found.problems]

    def hand_ins(self) -> Iterator[Delivery]:
        """All of them, in order; `works` and `problems` grow."""
        for at, handed in enumerate(self._handed):
            files = self._files(at)
            jobs = list(self._jobs(files))
            misnamed = dict(_misnamed(files, jobs, self._known))
            problem = "" if jobs or misnamed else _why_nothing(files)
            odd = [*files.problems, *([problem] if problem and files.entries else []), *misnamed.values()]
            self.problems += [f"{handed.label}: {sentence}" for sentence in odd]
            works = tuple(Work(job.exercise, job.digest) for job in jobs)
            for work in works:
                self.works.setdefault(work, []).append(at)
            yield _hand_in(handed, files.digest, works, problem, misnamed)

    def rows(self, only: frozenset[str] | None = None) -> Iterator[dict[str, Any]]:
        """What a batch would grade (of the exercises in `only`), hand-in by hand-in."""
        for handed, found in zip(self._handed, self.hand_ins(), strict=True):
            exercises = [work.exercise for work in found.works if only is None or work.exercise in only]
            yield {
                "student": handed.student,
                "name": handed.name,
                "attempt": handed.attempt,
                "late": bool(handed.late),
                "when": handed.when.isoformat() if handed.when else None,
                "label": handed.label,
                "exercises": exercises,
            }

    def students(self, work: Work) -> set[str]:
        """Who handed it in."""
        return {self._handed[at].student for at in self.works[work]}

    def job(self, work: Work) -> Job | None:
        """None, and a problem more, if somebody changed it since it was taken in."""
        at = self.works[work][0]
        job = self._job(self._files(at), work.exercise)
        if job is None or job.digest != work.digest:
            meanwhile = "changed or went while the class was graded; run this again"
            self.problems.append(f"{self._handed[at].label}: {work.exercise} {meanwhile}")
            return None
        return job

    def _files(self, at: int) -> SubmissionFiles:
        """Of one hand-in; those read last are still there."""
        if self._last is None or self._last[0] != at:
            self._last = at, self._handed[at].read()
        return self._last[1]

    def _jobs(self, files: SubmissionFiles) -> Iterator[Job]:
        possible = files.candidates(self._known)
        found = (self._job(files, slug) for slug in self._slugs if slug in possible)
        return (job for job in found if job is not None)

    def _job(self, files: SubmissionFiles, slug: str) -> Job | None:
        answer = files.for_exercise(slug, self._known, self._stub(slug))
        if answer is None:
            return None
        companions = select(answer.name, answer.source, answer.companions)
        name = f"{slug}.ipynb" if answer.name.lower().endswith(".ipynb") else f"{slug}.py"
        shows = (*companions, ("", answer.note.encode())) if answer.note else companions  # the result tells the note
        return Job(slug, digest_of([(name, answer.source), *shows]), name, answer.source, companions, answer.note)


def _hand_in(
    handed: DiscoveredAttempt, digest: str, works: tuple[Work, ...], problem: str, problems: Mapping[str, str]
) -> Delivery:
    return Delivery(
        student=handed.student,
        digest=digest,
        works=works,
        submitted=handed.when,
        late_seconds=None if handed.late else 0,
        attempt=handed.attempt,
        label=handed.label,
        problem=problem,
        problems=problems,
    )


def _why_nothing(files: SubmissionFiles) -> str:
    if not files.entries:
        return "; ".join(files.problems) or "there is no file in it"
    return "no file is named after an exercise"


def _misnamed(files: SubmissionFiles, jobs: list[Job], slugs: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Answers under a wrong name: the exercise that was probably meant, and a sentence for student and instructor."""
    unanswered = slugs - {job.exercise for job in jobs}
    helpers = {PurePosixPath(name).name for job in jobs for name, _ in job.files}
    for name in files.strays(slugs):
        path = PurePosixPath(name)
        meant = closest(path.stem.lower(), unanswered)
        if meant and path.name not in helpers:
            yield meant, f"{shown(name)} is named after no exercise; was '{meant}.py' meant?"


# ---- Who is in the class, as the roster and the submissions tell it.


_TOLD = 3


def as_known(found: DiscoveredClass, students: Iterable[Student]) -> DiscoveredClass:
    """For a run without a roster: who comes by what an earlier one told of a student is that student."""
    known, handed = KnownStudents(students), []
    for one in found.handed:
        who = known.find(one.student)
        handed.append(replace(one, student=who.id, name=who.name or one.name) if who else one)
    return replace(found, handed=tuple(handed))


def enrol(book: Gradebook, found: DiscoveredClass, roster: Roster | None) -> str:
    """What is known of a student is added to, and never forgotten because a later run has no roster.

    Who was graded before the roster told their id has another from now on; a sentence about that, or "".
    """
    listed = {one.student: one for one in roster.students} if roster else {}
    there = {student.id for student in book.students()}
    came = {one.came_as: one.student for one in found.handed if one.student in listed}
    renamed = {old: new for old, new in came.items() if old in there and old not in listed}
    for old, new in renamed.items():
        book.rename_student(old, new)
    known = {student.id: student for student in book.students()}
    told = {one.student: _student(one.student, one.name, one.lms, listed) for one in listed.values()}
    told |= {one.student: _student(one.student, one.name, one.lms, listed, one.came_as) for one in found.handed}
    merged = (_merged(known.get(student.id), student, student.id in listed) for student in told.values())
    book.add_students(student for student in merged if student != known.get(student.id))
    return _told(renamed)


def _told(renamed: Mapping[str, str]) -> str:
    some = [f"{shown(old)} is {shown(new)} on the roster" for old, new in list(renamed.items())[:_TOLD]]
    more = len(renamed) - len(some)
    tail = f" and {more} more like these" if more else ""
    return f"{', '.join(some)}{tail}; what was kept under the old name is kept there now" if renamed else ""


def _student(student: str, name: str, lms: str, listed: Mapping[str, EnrolledStudent], came_as: str = "") -> Student:
    """With what course systems call them, for grades that go back there, and to know them again."""
    one = listed.get(student)
    fields = {"lms": lms, "email": one.email if one else "", "login": one.login if one else ""}
    fields["came_as"] = "" if came_as in (student, *fields.values()) else came_as
    return Student(student, name, {key: value for key, value in fields.items() if value})


def _merged(before: Student | None, now: Student, is_listed: bool) -> Student:
    if before is None:
        return now
    name = now.name if is_listed or not before.name else before.name
    return Student(now.id, name, {**before.fields, **now.fields})
