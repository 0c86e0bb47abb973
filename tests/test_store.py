"""The gradebook: what is saved stays, once, whatever is killed, full, or written by two at a time."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from textwrap import dedent

import pytest

from grader.errors import UsageError
from grader.gradebook import (
    AttemptState,
    AuditEvent,
    Delivery,
    Gradebook,
    Graded,
    GradingSetup,
    KnownStudents,
    MarkChange,
    MarkRow,
    Override,
    QuestionScore,
    QuizResult,
    Saver,
    Student,
    Work,
)
from grader.gradebook.database import STEPS, Database, connect, is_network
from grader.results import CheckResult, Drawing, ExerciseResult, Outcome, Panel
from tests.class_samples import DAY, Clock
from tests.conftest import ROOT


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "out" / "gradebook.db"


@pytest.fixture
def book(path: Path) -> Iterator[Gradebook]:
    with Gradebook.open(path, who="ada", now=Clock()) as opened:
        yield opened


def result(exercise: str = "double", *, outcome: Outcome = Outcome.PASSED) -> ExerciseResult:
    earned = 2.0 if outcome in (Outcome.PASSED, Outcome.GRADER_ERROR) else 0.0
    said = {"message": "is 1, not 2", "details": ("x",), "misconception": "off", "printed": "ünï\udcff"}
    checks = (
        CheckResult("first", "it holds", outcome, earned, 2.0, **said),  # type: ignore[arg-type]
        CheckResult("second", "it holds too", Outcome.PASSED, 1.0, 1.0, hidden=True, seconds=0.5),
    )
    return ExerciseResult(exercise, "Double", earned + 1, 3.0, "L2", checks, notes=("slow",), device="cpu")


def setup(book: Gradebook, content: str = "v1", exercise: str = "double") -> GradingSetup:
    return GradingSetup(exercise, content, "0.1.0", "cpu", book.salt)


def hand_in(student: str = "bob", digest: str = "d1", work: str = "w1", **more: object) -> Delivery:
    return Delivery(student, digest, (Work("double", work),), **more)  # type: ignore[arg-type]


def graded(book: Gradebook, work: str = "w1", content: str = "v1", outcome: Outcome = Outcome.PASSED) -> Graded:
    return Graded(Work("double", work), setup(book, content), result(outcome=outcome), seconds=0.25)


@pytest.fixture
def filled(book: Gradebook) -> Gradebook:
    """One student, one hand-in, graded."""
    book.receive([hand_in(submitted=DAY, late_seconds=60, label="bob.zip")])
    book.use([setup(book)])
    book.save([graded(book, outcome=Outcome.FAILED)], run=book.begin({"python": "3.11"}))
    return book


def counts(book: Gradebook) -> dict[str, int]:
    """How many rows the main tables have."""
    tables = ("students", "hand_ins", "works", "outcomes")
    with closing(sqlite3.connect(book.path)) as raw:
        return {table: raw.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables}


def whats(book: Gradebook, student: str | None = None) -> list[AuditEvent]:
    return [entry.what for entry in book.audit(student)]


def test_a_result_comes_back_as_it_was_saved(filled: Gradebook) -> None:
    (detail,) = filled.details("bob")
    assert detail.result == result(outcome=Outcome.FAILED)
    assert (detail.seconds, detail.versions) == (0.25, {"python": "3.11"})
    (record,) = filled.records()
    (attempt,) = record.attempts
    assert attempt == detail.attempt
    assert attempt.shares == {"first": 0.0, "second": 1.0}
    assert (attempt.number, attempt.submitted, attempt.late_seconds, attempt.label) == (1, DAY, 60, "bob.zip")
    assert (attempt.state, attempt.faulty) == (AttemptState.GRADED, False)


def test_pictures_with_values_that_are_no_numbers_come_back_too(book: Gradebook) -> None:
    picture = Drawing((Panel("weights", ("a",), ("b",), ((float("inf"), None),)),), 0.0, 1.0)
    plain = result()
    drawn = replace(plain, checks=(replace(plain.checks[0], drawing=picture), plain.checks[1]))
    book.receive([hand_in()])
    book.save([Graded(Work("double", "w1"), setup(book), drawn)])
    (detail,) = book.details("bob")
    assert detail.result == drawn


def test_new_points_need_no_new_grading(filled: Gradebook) -> None:
    (detail,) = filled.details("bob")
    assert detail.result is not None
    again = detail.result.rescored({"first": 10, "second": 4.5})
    assert (again.score, again.max_score) == (4.5, 14.5)
    assert [(check.score, check.max_score) for check in again.checks] == [(0, 10), (4.5, 4.5)]
    assert detail.result.rescored({"second": 2}).max_score == 2


def test_a_fault_of_the_grader_costs_no_points(book: Gradebook) -> None:
    book.receive([hand_in()])
    book.save([graded(book, outcome=Outcome.GRADER_ERROR)])
    (record,) = book.records()
    assert record.attempts[0].shares == {"first": 1.0, "second": 1.0}
    assert record.attempts[0].faulty


def test_equal_work_of_two_students_is_graded_once(book: Gradebook) -> None:
    book.receive([hand_in("bob"), hand_in("eve")])
    book.use([setup(book)])
    works = [Work("double", "w1")] * 3
    assert list(book.pending(works)) == works[:1]
    assert book.save([graded(book)]) == 1
    assert list(book.pending(works)) == []
    assert [record.attempts[0].state for record in book.records()] == [AttemptState.GRADED, AttemptState.GRADED]
    assert counts(book) == {"students": 2, "hand_ins": 2, "works": 2, "outcomes": 1}
    assert book.isolation() == {"L2": 2}


def test_only_what_changed_is_pending(filled: Gradebook) -> None:
    works = [Work("double", "w1"), Work("double", "w2"), Work("other", "w1")]
    assert list(filled.pending(works)) == works[1:]
    assert list(filled.pending(works, force=True)) == works


def test_pending_reads_no_further_than_it_is_asked(filled: Gradebook) -> None:
    taken: list[int] = []

    def works() -> Iterator[Work]:
        for number in range(100_000):
            taken.append(number)
            yield Work("double", f"w{number}")

    assert next(filled.pending(works())) == Work("double", "w0")
    assert len(taken) < 1000


def test_a_new_version_of_an_exercise_makes_its_outcomes_old_until_they_are_graded_again(filled: Gradebook) -> None:
    filled.use([setup(filled, "v2")])
    assert list(filled.pending([Work("double", "w1")]))
    (record,) = filled.records()
    assert record.attempts[0].state is AttemptState.OLD
    assert record.attempts[0].shares["first"] == 0
    filled.save([graded(filled, content="v2")])
    (record,) = filled.records()
    assert record.attempts[0].state is AttemptState.GRADED
    assert record.attempts[0].shares["first"] == 1


def test_going_back_to_an_earlier_version_needs_no_grading(filled: Gradebook) -> None:
    filled.save([graded(filled, content="v2")])
    filled.save([graded(filled, content="v3", outcome=Outcome.TIMED_OUT)])
    for version, share in (("v2", 1), ("v1", 0), ("v3", 0), ("v2", 1)):
        filled.use([setup(filled, version)])
        assert not list(filled.pending([Work("double", "w1")]))
        (record,) = filled.records()
        assert (record.attempts[0].state, record.attempts[0].shares["first"]) == (AttemptState.GRADED, share)


def test_the_first_outcome_of_a_work_stays_unless_forced(filled: Gradebook) -> None:
    assert filled.save([graded(filled)]) == 0
    assert next(filled.details("bob")).result == result(outcome=Outcome.FAILED)
    assert filled.save([graded(filled)], force=True) == 1
    assert next(filled.details("bob")).result == result()
    assert counts(filled)["outcomes"] == 1


def test_a_fault_is_tried_again_and_never_replaces_a_sound_outcome(book: Gradebook) -> None:
    book.receive([hand_in()])
    book.use([setup(book)])
    book.save([graded(book, outcome=Outcome.GRADER_ERROR)])
    assert list(book.pending([Work("double", "w1")]))
    assert book.save([graded(book)]) == 1
    assert not list(book.pending([Work("double", "w1")]))
    assert book.save([graded(book, outcome=Outcome.GRADER_ERROR)], force=True) == 0
    assert counts(book)["outcomes"] == 1


def test_what_is_not_graded_yet_and_what_cannot_be_read_is_told(book: Gradebook) -> None:
    book.receive([Delivery("bob", "d1", (Work("double", "w1"),), problems={"other": "no Python"})])
    book.receive([Delivery("bob", "d2", problem="the zip is encrypted")])
    (record,) = book.records()
    assert [(one.item, one.state, one.problem) for one in record.attempts] == [
        ("double", AttemptState.WAITING, ""),
        ("other", AttemptState.UNREADABLE, "no Python"),
    ]
    assert record.problems == ("the zip is encrypted",)
    assert next(book.details("bob")).result is None


def test_a_name_that_somebody_typed_finds_a_student_where_it_fits_one_only() -> None:
    ada, bo, cy = Student("ada", "Ada"), Student("bo", "ada"), Student("cy", "Cy", {"email": "cy@x.org"})
    known = KnownStudents([ada, bo, cy], typed=True)
    assert known.find("ada") is ada  # an id comes before the name of another
    assert known.find(" CY@x.org ") is known.find("Cy") is cy
    assert known.find("Ada") is None  # two are called so
    assert KnownStudents([ada, bo, cy]).find("CY@x.org") is None
    assert KnownStudents([ada, bo, cy]).find("cy@x.org") is cy


def test_the_same_hand_in_again_is_known(book: Gradebook) -> None:
    book.receive([hand_in(), hand_in("eve")])
    book.receive([hand_in(), hand_in("eve"), hand_in("eve", "d2")])
    assert whats(book) == [AuditEvent.SUBMITTED] * 3
    book.receive([hand_in(work="w9")])
    assert (counts(book)["hand_ins"], counts(book)["works"]) == (3, 3)
    assert list(book.pending([Work("double", "w9")])) == [Work("double", "w9")]


def test_what_is_found_out_last_about_a_hand_in_counts_and_is_audited(book: Gradebook) -> None:
    book.receive([hand_in()])
    book.receive([hand_in(late_seconds=3600)])
    (record,) = book.records()
    assert record.attempts[0].late_seconds == 3600
    *_, last = book.audit("bob")
    assert (last.what, last.detail["late_seconds"]) == (AuditEvent.CHANGED, [0, 3600])


def test_of_the_same_content_twice_in_one_pile_the_sooner_counts(book: Gradebook) -> None:
    soon, late = hand_in(late_seconds=0, label="soon"), hand_in(late_seconds=None, label="late")
    for files in ([soon, late], [late, soon]):
        book.receive(files)
        (record,) = book.records()
        assert record.attempts[0].label == "soon"


def test_attempts_are_numbered_in_the_order_they_came(book: Gradebook) -> None:
    book.receive([hand_in(digest="b", submitted=DAY), hand_in(digest="a", submitted=DAY - timedelta(days=1))])
    (record,) = book.records()
    assert [(one.number, one.hand_in) for one in record.attempts] == [(1, "a"), (2, "b")]


def test_without_times_a_later_run_brings_later_attempts(book: Gradebook) -> None:
    for digest in ("a", "b", "a"):  # back to the first version: that is the last one, then
        book.receive([hand_in(digest=digest)])
    (record,) = book.records()
    assert [one.hand_in for one in record.attempts] == ["b", "a"]
    book.receive([hand_in(digest="c", attempt=2), hand_in(digest="d", attempt=1)])
    (record,) = book.records()
    assert [one.hand_in for one in record.attempts] == ["b", "a", "d", "c"]


def test_a_time_without_zone_is_refused(book: Gradebook) -> None:
    with pytest.raises(ValueError, match="needs a time zone"):
        book.receive([hand_in(submitted=datetime(2026, 3, 1))])
    assert counts(book)["hand_ins"] == 0


def test_names_that_are_no_characters_are_kept_readable(book: Gradebook) -> None:
    book.add_students([Student("bo\udcffb", "a\0b", {"email": "x\udcff"})])
    book.receive([hand_in("bo\udcffb", label="\udcfe.zip")])
    (record,) = book.records()
    assert record.student.id == r"bo\udcffb"
    assert record.student.name == r"a\x00b"
    assert len(record.attempts) == 1
    assert book.student("bo\udcffb") == record.student


def test_nothing_in_a_name_is_taken_for_sql(book: Gradebook) -> None:
    name = "'; DROP TABLE students; --"
    book.receive([hand_in(name)])
    assert book.student(name).id == name
    assert [record.student.id for record in book.records([name])] == [name]


def test_a_roster_names_students_also_those_who_hand_in_nothing(book: Gradebook) -> None:
    book.receive([hand_in("eve")])
    book.add_students([Student("eve", "Eve"), Student("zoe", "Zoe", {"sis": "7"})])
    assert [record.student for record in book.records()] == [Student("eve", "Eve"), Student("zoe", "Zoe", {"sis": "7"})]
    assert [record.student.id for record in book.records(["zoe"])] == ["zoe"]


def test_an_unknown_student_is_told_with_the_one_probably_meant(book: Gradebook) -> None:
    book.add_students([Student("s17", "Robert Tables")])
    with pytest.raises(UsageError, match=r"no student 'Robert Table'; did you mean 's17'\?"):
        book.student("Robert Table")


def test_removing_a_student_leaves_what_others_share(book: Gradebook) -> None:
    book.receive([hand_in("bob"), hand_in("bob", "d2", "w2"), hand_in("eve")])
    book.save([graded(book), graded(book, "w2")])
    book.override(Override("bob", "double", "ill", excused=True))
    book.remove_student("bob", "left the course")
    assert counts(book) == {"students": 1, "hand_ins": 1, "works": 1, "outcomes": 1}
    assert not list(book.overrides(history=True))
    *_, last = book.audit("bob")
    assert (last.what, last.who, last.detail) == (AuditEvent.REMOVED, "ada", {"reason": "left the course"})


def test_what_was_kept_under_one_id_goes_to_another(book: Gradebook) -> None:
    """Also where both handed in the same."""
    book.receive([hand_in("101"), hand_in("101", "d2", "w2"), hand_in("bob"), hand_in("eve")])
    book.save([graded(book), graded(book, "w2")])
    book.override(Override("101", "double", "viva", score=2.5))
    book.save_marks([MarkRow("101", "1", "2", {})])
    book.rename_student("101", "bob")
    assert counts(book) == {"students": 2, "hand_ins": 3, "works": 3, "outcomes": 2}
    record = next(book.records(["bob"]))
    assert sorted(attempt.hand_in for attempt in record.attempts) == ["d1", "d2"]
    assert record.overrides["double"].score == 2.5
    assert [mark.student for mark in book.marks()] == ["bob"]
    for student, detail in (("101", {"new": "bob"}), ("bob", {"old": "101"})):
        *_, last = book.audit(student)
        assert (last.what, last.detail) == (AuditEvent.RENAMED, detail)


def test_an_override_stays_over_grading_again(filled: Gradebook) -> None:
    filled.override(Override("bob", "double", "viva", score=2.5, comment="well explained"))
    (made,) = filled.overrides()
    assert (made.who, made.id) == ("ada", 1)
    filled.use([setup(filled, "v2")])
    filled.save([graded(filled, content="v2")])
    filled.receive([hand_in(digest="d2", work="w2")])
    (record,) = filled.records()
    assert record.overrides == {"double": made}


def test_the_latest_override_wins_and_a_comment_alone_keeps_the_score(filled: Gradebook) -> None:
    filled.override(Override("bob", "double", "viva", score=2.5))
    filled.override(Override("bob", "double", "typo", score=1.5, comment="see me"))
    filled.override(Override("bob", "double", "kinder", comment="come and see me"))
    (last,) = filled.overrides()
    assert (last.score, last.comment) == (1.5, "come and see me")
    (record,) = filled.records()
    assert record.overrides == {"double": last}
    assert [one.score for one in filled.overrides(history=True)] == [2.5, 1.5, 1.5]


def test_a_removed_override_is_gone_and_its_history_stays(filled: Gradebook) -> None:
    filled.override(Override("bob", "double", "viva", score=2.5))
    filled.override(Override("bob", "double", "again", score=3))
    filled.remove_override("bob", "double", "wrong student")
    (record,) = filled.records()
    assert not record.overrides
    assert len(list(filled.overrides(history=True))) == 2
    *_, last = filled.audit("bob", "double")
    assert last.what is AuditEvent.OVERRIDE_REMOVED
    assert (last.detail["reason"], last.detail["old"]["score"]) == ("wrong student", 3)
    with pytest.raises(UsageError, match="no override"):
        filled.remove_override("bob", "double", "again")


@pytest.mark.parametrize(
    ("wanted", "problem"),
    [
        (Override("bob", "double", " ", score=1), "needs a reason"),
        (Override("bob", "double", "viva"), "needs a score, a comment"),
        (Override("bob", "double", "viva", score=-1), "-1 cannot be a score"),
        (Override("bob", "double", "viva", score=float("nan")), "nan cannot be a score"),
        (Override("bob", "double", "viva", score=1, excused=True), "choose one"),
        (Override("rob", "double", "viva", score=1), "did you mean 'bob'"),
    ],
)
def test_an_override_that_makes_no_sense_is_refused(filled: Gradebook, wanted: Override, problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        filled.override(wanted)
    assert not list(filled.overrides(history=True))


def test_the_audit_trail_tells_who_changed_what_and_when(filled: Gradebook) -> None:
    filled.override(Override("bob", "double", "viva", score=2.5))
    filled.use([setup(filled, "v2")])
    filled.save([graded(filled, content="v2")])
    filled.save([graded(filled, content="v3")])  # nothing is different: nothing to tell
    entries = list(filled.audit("bob"))
    assert [entry.what for entry in entries] == [
        AuditEvent.SUBMITTED,
        AuditEvent.GRADED,
        AuditEvent.OVERRIDE,
        AuditEvent.REGRADED,
    ]
    assert {entry.who for entry in entries} == {"ada"}
    assert [entry.at for entry in entries] == sorted(entry.at for entry in entries)
    assert entries[0].at > DAY
    changed = entries[-1].detail
    assert (changed["old_score"], changed["score"]) == (1.0, 3.0)
    assert changed["checks"] == {"first": ["failed", "passed"]}
    assert [entry.what for entry in filled.audit("bob", "double")] == [
        AuditEvent.GRADED,
        AuditEvent.OVERRIDE,
        AuditEvent.REGRADED,
    ]


def test_the_audit_trail_cannot_be_read_wrong_when_it_is_long(book: Gradebook) -> None:
    book.receive(hand_in(f"s{number}") for number in range(1200))
    assert [entry.student for entry in book.audit()] == [f"s{number}" for number in range(1200)]


def test_a_changed_policy_is_noted_once(book: Gradebook) -> None:
    for text in ('{"digits": 1}', '{"digits": 1}', '{"digits": 2}'):
        book.note_policy(text)
    _, last = book.audit()
    assert (last.what, last.detail) == (AuditEvent.POLICY, {"old": '{"digits": 1}', "new": '{"digits": 2}'})


def test_marks_that_change_are_told_with_their_reasons(filled: Gradebook) -> None:
    first = MarkRow("bob", "7.5", "10", {"steps": ["late"]})
    assert filled.save_marks([first]) == []
    assert filled.save_marks([first]) == []
    assert filled.save_marks([replace(first, total="8")]) == [MarkChange("bob", "7.5 of 10", "8 of 10")]
    assert list(filled.marks()) == [replace(first, total="8")]
    told = [entry.detail for entry in filled.audit("bob") if entry.what is AuditEvent.MARK]
    assert [(one["old"], one["new"]) for one in told] == [("", "7.5 of 10"), ("7.5 of 10", "8 of 10")]
    assert told[1]["detail"] == {"steps": ["late"]}


QUIZ = QuizResult(
    student="bob",
    quiz="basics",
    digest="q1",
    questions=(
        QuestionScore("heads", 0.5, "partly", "net-correct", answer=["a", "b"]),
        QuestionScore("why", -0.25, "wrong"),
    ),
    key="k1",
    submitted=DAY,
)


def test_quiz_results_come_back_and_count_as_attempts(book: Gradebook) -> None:
    book.save_quiz([QUIZ, replace(QUIZ, digest="q2", submitted=DAY - timedelta(hours=1))])
    assert next(book.quiz_results("basics", "bob")) == QUIZ
    assert not list(book.quiz_results("other"))
    (record,) = book.records()
    assert [(one.number, one.hand_in) for one in record.attempts] == [(1, "q2"), (2, "q1")]
    assert record.attempts[0].shares == {"heads": 0.5, "why": -0.25}


def test_a_quiz_graded_with_a_new_key_replaces_the_old_result(book: Gradebook) -> None:
    book.save_quiz([QUIZ])
    book.save_quiz([QUIZ])
    assert whats(book) == [AuditEvent.QUIZ_GRADED]
    new = replace(QUIZ, key="k2", questions=(replace(QUIZ.questions[0], share=1.0, mark="right"), QUIZ.questions[1]))
    book.save_quiz([new])
    assert list(book.quiz_results()) == [new]
    assert whats(book) == [AuditEvent.QUIZ_GRADED, AuditEvent.REGRADED]
    assert list(book.audit())[-1].detail["questions"] == {"heads": [0.5, 1.0]}


def test_a_quiz_attempt_that_was_altered_is_unreadable(book: Gradebook) -> None:
    book.save_quiz([replace(QUIZ, questions=(), problem="the file was altered")])
    (record,) = book.records()
    assert (record.attempts[0].state, record.attempts[0].problem) == (AttemptState.UNREADABLE, "the file was altered")


def test_the_salt_is_made_once_and_told_nowhere(path: Path) -> None:
    with Gradebook.open(path) as book:
        salt = book.salt
        book.use([setup(book)])
        assert str(salt) not in repr(setup(book))
        assert setup(book).key != replace(setup(book), salt=salt + 1).key
    with Gradebook.open(path) as book:
        assert book.salt == salt
    assert salt.bit_length() > 90
    with closing(sqlite3.connect(path)) as raw:
        rows = [
            str(row) for table in ("setups", "audit", "current_setups") for row in raw.execute(f"SELECT * FROM {table}")
        ]
    assert rows
    assert not any(str(salt) in row for row in rows)


def test_a_new_gradebook_is_for_its_owner_only(path: Path) -> None:
    Gradebook.open(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_course_and_the_runs_are_remembered(path: Path) -> None:
    with Gradebook.open(path, who="ada") as book:
        assert book.title == ""
        book.describe("A course")
        run = book.begin({"grader": "0.1.0"})
        book.finish(run, {"graded": 3})
    with Gradebook.open(path) as book, closing(sqlite3.connect(path)) as raw:
        assert book.title == "A course"
        ((who, started, finished, counts),) = raw.execute("SELECT who, started, finished, counts FROM runs")
    assert (who, json.loads(counts)) == ("ada", {"graded": 3})
    assert started < finished


def test_a_missing_gradebook_is_told_where_none_is_to_be_made(path: Path) -> None:
    with pytest.raises(UsageError, match=r"no gradebook .*'grader batch' creates one"):
        Gradebook.open(path, create=False)
    assert not path.exists()


def _text(path: Path) -> None:
    path.write_text("student,grade\n" * 100)


def _other_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("CREATE TABLE notes (text TEXT)")


@pytest.mark.parametrize("make", [_text, _other_database, Path.mkdir])
def test_what_is_no_gradebook_is_left_alone(tmp_path: Path, make: Callable[[Path], None]) -> None:
    path = tmp_path / "gradebook.db"
    make(path)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(UsageError, match="gradebook"):
        Gradebook.open(path)
    assert (path.read_bytes() if path.is_file() else b"") == before


def test_a_damaged_gradebook_is_told_in_a_sentence(filled: Gradebook, path: Path) -> None:
    filled.receive(hand_in(f"s{number}") for number in range(300))
    filled.close()
    data = bytearray(path.read_bytes())
    data[4096 * 2 : -4096] = os.urandom(len(data) - 4096 * 3)
    path.write_bytes(data)
    with pytest.raises(UsageError, match="is damaged; restore it from a backup"), Gradebook.open(path) as book:
        list(book.records())


def test_a_gradebook_of_a_later_version_is_refused(path: Path) -> None:
    connect(path, True, (*STEPS, ("CREATE TABLE more (x TEXT) STRICT",))).close()
    with pytest.raises(UsageError, match="written by a later version of the grader; update this one"):
        Gradebook.open(path)


def test_an_older_gradebook_is_brought_up_to_date_and_a_copy_of_it_kept(filled: Gradebook, path: Path) -> None:
    filled.close()
    column = "ALTER TABLE students ADD COLUMN section TEXT NOT NULL DEFAULT ''"
    newer = (*STEPS, (column,), ("CREATE TABLE more (x TEXT) STRICT",))
    for _ in range(2):  # the second time there is nothing to do
        with closing(connect(path, True, newer)) as connection:
            assert connection.execute("SELECT section FROM students").fetchone()[0] == ""
            assert connection.execute("PRAGMA user_version").fetchone()[0] == len(newer)
    copy = path.with_name(f"gradebook.v{len(STEPS)}.db")
    assert {file.name for file in path.parent.iterdir()} == {"gradebook.db", copy.name}
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with Gradebook.open(copy) as old:
        assert next(old.details("bob")).result == result(outcome=Outcome.FAILED)


def test_a_step_that_fails_leaves_the_older_gradebook_as_it_was(filled: Gradebook, path: Path) -> None:
    filled.close()
    for _ in range(2):
        with pytest.raises(sqlite3.OperationalError):
            connect(path, True, (*STEPS, ("DROP TABLE works", "CREATE TABLE students (x TEXT)")))
    with Gradebook.open(path) as book:
        assert len(list(book.details("bob"))) == 1
    backup = f"gradebook.v{len(STEPS)}"
    assert {file.name for file in path.parent.iterdir()} == {"gradebook.db", f"{backup}.db", f"{backup}-2.db"}


def _mode(path: Path) -> str:
    with closing(sqlite3.connect(path)) as raw:
        return str(raw.execute("PRAGMA journal_mode").fetchone()[0])


MOUNTS = """\
31 30 0:41 / /home\\040of/class/local rw - ext4 /dev/vdb rw
30 25 0:40 / /home\\040of/class rw shared:5 - nfs4 server:/class rw
25 1 254:0 / / rw,relatime - ext4 /dev/vda rw
32 25 0:42 / /mnt/far rw - ext4 /dev/vdc rw
33 25 0:43 / /mnt/far rw - fuse.sshfs far: rw
"""


@pytest.mark.parametrize(
    ("place", "far"),
    [
        ("/tmp/x", False),
        ("/home of/class/x", True),
        ("/home of/class/local/x", False),
        ("/home of/classic", False),
        ("/mnt/far/x", True),
    ],
)
def test_a_file_on_another_machine_is_recognised(tmp_path: Path, place: str, far: bool) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(MOUNTS)
    assert is_network(Path(place), mounts) is far
    assert not is_network(Path(place), tmp_path / "missing")


def _far(tmp_path: Path) -> Path:
    mounts = tmp_path / "mountinfo"
    place = str(tmp_path).replace(" ", r"\040")  # as the kernel writes it
    mounts.write_text(f"25 1 0:1 / / rw - ext4 x rw\n26 25 0:2 / {place} rw - nfs server:/x rw\n")
    return mounts


def _used(connection: sqlite3.Connection, path: Path) -> Gradebook:
    book = Gradebook(connection, path, "ada", Clock())
    book.receive([hand_in()])
    book.save([graded(book)])
    assert len(list(book.records())) == 1
    return book


def test_a_gradebook_uses_wal_where_it_works(path: Path) -> None:
    Gradebook.open(path).close()
    assert _mode(path) == "wal"


def test_on_another_machine_a_gradebook_does_without_wal(path: Path, tmp_path: Path) -> None:
    _used(connect(path, True, mounts=_far(tmp_path)), path).close()
    assert _mode(path) == "delete"


def test_a_gradebook_that_moved_to_another_machine_leaves_wal(filled: Gradebook, path: Path, tmp_path: Path) -> None:
    filled.close()
    with closing(connect(path, True, mounts=_far(tmp_path))), Gradebook.open(path, create=False) as other:
        assert len(list(other.records())) == 1  # no lock is left behind
    assert _mode(path) in ("wal", "delete")  # whoever opened it last decides


@pytest.mark.skipif(sys.platform == "win32", reason="the driver is of Unix")
def test_where_wal_is_not_to_be_had_a_gradebook_works_as_well(path: Path) -> None:
    """The driver that locks by a file beside it cannot share memory, as some file systems cannot."""
    _used(connect(path, True, driver="unix-dotfile"), path).close()
    assert _mode(path) == "delete"


@pytest.mark.skipif(sys.platform == "win32", reason="the driver is of Unix")
def test_a_gradebook_with_wal_can_be_opened_where_that_is_not_to_be_had(filled: Gradebook, path: Path) -> None:
    filled.close()
    assert _mode(path) == "wal"
    with closing(connect(path, True, driver="unix-dotfile")) as connection:
        assert connection.execute("SELECT count(*) FROM outcomes").fetchone()[0] == 1
    assert _mode(path) == "delete"


@pytest.mark.parametrize("far", [False, True])
def test_a_reader_in_the_middle_hinders_no_writer(path: Path, tmp_path: Path, far: bool) -> None:
    mounts = _far(tmp_path) if far else tmp_path / "missing"
    connection, other = (connect(path, True, mounts=mounts, wait=2) for _ in range(2))
    book, second = _used(connection, path), _used(other, path)
    book.receive(hand_in(f"s{number}") for number in range(1100))
    reading = book.records()
    next(reading)
    book.override(Override("bob", "double", "viva", score=1))
    second.override(Override("s1", "double", "viva", score=1))
    assert sum(1 for _ in reading) == 1100
    book.close()
    second.close()


def test_a_gradebook_that_others_hold_is_told_in_a_sentence(path: Path) -> None:
    Gradebook.open(path).close()
    connection = connect(path, True, wait=0.05)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        book = Gradebook(connection, path, "", Clock())
        with pytest.raises(UsageError, match="in use by another process; wait until that ends"):
            book.describe("x")
        other.execute("ROLLBACK")
        book.describe("x")
        assert book.title == "x"
        book.close()


CHILD = """
import sys
import threading
from pathlib import Path
from grader.results import CheckResult, ExerciseResult, Outcome
from grader.gradebook import Graded, Gradebook, Delivery, Saver, GradingSetup, Work

