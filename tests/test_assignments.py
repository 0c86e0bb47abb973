"""What counts is declared: by a file, a policy or a command, and never by what one student hands in."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader import Summary, grade_batch, grade_quiz
from grader.course.assignments import Assignment, PersonFile, read_assignments
from grader.course.policy import Late, Policy
from grader.gradebook import Attempt, Gradebook, Student, StudentHistory
from grader.marks import GradedItem, MarkingRules, marks
from tests.class_samples import DAY, result, small_class
from tests.conftest import RIGHT, TRIPLE, GraderCommand, MiniCourse
from tests.helpers import hand_in, notebook

SQUARED = RIGHT.replace("np.add(x, x)", "x * x")
QUIZ = """
title: Sums
kind: graded
questions: [{id: two, type: numeric, prompt: 1 + 1?, answer: 2, points: 3, explanation: It is., source: S0}]
"""
HOMEWORK = """
assignments:
  hw1:
    title: Doubling
    exercises: [double]
    points: 100
    due: 2026-03-01 12:00 +00:00
    late: {penalty: 10, per: day}
    lms: {canvas: "Homework 1 (88121)"}
  hw2: {exercises: [triple], due: 2026-03-08 12:00 +00:00}
"""


@pytest.fixture
def course(mini: MiniCourse) -> MiniCourse:
    mini.add_triple()
    mini.write("quizzes/01_sums.yaml", QUIZ)
    return mini


@pytest.fixture
def grade(course: MiniCourse, tmp_path: Path) -> Callable[..., Summary]:
    """A batch of `class` into `out`, with little isolation: it starts sooner."""

    def run(**options: object) -> Summary:
        return grade_batch(course.path, tmp_path / "class", tmp_path / "out", isolation="L0", jobs=1, **options)  # type: ignore[arg-type]

    return run


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """Three students have answered `double`, one of them wrongly."""
    folder = tmp_path / "class"
    for student, source in {"ada": RIGHT, "bob": SQUARED, "cy": RIGHT}.items():
        hand_in(folder / student, double=source)
    return folder


def files_of(out: Path, *students: str) -> dict[str, bytes]:
    return {
        f"{folder}/{student}": (out / folder / f"{student}.{ending}").read_bytes()
        for student in students
        for folder, ending in (("results", "json"), ("feedback", "html"))
    }


def totals(out: Path) -> dict[str, tuple[float, float]]:
    found = {path.stem: json.loads(path.read_text("utf-8")) for path in (out / "results").glob("*.json")}
    return {student: (data["total"], data["maximum"]) for student, data in sorted(found.items())}


STUB = "def triple(x):\n    raise NotImplementedError\n"


@pytest.mark.parametrize("when", ["before the first batch", "after it"])
def test_what_one_student_hands_in_moves_nobody_elses_mark(
    grade: Callable[..., Summary], three: Path, tmp_path: Path, when: str
) -> None:
    out = tmp_path / "out"
    grade()
    before = files_of(out, "ada", "bob")
    if when == "before the first batch":
        with Gradebook.open(out / "gradebook.db") as book:  # the same salt, and no assignment yet
            book.run("DELETE FROM meta WHERE name = 'assignment'")
    for stray in (
        {"triple": STUB},
        {"triple": TRIPLE},
        {"notes_ipynb": notebook("# exercise: triple\n" + TRIPLE)},
    ):
        hand_in(three / "cy", **stray)
        grade()
        assert files_of(out, "ada", "bob") == before
    assert totals(out) == {"ada": (5, 5), "bob": (1, 5), "cy": (5, 5)}


def test_the_first_batch_proposes_what_most_have_answered_and_keeps_to_it(
    grader: GraderCommand, course: MiniCourse, three: Path, tmp_path: Path
) -> None:
    """Whatever is handed in later; a command changes it."""
    hand_in(three / "cy", triple=TRIPLE)
    run = grader("batch", three, "--out", "out", "--course", course.path, "--isolation", "L0")
    said = " ".join(run.out.split())
    assert "these count, each answered by at least half of the 3 students who submitted: double." in said
    assert "Answered by fewer, and not counted: triple (1)." in said
    assert "grader regrade out --exercise" in said
    hand_in(three / "ada", triple=TRIPLE)
    hand_in(three / "bob", triple=TRIPLE)
    run = grader("batch", three, "--out", "out", "--course", course.path, "--isolation", "L0")
    assert "Assignment 'default': double." in run.out
    assert totals(tmp_path / "out")["ada"] == (5, 5)
    assert "Not part of this assignment" in (tmp_path / "out" / "feedback" / "ada.html").read_text("utf-8")
    dry = grader("regrade", "out", "--exercise", "double,triple", "--dry-run", "--course", course.path)
    assert dry.out.splitlines()[0] == "ada  5 of 5 → 9 of 9"
    assert totals(tmp_path / "out")["ada"] == (5, 5)
    assert grader("regrade", "out", "--exercise", "double,02_triple", "--course", course.path).code == 0
    assert totals(tmp_path / "out") == {"ada": (9, 9), "bob": (5, 9), "cy": (9, 9)}
    assert grader("report", "out", "--course", course.path).code == 0
    assert totals(tmp_path / "out")["bob"] == (5, 9)
    assert "assignment 'default': double, triple" in grader("audit", "out").out


def test_the_exercises_of_the_first_batch_are_what_counts(grade: Callable[..., Summary], three: Path) -> None:
    hand_in(three / "ada", triple=TRIPLE)
    first = grade(exercises=["triple"])
    assert (first.counts, first.proposal) == (("triple",), None)
    assert grade(exercises=["double"]).counts == ("triple",)  # a later one grades only these


def test_stubs_left_as_they_were_are_no_answer(grade: Callable[..., Summary], three: Path) -> None:
    for student in ("ada", "bob", "cy"):
        hand_in(three / student, triple=STUB)
    assert grade().counts == ("double",)


def test_an_assignment_of_the_file_decides_what_counts_and_by_which_rules(
    grader: GraderCommand, course: MiniCourse, three: Path, tmp_path: Path
) -> None:
    course.write("assignments.yaml", HOMEWORK)
    hand_in(three / "ada", triple=TRIPLE)
    asked = grader("batch", three, "--out", "out", "--course", course.path, "--isolation", "L0")
    assert asked.code == 2
    assert asked.err.endswith("assignments.yaml' has several assignments; name one: --assignment hw1 or hw2\n")
    common = ("--course", course.path, "--isolation", "L0")
    assert grader("batch", three, "--out", "out", "--assignment", "hw1", *common).code == 0
    assert totals(tmp_path / "out") == {"ada": (100, 100), "bob": (20, 100), "cy": (100, 100)}
    page = (tmp_path / "out" / "feedback" / "ada.html").read_text("utf-8")
    assert "Doubling" in page
    assert "Not part of this assignment" in page
    report = grader("report", "out", "--course", course.path)
    assert report.out.startswith("A small course · Doubling\n")
    assert grader("report", "out", "--assignment", "hw2", "--course", course.path, "--json").json["assignment"] == "hw2"
    assert totals(tmp_path / "out") == {"ada": (4, 4), "bob": (0, 4), "cy": (0, 4)}
    wrong = grader("report", "out", "--assignment", "hw3", "--course", course.path)
    assert (wrong.code, "has no assignment 'hw3'; did you mean" in wrong.err) == (2, True)


def test_a_file_beside_the_gradebook_comes_before_that_of_the_course(course: MiniCourse, tmp_path: Path) -> None:
    course.write("assignments.yaml", HOMEWORK)
    (tmp_path / "assignments.yaml").write_text("assignments: {own: {exercises: [1_basics]}}\n", encoding="utf-8")
    found = read_assignments(course.load(), tmp_path)
    assert [one.items for one in found.every.values()] == [("double", "triple")]
    assert [*read_assignments(course.load()).every] == ["hw1", "hw2"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("assignments: {hw1: {exercises: [dubble]}}", "1: 'dubble' is not an exercise, quiz or part; did you mean"),
        ("assignments: {hw1: {exercises: []}}", "1: 'exercises' of 'hw1' is empty; name what counts"),
        ("assignments: {double: {exercises: [double]}}", "1: an assignment cannot be called 'double', which has"),
        ("assignments: {default: {exercises: [double]}}", "1: an assignment cannot be called 'default'"),
        ("assignments:\n  hw1: {exercises: [double], points: 0}", "2: 'points' of 'hw1' is 0; it must be"),
        ("assignments:\n  hw1: {exercises: [double], due: 2026-03-01 12:00}", "2: '2026-03-01 12:00' is not a time"),
        ("assignments:\n  hw1: {exercises: [double], late: {per: week}}", "2: 'per' cannot be 'week'"),
        ("assignments:\n  hw1: {exercises: [double], late: {due: x, penalty: 1}}", "2: 'due' of an assignment stands"),
        ("assignments:\n  hw1: {exercises: [double], lms: {canva: x}}", "2: 'lms' knows no 'canva'"),
        ("assignments: {hw1: {exercises: [double]}}\nlate_days: -1", "2: 'late_days' is -1"),
        ("assignments: {hw1: {exercises: [double]}}\npeople: {a: {late_days: -1}}", "2: 'late_days' of 'a' is -1"),
        ("assignments: {hw1: {exercises: [double]}}\npeople: {a: {extensions: {hw1: soon}}}", "2: 'soon' is no extens"),
        ("assignments: {hw1: {exercises: [double]}}\npeople: {a: {excused: {hw1: ''}}}", "without a reason; write it"),
        ("assignments: {hw1: {exercises: [double]}}\npeople: {a: {excused: {hw2: x}}}", "no assignment 'hw2'; did you"),
        ("assignments: {hw1: {exercises: [double]}}\ngroups: {hw1: [[a, b], [b]]}", "2: 'b' is in two groups of 'hw1'"),
        ("assignments: {hw1: {exercises: [double]}}\ngroups: {hw1: [[17, 18]]}", "put it in quotes"),
    ],
)
def test_a_mistake_in_the_file_is_one_sentence_with_its_line(
    grader: GraderCommand, course: MiniCourse, text: str, problem: str
) -> None:
    course.write("assignments.yaml", text)
    small_class(course.load(), course.path / "out").book.close()
    run = grader("report", course.path / "out", "--assignment", "hw1", "--course", course.path)
    assert run.code == 2
    assert problem in run.err
    assert run.err.count("\n") == 1


def test_a_policy_is_kept_beside_the_gradebook(grader: GraderCommand, course: MiniCourse, tmp_path: Path) -> None:
    small_class(course.load(), tmp_path / "out").book.close()
    (tmp_path / "kinder.yaml").write_text("maximum: 50\n", encoding="utf-8")
    dry = grader("regrade", "out", "--policy", "kinder.yaml", "--dry-run", "--course", course.path)
    assert (dry.code, (tmp_path / "out" / "policy.yaml").exists()) == (0, False)
    kept = grader("regrade", "out", "--policy", "kinder.yaml", "--course", course.path)
    assert "The policy is kept in out/policy.yaml." in kept.out.replace("\n", " ")
    assert "ada,Ada Lovelace,5,50,50," in (tmp_path / "out" / "grades.csv").read_text("utf-8-sig")
    assert "changed since" not in grader("report", "out", "--course", course.path).out
    assert "ada,Ada Lovelace,5,50,50," in (tmp_path / "out" / "grades.csv").read_text("utf-8-sig")
    (tmp_path / "worse.yaml").write_text("maximum: -1\n", encoding="utf-8")
    assert grader("regrade", "out", "--policy", "worse.yaml", "--course", course.path).code == 2
    assert (tmp_path / "out" / "policy.yaml").read_text() == "maximum: 50\n"


def test_an_old_gradebook_keeps_what_counted_in_it_and_says_so(
    grader: GraderCommand, mini: MiniCourse, tmp_path: Path
) -> None:
    (tmp_path / "out").mkdir()
    shutil.copy(Path(__file__).parent / "version_1" / "gradebook.db", tmp_path / "out")
    first = grader("report", "out", "--course", mini.path)
    said = " ".join(first.err.split())
    assert "of an earlier version; what counted in it is its assignment now: double" in said
    assert totals(tmp_path / "out") == {"ada": (5, 5), "bob": (4, 5)}
    assert grader("report", "out", "--course", mini.path).err == ""


def test_people_are_excused_and_extended_by_file_and_by_command(
    grader: GraderCommand, course: MiniCourse, tmp_path: Path
) -> None:
    """`cy` is more than a day late."""
    room = small_class(course.load(), tmp_path / "out")
    room.hand_in("gus", result(), after=3)
    room.book.close()
    people = "people: {gus: {extensions: {hw1: 2 days}}, bob: {excused: {hw1: ill that week}}}\n"
    (tmp_path / "out" / "assignments.yaml").write_text(f"{HOMEWORK}{people}", encoding="utf-8")
    report = grader("report", "out", "--assignment", "hw1", "--course", course.path)
    assert report.code == 0, report.err
    done = totals(tmp_path / "out")
    assert (done["ada"], done["gus"]) == ((100, 100), (90, 100))
    assert json.loads((tmp_path / "out" / "results" / "bob.json").read_text())["items"][0]["excused"] is True
    page = " ".join((tmp_path / "out" / "feedback" / "gus.html").read_text("utf-8").split())
    assert "1 day late after an extension of 2 days: −10 %" in page
    decide = ("override", "out", "gus", "hw1", "--course", course.path, "--reason")
    assert grader(*decide, "ill", "--extend", "2026-03-05 12:00 +00:00").code == 0
    assert totals(tmp_path / "out")["gus"] == (100, 100)
    excused = grader(*decide[:2], "ada", *decide[3:], "away", "--excuse").out
    assert excused.startswith("ada, hw1: excused.\nada  100 of 100 → excused\n")
    assert "mark 100 of 100 → excused" in grader("audit", "out", "ada").out
    assert "extended (2026-03-05 12:00 +00:00); ill" in grader("override", "out").out
    assert "extension: 2026-03-05 12:00 +00:00; ill" in " ".join(grader("audit", "out", "gus").out.split())
    assert grader(*decide, "an error", "--remove").code == 0
    assert totals(tmp_path / "out")["gus"] == (90, 100)
    assert grader(*decide, "ill all term", "--excuse").code == 0
    assert "excused" in (tmp_path / "out" / "feedback" / "gus.html").read_text("utf-8")
    for wrong, sentence in {
        ("hw1", "--score", "5"): "a score is for an exercise or a quiz, not for the assignment 'hw1'",
        ("double", "--extend", "2 days"): "an extension is for an assignment, not for 'double'",
        ("hw1", "--extend", "soon"): "'soon' is no extension; write a length like '3 days'",
    }.items():
        run = grader("override", "out", "gus", *wrong, "--reason", "x", "--course", course.path)
        assert (run.code, sentence in run.err) == (2, True), run.err


def test_people_whom_the_gradebook_does_not_know_are_named(
    grade: Callable[..., Summary], course: MiniCourse, three: Path
) -> None:
    assert three.is_dir()
    course.write("assignments.yaml", "assignments: {hw1: {exercises: [double]}}\npeople: {dee: {late_days: 1}}\n")
    assert "assignments.yaml names the student 'dee', who is not in the gradebook" in grade().problems


def test_a_quiz_counts_if_most_have_taken_it_or_somebody_says_so(
    grader: GraderCommand, course: MiniCourse, three: Path, tmp_path: Path
) -> None:
    common = ("--course", course.path)
    assert grader("batch", three, "--out", "out", "--isolation", "L0", *common).code == 0
    before = files_of(tmp_path / "out", "ada", "bob")
    take = {"env": {"USER": "cy"}, "stdin": None, "input": "cy\n2\n\n\n"}
    taken = grader("quiz", "take", "sums", "--plain", "--student", "cy", *common, **take)
    assert taken.code in (0, 1), taken.err
    attempt = next(tmp_path.rglob("*sums*.json"))
    graded = grader("quiz", "grade", "sums", attempt, "--out", "out", *common)
    assert graded.code == 0, graded.err
    assert "'sums' is not part of the assignment 'default', and changes no mark; to count it, name all" in graded.err
    assert grader("report", "out", *common).code == 0
    assert files_of(tmp_path / "out", "ada", "bob") == before
    assert grade_quiz(course.path, "sums", attempt, tmp_path / "alone").counts
    assert grader("regrade", "out", "--exercise", "double,sums", *common).code == 0
    assert totals(tmp_path / "out") == {"ada": (5, 8), "bob": (1, 8), "cy": (8, 8)}


def test_an_edition_of_one_assignment_has_its_exercises_only(
    grader: GraderCommand, course: MiniCourse, tmp_path: Path
) -> None:
    course.write("assignments.yaml", HOMEWORK)
    run = grader("release", "edition", "--assignment", "hw2", "--course", course.path)
    assert run.out.startswith("1 exercise in edition."), run.err
    assert [path.name for path in tmp_path.glob("edition/exercises/*/*")] == ["02_triple"]
    assert grader("list", "--course", "edition").code == 0


# Late days

WEEK = timedelta(days=7)


def week(number: int, late_days: int = 3, **people: PersonFile) -> MarkingRules:
    """The rules of the assignment `item{number}`, due in that week; before it come those of earlier weeks."""
    items = (GradedItem(f"item{number}", "Item", "part", {"a": 10.0}, 10.0),)
    policy = Policy(late=Late(due={"all": DAY + number * WEEK}, penalty=10.0, at_most=50.0))
    earlier = tuple(week(before, late_days, **people) for before in range(number))
    return MarkingRules(items, policy, Assignment(f"hw{number}", policy), people, late_days, earlier)


def handed_in(*days: float | None) -> StudentHistory:
    """One right attempt in each week, so many days late."""
    attempts = [
        Attempt("ada", f"item{number}", number + 1, {"a": 1.0}, DAY + number * WEEK + timedelta(days=late))
        for number, late in enumerate(days)
        if late is not None
    ]
    return StudentHistory(Student("ada"), tuple(attempts))


def test_late_days_are_spent_in_the_order_of_the_due_dates() -> None:
    record = handed_in(1.5, 2, 0.5)
    made = [next(marks(week(number), [record])) for number in range(3)]
    assert [(float(one.total), one.late_days) for one in made] == [(10, 2), (9, 1), (9, 0)]
    assert "2 late days of 3 spent" in made[0].steps
    assert made[1].items[0].steps[1] == "1 day late after 1 late day: −10 %"
    person = PersonFile(late_days=5)
    assert float(next(marks(week(2, ada=person), [record])).total) == 10


def test_an_extension_comes_before_late_days() -> None:
    person = PersonFile(extensions={"hw0": "1 day"})
    (made,) = marks(week(0, ada=person), [handed_in(2.5)])
    assert (float(made.total), made.late_days) == (10, 2)
    assert "covered by an extension of 1 day and 2 late days" in made.items[0].steps[1]


def test_work_that_is_late_by_an_unknown_time_costs_one_late_day() -> None:
    record = StudentHistory(Student("ada"), (Attempt("ada", "item0", 1, {"a": 1.0}, None, None),))
    (made,) = marks(week(0), [record])
    assert (float(made.total), made.late_days) == (10, 1)
    assert float(next(marks(week(0, late_days=0), [record])).total) == 9


@given(days=st.lists(st.none() | st.floats(-2, 9), min_size=1, max_size=4), late_days=st.integers(0, 6))
def test_late_days_never_cost_points_and_are_never_overspent(days: list[float | None], late_days: int) -> None:
    record = handed_in(*days)
    spent = 0
    for number in range(len(days)):
        (made,) = marks(week(number, late_days), [record])
        (without,) = marks(week(number, 0), [record])
        assert made.total >= without.total
        assert made.late_days == 0 or made.total > without.total
        spent += made.late_days
    assert spent <= late_days


def test_a_due_date_without_a_penalty_is_told_and_costs_nothing() -> None:
    policy = Policy(late=Late(due={"all": datetime(2026, 3, 1, tzinfo=UTC)}))
    items = (GradedItem("item0", "Item", "part", {"a": 10.0}, 10.0),)
    (made,) = marks(MarkingRules(items, policy), [handed_in(2)])
    assert made.items[0].steps == ("10 of 10", "3 days late")
