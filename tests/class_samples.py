"""A class for tests: results made by hand, in a gradebook of the small course."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from grader.course import Course
from grader.gradebook import Delivery, Gradebook, Graded, GradingSetup, Student, Work
from grader.results import CheckResult, ExerciseResult, Outcome

DAY = datetime(2026, 3, 1, 12, tzinfo=UTC)
VERSIONS = {"grader": "0.1.0", "python": "3.11.7", "numpy": "2.4.6"}
SECRET = "the hidden case has fifty values"
POINTS = {"doubles": 2.0, "negative": 1.0, "adds": 1.0, "secret": 1.0}
SENTENCES = {
    "doubles": "every value is doubled",
    "negative": "negative values are doubled too",
    "adds": "the total is the sum",
    "secret": "a large case is doubled",
}
HOSTILE = {
    "../../x": "<script>alert(1)</script>",
    "=cmd|' /C calc'!A0": "=cmd|' /C calc'!A0",
    "+1": "@SUM(A1)",
    "semi": "Ann;=1+1",
    "tab": "\t=1+1",
    "quo\"te'": '"><img src=x onerror=alert(1)>',
    "con": "{{ 7 * 7 }} {% raw %}",
    "Zoë": "Zoë 👩🏽‍💻",
    "zoë": "zoë",
    "rtl": "\u202eevil مريم",
    "long" * 75: "x" * 300,
    "javascript:alert(1)": "javascript:alert(1)",
    "-rf": "a\r\nb\x00c",
}


def result(
    *failed: str, outcome: Outcome = Outcome.FAILED, mistake: str = "", said: str = "is 1, not 2"
) -> ExerciseResult:
    """Of `double`: these checks failed, all others passed."""
    checks = tuple(_check(name, name in failed, outcome, mistake, said) for name in POINTS)
    score = sum(check.score for check in checks)
    return ExerciseResult("double", "Double", score, sum(POINTS.values()), "L2", checks)


def _check(name: str, failed: bool, outcome: Outcome, mistake: str, said: str) -> CheckResult:
    ended = outcome if failed else Outcome.PASSED
    hidden = name == "secret"
    named = bool(mistake) and failed and not hidden
    return CheckResult(
        id=name,
        title=SENTENCES[name],
        outcome=ended,
        score=POINTS[name] if ended in (Outcome.PASSED, Outcome.GRADER_ERROR) else 0.0,
        max_score=POINTS[name],
        hidden=hidden,
        message=(SECRET if hidden else said) if failed else "",
        details=(SECRET,) if hidden and failed else (),
        misconception=mistake if named else None,
        diagnosis="The value is squared." if named else None,
        advice="Add the value to itself instead." if named else None,
        printed=SECRET if hidden else "",
    )


class Clock:
    """A second passes with every look."""

    def __init__(self) -> None:
        self.time = DAY

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=1)
        return self.time


class Class:
    """A gradebook in `out` that is filled student by student."""

    def __init__(self, course: Course, out: Path) -> None:
        self.course = course
        self.out = out
        self.book = Gradebook.open(out / "gradebook.db", who="ada", now=Clock())
        self.book.describe(course.title)
        self._setup = GradingSetup("double", "v1", "0.1.0", "", self.book.salt)
        self.book.use([self._setup])
        self._run = self.book.begin(VERSIONS)
        self._count = 0

    def student(self, student: str, name: str = "", **fields: str) -> None:
        self.book.add_students([Student(student, name, fields)])

    def hand_in(self, student: str, graded: ExerciseResult | None, late: int | None = 0, after: int = 0) -> None:
        """`graded`: None if it waits for its result."""
        self._count += 1
        work = Work("double", f"work {self._count}")
        when = DAY + timedelta(days=after)
        self.book.receive([Delivery(student, f"digest {self._count}", (work,), when, late, label=f"{self._count}.zip")])
        if graded is not None:
            self.book.save([Graded(work, self._setup, graded, 0.25)], self._run)

    def problem(self, student: str, words: str) -> None:
        self._count += 1
        self.book.receive([Delivery(student, f"digest {self._count}", problem=words)])


def small_class(course: Course, out: Path) -> Class:
    """One of each kind: right, wrong in a known way, late, faulty, unreadable, waiting, absent."""
    made = Class(course, out)
    names = {"ada": "Ada Lovelace", "bob": "Bob", "cy": "Cy Young", "dee": "", "eve": "Ève", "fay": "Fay", "gus": "Gus"}
    for student, name in names.items():
        made.student(student, name)
    made.hand_in("ada", result())
    made.hand_in("bob", result("doubles", "negative", "secret", mistake="squared"))
    made.hand_in("cy", result("adds"), late=90000)
    made.hand_in("dee", result("adds", outcome=Outcome.GRADER_ERROR, said="the worker died"))
    made.problem("eve", "the archive is encrypted")
    made.hand_in("fay", None)
    return made