def hand_ins(count):
    for number in range(count):
        yield Delivery(f"s{number % 40}", f"d{number}", (Work("double", f"w{number}"), Work("other", f"w{number}")))

def grade(work):
    check = CheckResult("first", "holds", Outcome.PASSED, 1.0, 1.0, message=work.digest * 200)
    return ExerciseResult(work.exercise, "T", 1.0, 1.0, "L2", (check,))

path, count, order = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
with Gradebook.open(path, who=f"p{order}") as book:
    book.receive(hand_ins(count))
    setups = {name: GradingSetup(name, "v1", "0.1", "", book.salt) for name in ("double", "other")}
    book.use(setups.values())
    works = [work for one in hand_ins(count) for work in one.works][::order]
    told = lambda one: print(one.work.exercise, one.work.digest, flush=True)
    with Saver(book, book.begin({}), told, most=7) as saver:
        for work in book.pending(works):
            saver.add(Graded(work, setups[work.exercise], grade(work)))
print("done", flush=True)
"""


def _start(path: Path, count: int, order: int = 1) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", CHILD, str(path), str(count), str(order)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def _sound(path: Path) -> dict[str, int]:
    """Counts of a file in which everything fits together."""
    Gradebook.open(path, create=False).close()
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert raw.execute("PRAGMA foreign_key_check").fetchall() == []

        def count(query: str) -> int:
            return int(raw.execute(f"SELECT count(*) FROM {query}").fetchone()[0])

        outcomes = count("outcomes")
        assert count("results") == outcomes
        assert count("outcomes JOIN results ON outcome = id WHERE json_valid(result)") == outcomes
        assert count("audit WHERE what = 'graded'") == outcomes
        assert count("audit WHERE what = 'submitted'") == count("hand_ins")
        assert count("works") == 2 * count("hand_ins")
        return {"outcomes": outcomes, "hand_ins": count("hand_ins"), "salts": count("meta WHERE name = 'salt'")}


OPENS = """
import sys
import threading
from pathlib import Path
from grader.gradebook import Gradebook

