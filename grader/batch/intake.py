"""Takes in what a class submitted: by whom, which file answers which exercise, and what is not understood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import PurePosixPath

from grader.batch.engine import Job
from grader.course import Course
from grader.gradebook import Delivery, Gradebook, KnownStudents, Student, Work
from grader.submission.discover import DiscoveredClass, SubmissionFiles
from grader.submission.names import shown
from grader.submission.roster import Roster
from grader.submission.submission import digest_of, select
from grader.text import closest

_NAMED = 3  # students in a message


class Intake:
    """Reads one student at a time and keeps no content: a job reads it again."""

    def __init__(self, course: Course, found: DiscoveredClass) -> None:
        self._handed = found.handed
        self._slugs = course.slugs
        self._known = frozenset(course.slugs)
        self._stub = cache(lambda slug: course.find(slug).stub_source.encode())
        self._files = lru_cache(maxsize=1)(lambda at: found.handed[at].read())
        self.works: dict[Work, list[int]] = {}  # → the deliveries that contain it
        self.missed = 0
        self.problems = [f"{problem.file}: {problem.sentence}" for problem in found.problems]

    def deliveries(self) -> Iterator[Delivery]:
        """All of them, in order; `works` and `problems` grow."""
        for at, handed in enumerate(self._handed):
            files = self._files(at)
            possible = files.candidates(self._known)
            jobs = [job for slug in self._slugs if slug in possible and (job := self._job(files, slug))]
            misnamed = dict(self._misnamed(files, jobs))
            problem = ""
            if not jobs and not misnamed:
                problem = "; ".join(files.problems) or "there is no file in it"
                if files.entries:
                    problem = "no file is named after an exercise"
            odd = [*files.problems, *([problem] if problem and files.entries else []), *misnamed.values()]
            self.problems += [f"{handed.label}: {sentence}" for sentence in odd]
            works = tuple(Work(job.exercise, job.digest) for job in jobs)
            for work in works:
                self.works.setdefault(work, []).append(at)
            yield Delivery(
                student=handed.student,
                digest=files.digest,
                works=works,
                submitted=handed.when,
                late_seconds=None if handed.late else 0,
                attempt=handed.attempt,
                label=handed.label,
                problem=problem,
                problems=misnamed,
            )

    def students(self, work: Work) -> set[str]:
        """Who submitted it."""
        return {self._handed[at].student for at in self.works[work]}

    def jobs(self, works: Iterable[Work]) -> Iterator[Job]:
        """The jobs for these works. One that somebody changed since it was taken in is missed, and a problem: the next
        batch takes it in as it is then."""
        for work in works:
            at = self.works[work][0]
            job = self._job(self._files(at), work.exercise)
            if job is not None and job.digest == work.digest:
                yield job
            else:
                self.missed += 1
                meanwhile = "was changed or removed while the class was graded; run this again"
                self.problems.append(f"{self._handed[at].label}: {work.exercise} {meanwhile}")

    def _job(self, files: SubmissionFiles, slug: str) -> Job | None:
        answer = files.for_exercise(slug, self._known, self._stub(slug))
        if answer is None:
            return None
        companions = select(answer.name, answer.source, answer.companions)
        name = f"{slug}.ipynb" if answer.name.lower().endswith(".ipynb") else f"{slug}.py"
        shows = (*companions, ("", answer.note.encode())) if answer.note else companions  # the result shows the note
        return Job(slug, digest_of([(name, answer.source), *shows]), name, answer.source, companions, answer.note)

    def _misnamed(self, files: SubmissionFiles, jobs: list[Job]) -> Iterator[tuple[str, str]]:
        """Answers with a wrong name: the exercise that was probably meant, and a message for student and instructor."""
        unanswered = self._known - {job.exercise for job in jobs}
        helpers = {PurePosixPath(name).name for job in jobs for name, _ in job.files}
        for name in files.strays(self._known):
            path = PurePosixPath(name)
            meant = closest(path.stem.lower(), unanswered)
            if meant and path.name not in helpers:
                yield meant, f"{shown(name)} is not named after an exercise; was '{meant}.py' meant?"


def as_known(found: DiscoveredClass, students: Iterable[Student]) -> DiscoveredClass:
    """For a run without a roster: students are recognised by what an earlier run knew of them."""
    known, handed = KnownStudents(students), []
    for one in found.handed:
        student = known.find(one.student)
        handed.append(replace(one, student=student.id, name=student.name or one.name) if student else one)
    return replace(found, handed=tuple(handed))


def enrol(book: Gradebook, found: DiscoveredClass, roster: Roster | None) -> str:
    """Add the students of a class. What is known of a student is never lost because a later run has no roster.

    Students who were graded before the roster gave their id get that id now; returns a sentence about them, or "".
    """
    listed = {one.student: one for one in roster.students} if roster else {}
    there = {student.id for student in book.students()}
    came = {one.came_as: one.student for one in found.handed if one.student in listed}
    renamed = {old: new for old, new in came.items() if old in there and old not in listed}
    for old, new in renamed.items():
        book.rename_student(old, new)
    known = {student.id: student for student in book.students()}
    names = {one.student: (one.name, one.lms, "") for one in listed.values()}
    names |= {one.student: (one.name, one.lms, one.came_as) for one in found.handed}
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
    some = ", ".join(f"{shown(old)} is {shown(new)} on the roster" for old, new in list(renamed.items())[:_NAMED])
    more = f" and {len(renamed) - _NAMED} more like these" if len(renamed) > _NAMED else ""
    return f"{some}{more}; everything saved under the old name is under the new one now"