print("ready", flush=True)
for line in sys.stdin:
    with Gradebook.open(Path(line.strip())) as book:
        print(book.salt, flush=True)
"""


def test_processes_that_make_a_gradebook_at_the_same_time_make_one(tmp_path: Path) -> None:
    command = [sys.executable, "-c", OPENS]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    makers = [subprocess.Popen(command, cwd=ROOT, **pipes) for _ in range(4)]  # type: ignore[call-overload]
    for maker in makers:
        assert maker.stdout.readline() == "ready\n"
    paths = [tmp_path / f"{number}.db" for number in range(25)]
    for path in paths:
        for maker in makers:
            maker.stdin.write(f"{path}\n")
            maker.stdin.flush()
    told = [maker.communicate(timeout=120) for maker in makers]
    assert [err for _, err in told] == [""] * len(makers)
    assert len({out for out, _ in told}) == 1
    assert len(set(told[0][0].split())) == len(paths)


def test_batches_at_the_same_time_lose_and_double_nothing(path: Path) -> None:
    """They make the file together, too."""
    batches = [_start(path, 120, order) for order in (1, -1, 1)]
    for batch in batches:
        out, err = batch.communicate(timeout=120)
        assert out.endswith("done\n"), err
    assert _sound(path) == {"outcomes": 240, "hand_ins": 120, "salts": 1}


def _killed(path: Path, lines: int, seconds: float) -> tuple[int, list[str]]:
    """A batch that is killed after so many lines and seconds: how it ended, and what it said until then."""
    batch = _start(path, 400)
    assert batch.stdout is not None
    said = [batch.stdout.readline() for _ in range(lines)]
    time.sleep(seconds)
    batch.send_signal(signal.SIGKILL)
    said += batch.stdout.readlines()
    batch.communicate(timeout=60)
    return batch.returncode, [line.strip() for line in said if line.endswith("\n")]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
def test_nothing_saved_is_lost_when_a_batch_is_killed_at_any_moment(path: Path) -> None:
    """Sooner or later: while it starts, makes the file, receives, saves."""
    random, told, kills = Random(7), set[str](), 0
    for lines in (0, 0, 0, 0, 0, 1, 10, *(random.randrange(60) for _ in range(6))):
        code, said = _killed(path, lines, 0.0 if lines else random.uniform(0, 0.6))
        kills += code == -signal.SIGKILL
        told.update(said)
    assert kills
    _sound(path)
    with closing(sqlite3.connect(path)) as raw:
        kept = {f"{exercise} {work}" for exercise, work in raw.execute("SELECT exercise, work FROM outcomes")}
    assert told
    assert told - {"done"} <= kept
    out, err = _start(path, 400).communicate(timeout=120)
    assert out.endswith("done\n"), err
    assert _sound(path) == {"outcomes": 800, "hand_ins": 400, "salts": 1}


def _fill(book: Gradebook) -> int:
    """Save until it fails; how many were saved."""
    for saved in range(5000):
        try:
            book.save([graded(book, f"w{saved}")])
        except UsageError as error:
            problem = str(error)
            break
    assert re.search("the disk of '.*' is full; free some space and run the command again", problem)
    return saved


def test_on_a_full_disk_what_was_saved_before_is_safe(
    filled: Gradebook, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite's own limit stands in for the disk's."""
    filled.close()
    connections: list[sqlite3.Connection] = []

    def limited(*arguments: object, **options: object) -> sqlite3.Connection:
        connections.append(sqlite3.Connection(*arguments, **options))
        connections[-1].execute("PRAGMA max_page_count = 60")
        return connections[-1]

    monkeypatch.setattr(sqlite3, "connect", limited)
    filled = Gradebook.open(path, create=False)
    saved = _fill(filled)
    assert saved > 3
    for connection in connections:
        connection.execute("PRAGMA max_page_count = 10000")
    assert counts(filled)["outcomes"] == saved
    assert filled.save([graded(filled, "more")]) == 1
    assert not list(filled.pending([Work("double", f"w{number}") for number in range(saved)]))


@contextmanager
def _small_disk(path: Path) -> Iterator[None]:
    path.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(path)]
    done = subprocess.run(mount, capture_output=True, check=False)
    if done.returncode:
        pytest.skip("may not mount a small disk here")
    try:
        yield
    finally:
        subprocess.run(["umount", str(path)], check=True)


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="needs to mount a small disk")
def test_on_a_disk_that_is_really_full_what_was_saved_before_is_safe(tmp_path: Path) -> None:
    with _small_disk(tmp_path / "disk"):
        path = tmp_path / "disk" / "gradebook.db"
        ballast = path.with_name("ballast")
        ballast.write_bytes(bytes(300_000))
        with Gradebook.open(path) as book:
            book.use([setup(book)])
            saved = _fill(book)
            assert saved > 3
            with pytest.raises(UsageError, match="full"):
                book.save([graded(book, "more")])
        ballast.unlink()
        with Gradebook.open(path) as book:
            assert counts(book)["outcomes"] == saved
            assert book.save([graded(book, "more")]) == 1
        with closing(sqlite3.connect(path)) as raw:
            assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="needs to mount a small disk")
def test_on_a_full_disk_no_gradebook_is_half_made(tmp_path: Path) -> None:
    with _small_disk(tmp_path / "disk"):
        path = tmp_path / "disk" / "gradebook.db"
        ballast = path.with_name("ballast")
        with suppress(OSError), ballast.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        with pytest.raises(UsageError, match=r"full|cannot be opened"):
            Gradebook.open(path)
        ballast.unlink()
        with Gradebook.open(path) as book:
            assert book.salt


class Told:
    """Notes who was told to be saved, and sees that they are."""

    def __init__(self, book: Gradebook) -> None:
        self._book = book
        self.works: list[str] = []

    def __call__(self, one: Graded) -> None:
        self.works.append(one.work.digest)
        assert counts(self._book)["outcomes"] >= len(self.works)


def test_a_saver_saves_once_there_is_enough(book: Gradebook) -> None:
    told, times = Told(book), iter([0.0, *[-1.0] * 9])
    with Saver(book, None, told, most=3, clock=lambda: next(times)) as saver:
        for number, saved in ((0, 0), (1, 0), (2, 3), (3, 3)):
            saver.add(graded(book, f"w{number}"))
            assert counts(book)["outcomes"] == len(told.works) == saved
    assert counts(book)["outcomes"] == 4
    assert told.works == ["w0", "w1", "w2", "w3"]


def test_a_saver_groups_only_what_comes_fast(book: Gradebook) -> None:
    told, now = Told(book), 7.0
    with Saver(book, None, told, seconds=1.0, clock=lambda: now) as saver:
        for number, (at, saved) in enumerate([(7.0, 1), (7.5, 1), (7.9, 1), (8.0, 4), (9.5, 5), (9.6, 5)]):
            now = at
            saver.add(graded(book, f"w{number}"))
            assert len(told.works) == saved
    assert len(told.works) == counts(book)["outcomes"] == 6


def test_a_saver_saves_the_rest_when_it_is_interrupted(book: Gradebook) -> None:
    told = Told(book)
    with suppress(KeyboardInterrupt), Saver(book, None, told, clock=iter([0.0, -1.0]).__next__) as saver:
        saver.add(graded(book))
        assert counts(book)["outcomes"] == 0
        raise KeyboardInterrupt
    assert counts(book)["outcomes"] == len(told.works) == 1


def test_an_interruption_waits_until_what_is_saved_is_told(book: Gradebook) -> None:
    told = Told(book)

    def interrupted(one: Graded) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.05)  # until another thread has been given it
        told(one)

    over = threading.Event()
    bystander = threading.Thread(target=over.wait)  # a signal of the process may be delivered in any thread
    bystander.start()
    try:
        with pytest.raises(KeyboardInterrupt), Saver(book, None, interrupted) as saver:
            saver.add(graded(book))
    finally:
        over.set()
        bystander.join()
    assert counts(book)["outcomes"] == len(told.works) == 1


def test_a_failed_transaction_leaves_nothing_and_the_next_one_works(book: Gradebook) -> None:
    def half() -> Iterator[Graded]:
        yield graded(book)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        book.save(half())
    assert counts(book)["outcomes"] == 0
    assert book.save([graded(book)]) == 1


def test_a_large_class_is_read_with_flat_memory(book: Gradebook) -> None:
    def peak(students: int) -> int:
        book.receive(hand_in(f"s{number}", f"d{number}", f"w{number}") for number in range(students))
        tracemalloc.start()
        assert sum(1 for _ in book.records()) == students
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    small = peak(1000)  # two pages
    assert peak(4000) < 1.3 * small


def test_a_class_is_read_by_indexes(filled: Gradebook, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    queries: list[tuple[str, tuple[object, ...]]] = []
    run = Database.run

    def noted(db: Database, sql: str, *values: object) -> sqlite3.Cursor:
        queries.append((sql, values))
        return run(db, sql, *values)

    monkeypatch.setattr(Database, "run", noted)
    assert list(filled.records(["bob"]))
    assert list(filled.details("bob"))
    read = [(sql, values) for sql, values in queries if "JOIN outcomes" in sql]
    assert len(read) == 2
    with closing(sqlite3.connect(path)) as raw:
        for sql, values in read:
            plan = [row[3] for row in raw.execute(f"EXPLAIN QUERY PLAN {sql}", values)]
            assert len(plan) > 4
            # Only the numbered deliveries of a page are scanned; these were found by an index.
            scans = [step for step in plan if re.match(r"SCAN (?!json_each|[(]subquery|h$|a$)", step)]
            assert not scans, dedent("\n".join(plan))
