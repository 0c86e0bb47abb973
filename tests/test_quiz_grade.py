"""`quiz grade`: every attempt that counts is scored, every one that does not is told, and so is what a key changes."""

from __future__ import annotations

import csv
import json
import zipfile
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from grader import grade_quiz
from grader.author.release import sealed_text
from grader.course.quiz_load import load_quiz
from grader.course.quiz_model import Quiz
from grader.errors import UsageError
from grader.gradebook import AttemptState, AuditEvent, Gradebook, QuizResult
from grader.marks import quiz_item
from grader.quiz.answers import right_answer
from grader.quiz.attempt import Ended, QuizAttempt, encode, utc
from grader.quiz.grading import ProblemKind, QuizGrading, feedback_data, grade_attempts
from grader.quiz.paper import draw
from grader.quiz.scoring import score_paper
from grader.quiz.session import start_attempt
from grader.submission.tree import find_files
from tests.conftest import GraderCommand, MiniCourse
from tests.quiz_samples import FULL, full, write

SEED = 7
START = datetime(2026, 10, 3, 8, 0, tzinfo=UTC)


def attempt_at(quiz: Quiz, student: str = "ada", number: int = 1, minutes: float = 10, **fields: Any) -> QuizAttempt:
    """A submitted attempt with every answer right, unless other `answers` are given."""
    begun = start_attempt(quiz, SEED, student, number, 11, START)
    paper = draw(quiz, begun.seed)
    right = {variant.id: right_answer(variant) for variant in paper.questions}
    done = {"answers": right, "finished": utc(START + timedelta(minutes=minutes)), "ended": Ended.SUBMITTED}
    return replace(begun, **{**done, **fields})


def file_of(attempt: QuizAttempt, name: str = "") -> tuple[str, bytes]:
    return name or f"{attempt.student}_{attempt.attempt}.json", encode(attempt)


def graded(quiz: Quiz, *attempts: QuizAttempt | tuple[str, bytes], known: tuple[QuizResult, ...] = ()) -> QuizGrading:
    files = [one if isinstance(one, tuple) else file_of(one) for one in attempts]
    return grade_attempts(quiz, SEED, files, known, ["doubling", "tripling"])


def troubles(grading: QuizGrading) -> list[ProblemKind]:
    return [problem.trouble for problem in grading.problems]


@pytest.fixture
def quiz(tmp_path: Path) -> Quiz:
    return full(tmp_path)


# What counts


def test_an_attempt_is_drawn_again_from_its_seed_and_scored(quiz: Quiz) -> None:
    attempt = attempt_at(quiz)
    grading = graded(quiz, attempt)
    (sheet,), (result,) = grading.attempts, grading.results
    assert not grading.problems
    assert sheet.score == score_paper(draw(quiz, attempt.seed), attempt.answers)
    assert sheet.score.points == sheet.score.max_points == 11
    assert {one.id: one.share for one in result.questions} == dict.fromkeys(attempt.answers, 1.0)
    assert (result.student, result.quiz, result.attempt) == ("ada", "doubling", 1)
    assert result.submitted == START + timedelta(minutes=10)


def test_an_attempt_taken_without_the_key_is_graded_with_it(tmp_path: Path, quiz: Quiz) -> None:
    sealed = load_quiz(write(tmp_path / "edition", sealed_text(quiz)))
    assert sealed.sealed
    taken = replace(attempt_at(quiz), paper=start_attempt(sealed, SEED, "ada", 1, 11, START).paper)
    grading = graded(quiz, taken)
    assert not grading.problems
    assert grading.attempts[0].score.share == 1


def test_answers_are_kept_beside_their_scores(quiz: Quiz) -> None:
    wrong = {"memory": "1 MB", "about": "1,024", "which": []}
    (result,) = graded(quiz, attempt_at(quiz, answers=wrong)).results
    found = {one.id: one for one in result.questions}
    assert (found["memory"].mark, found["memory"].share, found["memory"].answer) == ("wrong", -0.25, "1 MB")
    assert found["about"].note == "'1,024' could be 1024 or 1.024; write it without the comma"
    assert found["which"].mark == found["why"].mark == "blank"


def test_a_file_that_was_edited_is_told_and_the_others_are_graded(quiz: Quiz) -> None:
    label, data = file_of(attempt_at(quiz, "eve"))
    edited = data.replace(b'"attempt": 1', b'"attempt": 2')
    grading = graded(quiz, (label, edited), attempt_at(quiz, "ada"))
    (problem,) = grading.problems
    assert problem.trouble is ProblemKind.ALTERED
    assert str(problem) == "eve_1.json: it was changed after it was saved; it is not graded: ask for the original"
    assert [sheet.submitted.student for sheet in grading.attempts] == ["ada"]
    told = {result.student: result.problem for result in grading.results}
    assert told == {"ada": "", "eve": "it was changed after it was saved"}


def test_a_file_that_was_cut_off_is_told_and_other_json_is_not(quiz: Quiz) -> None:
    label, data = file_of(attempt_at(quiz))
    grading = graded(quiz, (label, data[: len(data) // 2]), ("manifest.json", b'{"schema": 1, "files": {}}'))
    assert troubles(grading) == [ProblemKind.ALTERED]
    assert "cut off" in grading.problems[0].sentence


def test_attempts_at_other_quizzes_are_left_alone_and_foreign_ones_are_told(quiz: Quiz) -> None:
    other = replace(attempt_at(quiz, "bob"), quiz="tripling")
    unknown = replace(attempt_at(quiz, "cid"), quiz="nothing")
    abroad = replace(attempt_at(quiz, "dan"), course=8, quiz="tripling")
    borrowed = replace(attempt_at(quiz, "eve"), student="fay")
    grading = graded(quiz, other, unknown, abroad, borrowed, attempt_at(quiz))
    assert grading.elsewhere == {"tripling": 1}
    assert [(problem.trouble, problem.sentence) for problem in grading.problems] == [
        (ProblemKind.FOREIGN, "it is an attempt at 'nothing'; it is not graded"),
        (ProblemKind.FOREIGN, "it belongs to another course; it is not graded"),
        (ProblemKind.FOREIGN, "its paper is not that of 'fay'; it is not graded"),
    ]
    assert [sheet.submitted.student for sheet in grading.attempts] == ["ada"]


def test_an_attempt_without_a_name_is_told(quiz: Quiz) -> None:
    grading = graded(quiz, attempt_at(quiz, ""))
    assert troubles(grading) == [ProblemKind.NAMELESS]
    assert not grading.results


def test_the_same_attempt_twice_counts_once(quiz: Quiz) -> None:
    label, data = file_of(attempt_at(quiz), "bob/copied.json")
    grading = graded(quiz, attempt_at(quiz), (label, data.replace(b"\n", b"\r\n")))
    assert len(grading.results) == 1
    assert str(grading.problems[0]) == (
        "bob/copied.json: it is the same attempt of 'ada' as ada_1.json; it counts once"
    )


def test_of_two_versions_of_an_attempt_the_one_submitted_first_counts(quiz: Quiz) -> None:
    first = attempt_at(quiz, minutes=5, answers={})
    again = attempt_at(quiz, minutes=15)
    grading = graded(quiz, file_of(again, "again.json"), file_of(first, "first.json"))
    assert {sheet.submitted.label: bool(sheet.why_not) for sheet in grading.attempts} == {
        "again.json": True,
        "first.json": False,
    }
    assert str(grading.problems[0]) == (
        "again.json: another version of attempt 1 of 'ada' counts: first.json was submitted first"
    )


def test_a_submitted_version_counts_before_an_open_one(quiz: Quiz) -> None:
    opened = attempt_at(quiz, finished="", ended=Ended.OPEN, answers={})
    grading = graded(quiz, file_of(opened, "open.json"), file_of(attempt_at(quiz), "done.json"))
    assert [sheet.submitted.label for sheet in grading.attempts if not sheet.why_not] == ["done.json"]


def test_an_attempt_that_was_never_submitted_is_graded_and_told(quiz: Quiz) -> None:
    grading = graded(quiz, attempt_at(quiz, finished="", ended=Ended.OPEN))
    assert troubles(grading) == [ProblemKind.OPEN]
    assert grading.results[0].questions
    assert grading.results[0].submitted is None


def test_attempts_over_the_limit_do_not_count(quiz: Quiz) -> None:
    grading = graded(quiz, *(attempt_at(quiz, number=number) for number in (1, 2, 3)))
    assert [sheet.why_not for sheet in grading.attempts] == ["", "", "attempt 3, and 2 are allowed"]
    assert troubles(grading) == [ProblemKind.OVER_LIMIT]
    assert grading.results[2].questions == ()


@pytest.mark.parametrize(("minutes", "over"), [(20, False), (20.1, True), (34, True), (-5, True)])
def test_attempts_over_the_time_are_graded_and_told(quiz: Quiz, minutes: float, over: bool) -> None:
    grading = graded(
        quiz, attempt_at(quiz, minutes=minutes, minutes_=None) if False else attempt_at(quiz, minutes=minutes)
    )
    assert (troubles(grading) == [ProblemKind.OVER_TIME]) == over
    assert grading.results[0].questions


def test_answers_that_no_longer_fit_are_told_once_with_their_old_id(tmp_path: Path, quiz: Quiz) -> None:
    attempts = [attempt_at(quiz, name) for name in ("ada", "bob")]
    changed = load_quiz(write(tmp_path, FULL.replace("It gives $d_k$", "It gives all of $d_k$")))
    old = attempts[0].answers["why"]
    grading = graded(changed, *attempts)
    told = [(problem.trouble, problem.sentence) for problem in grading.problems]
    assert told[0][0] is ProblemKind.CHANGED
    assert "have changed since 2 attempts" in told[0][1]
    assert told[1:] == [
        (
            ProblemKind.LOST_ANSWER,
            f"question 'why': '{old}' is not an option of this question now; if its text was corrected, give it its "
            "old id (2 attempts: no answer there)",
        )
    ]
    assert {one.id: one.mark for one in grading.results[0].questions}["why"] == "blank"
    kept = FULL.replace("- text: It gives $d_k$", f"- text: It gives all of $d_k$\n        id: {old}")
    assert graded(load_quiz(write(tmp_path, kept)), *attempts).results[0].questions[0].share == 1


def test_a_quiz_without_its_key_and_a_folder_without_attempts_are_usage_errors(tmp_path: Path, quiz: Quiz) -> None:
    sealed = load_quiz(write(tmp_path, sealed_text(quiz), "02_sealed.yaml"))
    with pytest.raises(UsageError, match="no key here; grade it with the full course"):
        graded(sealed, attempt_at(quiz))
    with pytest.raises(UsageError, match="there is no attempt at 'doubling' there among 1 other files"):
        graded(quiz, ("a.json", b"{}"))
    with pytest.raises(UsageError, match="there, but at 'tripling'"):
        graded(quiz, replace(attempt_at(quiz), quiz="tripling"))


# Grading again


def test_a_new_key_shows_old_and_new_scores(tmp_path: Path, quiz: Quiz) -> None:
    attempt = attempt_at(quiz)
    before = graded(quiz, attempt).results
    assert graded(quiz, attempt, known=before).changes == ()
    other = load_quiz(write(tmp_path, FULL.replace("accept: [double, the double]", "accept: [twofold]")))
    grading = graded(other, attempt, known=before)
    (change,) = grading.changes
    assert (change.student, change.attempt, change.questions) == ("ada", 1, ("name",))
    assert (change.old, change.old_maximum, change.new, change.new_maximum) == (11, 11, 9.75, 11)
    assert grading.results[0].key != before[0].key


def test_a_dropped_question_counts_for_nothing(tmp_path: Path, quiz: Quiz) -> None:
    attempt = attempt_at(quiz, answers={"why": attempt_at(quiz).answers["why"]})
    before = graded(quiz, attempt).results
    without = load_quiz(write(tmp_path, FULL.replace("  - id: about\n", "  - id: about\n    dropped: true\n")))
    (change,) = graded(without, attempt, known=before).changes
    assert (change.old, change.old_maximum, change.new, change.new_maximum) == (2, 11, 2, 10)
    assert change.questions == ("about",)


def test_what_was_graded_before_and_is_not_there_now_is_counted(tmp_path: Path, quiz: Quiz) -> None:
    before = graded(quiz, attempt_at(quiz, "bob")).results
    assert graded(quiz, attempt_at(quiz), known=before).stale == 0
    other = load_quiz(write(tmp_path, FULL.replace("accept: [double, the double]", "accept: [twofold]")))
    assert graded(other, attempt_at(quiz), known=before).stale == 1


def test_a_version_graded_before_keeps_counting_if_it_was_submitted_first(quiz: Quiz) -> None:
    before = graded(quiz, attempt_at(quiz, minutes=5)).results
    grading = graded(quiz, attempt_at(quiz, minutes=15, answers={}), known=before)
    assert grading.attempts[0].why_not == "another version of attempt 1 counts"
    assert "it was graded before, and submitted first" in grading.problems[0].sentence


def test_an_open_version_graded_before_gives_way_to_the_submitted_one(quiz: Quiz) -> None:
    opened = graded(quiz, attempt_at(quiz, finished="", ended=Ended.OPEN, answers={})).results
    grading = graded(quiz, attempt_at(quiz), known=opened)
    assert {result.digest: result.problem for result in grading.results} == {
        grading.attempts[0].submitted.digest: "",
        opened[0].digest: "another version of attempt 1 counts",
    }


# Files


def test_attempts_are_found_wherever_a_course_system_puts_them(tmp_path: Path) -> None:
    place = tmp_path / "download"
    (place / "Ada L_12_assignsubmission_file_" / "attempts").mkdir(parents=True)
    (place / "Ada L_12_assignsubmission_file_" / "attempts" / "a.json").write_bytes(b"1")
    (place / "doejane_1_2_b.json").write_bytes(b"2")
    (place / "notes.txt").write_bytes(b"no")
    (place / "bob").mkdir()
    with zipfile.ZipFile(place / "bob" / "parcel.zip", "w") as inner:
        inner.writestr("attempts/c.json", b"3")
        inner.writestr("masking.py", b"x = 1")
    told: list[str] = []
    found = {"Ada L_12_assignsubmission_file_/attempts/a.json", "bob/parcel.zip/attempts/c.json", "doejane_1_2_b.json"}
    assert {name for name, _ in find_files(place, ".json", told.append)} == found
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as outer:
        for path in sorted(place.rglob("*")):
            if path.is_file():
                outer.write(path, path.relative_to(place))
    assert {name for name, _ in find_files(tmp_path / "all.zip", ".json", told.append)} == found
    assert [*find_files(place / "doejane_1_2_b.json", ".json", told.append)] == [("doejane_1_2_b.json", b"2")]
    assert told == []


def test_a_file_that_cannot_be_read_is_told_and_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"1")
    (tmp_path / "b.json").write_bytes(b"x" * (1 << 21))
    (tmp_path / "c.zip").write_bytes(b"no zip")
    told: list[str] = []
    assert [name for name, _ in find_files(tmp_path, ".json", told.append)] == ["a.json"]
    assert len(told) == 2
    with pytest.raises(UsageError, match="there is no"):
        list(find_files(tmp_path / "nowhere", ".json", told.append))


# Feedback


def test_a_student_is_told_what_was_right_and_why(quiz: Quiz) -> None:
    answers = {**attempt_at(quiz).answers, "memory": "1 MB"}
    (told,) = feedback_data(graded(quiz, attempt_at(quiz, answers=answers)).attempts)
    memory = next(one for one in told["questions"] if one["id"] == "memory")
    assert memory["mark"] == "wrong"
    assert memory["answer"] == "1 MB"
    assert memory["right_answer"] == "4 MB"
    assert memory["remarks"][0]["feedback"] == "A float32 takes four bytes."
    assert memory["practise"] == ["double"]


def test_where_a_quiz_never_tells_only_points_are_told(tmp_path: Path) -> None:
    quiz = load_quiz(write(tmp_path, FULL.replace("feedback: end", "feedback: never")))
    (told,) = feedback_data(graded(quiz, attempt_at(quiz)).attempts)
    assert told["points"] == 11
    for one in told["questions"]:
        assert not {"right_answer", "remarks", "explanation"} & one.keys()


# The command


def hand_in(mini: MiniCourse, attempts: Mapping[str, QuizAttempt]) -> Path:
    folder = mini.path.parent / "attempts"
    for name, attempt in attempts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(encode(attempt))
    return folder


def rows_of(path: Path) -> dict[str, dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


@pytest.fixture
def given(mini: MiniCourse) -> Quiz:
    """The quiz in a course."""
    write(mini.path, FULL)
    return mini.load().find_quiz("doubling")


def test_the_command_writes_gradebook_csv_and_feedback(mini: MiniCourse, grader: GraderCommand, given: Quiz) -> None:
    half = dict(list(attempt_at(given).answers.items())[:5])
    hand_in(
        mini,
        {
            "ada/1.json": attempt_at(given),
            "bob/1.json": attempt_at(given, "bob", answers=half),
            "bob/2.json": attempt_at(given, "bob", 2, minutes=12),
            "eve/1.json": attempt_at(given, "=cmd|' /C calc'!A0"),
        },
    )
    done = grader("quiz", "grade", "doubling", "attempts", "--out", "graded", "--course", mini.path)
    assert done.code == 0, done.err
    assert "4 of 4 attempts count, 3 students." in done.out
    out = mini.path.parent / "graded"
    rows = rows_of(out / "quiz_doubling.csv")
    assert (rows["ada"]["score"], rows["ada"]["maximum"], rows["ada"]["percent"]) == ("11.00", "11.00", "100.00")
    assert (rows["bob"]["attempt"], rows["bob"]["attempts"]) == ("2", "2")
    assert rows["bob"]["how"] == "11 of 11, attempt 2, the last of 2"
    assert rows["ada"]["why"] == "2"
    assert all(not name.startswith("=") for name in rows)
    told = json.loads((out / "quizzes" / "doubling" / "bob.json").read_text(encoding="utf-8"))
    assert [one["attempt"] for one in told["attempts"]] == [1, 2]
    assert told["score"] == 11
    assert len(list((out / "quizzes" / "doubling").iterdir())) == 3
    with Gradebook.open(out / "gradebook.db", create=False) as book:
        assert [len(record.attempts) for record in book.records(["ada", "bob"])] == [1, 2]
        assert {entry.what for entry in book.audit(student="ada")} == {AuditEvent.QUIZ_GRADED}


def test_the_best_attempt_counts_where_the_policy_says_so(mini: MiniCourse, grader: GraderCommand, given: Quiz) -> None:
    mini.write("course.yaml", "title: A small course\nseed: 7\npolicy: {attempts: best}\n")
    hand_in(mini, {"1.json": attempt_at(given), "2.json": attempt_at(given, number=2, answers={}, minutes=30)})
    grader("quiz", "grade", "doubling", "attempts", "--out", "graded", "--course", mini.path)
    row = rows_of(mini.path.parent / "graded" / "quiz_doubling.csv")["ada"]
    assert (row["score"], row["attempt"]) == ("11.00", "1")


def test_a_run_after_the_key_changed_tells_old_and_new_scores_and_keeps_the_history(
    mini: MiniCourse, grader: GraderCommand, given: Quiz
) -> None:
    hand_in(mini, {"1.json": attempt_at(given), "2.json": attempt_at(given, "bob", answers={})})
    command = ("quiz", "grade", "doubling", "attempts", "--out", "graded", "--course", mini.path)
    grader(*command)
    assert "Other scores" not in grader(*command).out
    write(mini.path, FULL.replace("accept: [double, the double]", "accept: [twofold]"))
    done = grader(*command)
    assert "Changed scores: 1" in done.out
    assert "ada, attempt 1: 11 of 11 → 9.75 of 11 (name)" in done.out
    facts = grader(*command, "--json").json
    assert facts["changes"] == []
    assert (facts["attempts"], facts["counting"], facts["students"]) == (2, 2, 2)
    with Gradebook.open(mini.path.parent / "graded" / "gradebook.db", create=False) as book:
        (entry,) = [one for one in book.audit(student="ada") if one.what is AuditEvent.REGRADED]
        assert entry.detail["questions"] == {"name": [1.0, -0.25]}


def test_every_trouble_is_told_in_a_sentence_and_stops_nobody(
    mini: MiniCourse, grader: GraderCommand, given: Quiz
) -> None:
    folder = hand_in(
        mini,
        {
            "ada.json": attempt_at(given),
            "copy.json": attempt_at(given),
            "long.json": attempt_at(given, "bob", minutes=90),
            "third.json": attempt_at(given, "cid", 3),
        },
    )
    (folder / "edited.json").write_bytes(encode(attempt_at(given, "eve")).replace(b'"eve"', b'"fay"'))
    facts = grader("quiz", "grade", "doubling", folder, "--out", "graded", "--json", "--course", mini.path).json
    assert sorted(problem["kind"] for problem in facts["problems"]) == [
        "altered",
        "duplicate",
        "over-limit",
        "over-time",
    ]
    assert facts["counting"] == 2
    with Gradebook.open(mini.path.parent / "graded" / "gradebook.db", create=False) as book:
        states = {record.student.id: record.attempts[0].state for record in book.records()}
    assert states == {
        "ada": AttemptState.GRADED,
        "bob": AttemptState.GRADED,
        "cid": AttemptState.UNREADABLE,
        "fay": AttemptState.UNREADABLE,
    }


@pytest.mark.parametrize("dropped", ["s1", "s2", "s3"])
def test_a_quiz_has_one_maximum_whichever_question_of_a_pool_is_dropped(
    mini: MiniCourse, grader: GraderCommand, dropped: str
) -> None:
    """Who has no readable attempt has the same maximum in the quiz's own table as in the class's."""
    write(mini.path, FULL.replace(f"{{id: {dropped},", f"{{id: {dropped}, dropped: true,"))
    quiz = mini.load().find_quiz("doubling")
    assert [question.id for question in quiz.questions if question.dropped and question.pool] == [dropped]
    folder = hand_in(mini, {"ada.json": attempt_at(quiz)})
    (folder / "edited.json").write_bytes(encode(attempt_at(quiz, "eve")).replace(b'"eve"', b'"fay"'))
    summary = grade_quiz(mini.path, "doubling", folder, mini.path.parent / "graded")
    assert summary.students == 2
    assert [problem.trouble for problem in summary.grading.problems] == [ProblemKind.ALTERED]
    assert grader("report", "graded", "--course", mini.path).code == 0
    (item,) = json.loads((mini.path.parent / "graded" / "results" / "fay.json").read_text())["items"]
    row = rows_of(mini.path.parent / "graded" / "quiz_doubling.csv")["fay"]
    assert float(row["maximum"]) == item["maximum"] == quiz_item(quiz).maximum


def test_the_maximum_of_a_quiz_is_the_decimal_number_that_its_points_add_up_to(mini: MiniCourse) -> None:
    asked = "{{id: {id}, type: numeric, prompt: '1 + 1?', answer: 2, points: {points}, explanation: Two.{pool}}}"
    questions = [asked.format(id="a", points=0.1, pool="")]
    questions += [asked.format(id=f"p{n}", points=0.2, pool=", pool: p") for n in range(2)]
    questions += [asked.format(id=f"q{n}", points=0.3, pool=", pool: q") for n in range(2)]
    write(mini.path, "title: T\npools: {p: 1, q: 1}\nquestions:\n" + "".join(f"  - {one}\n" for one in questions))
    assert quiz_item(mini.load().find_quiz("doubling")).maximum == 0.6


def test_a_name_that_several_students_have_is_nobodys_and_is_reported(
    mini: MiniCourse, grader: GraderCommand, given: Quiz
) -> None:
    hand_in(mini, {"1.json": attempt_at(given, "Jane Doe")})
    mini.path.parent.joinpath("roster.csv").write_text("student,name\ns1,Jane Doe\ns2,Doe Jane\n")
    command = ("quiz", "grade", "doubling", "attempts", "--out", "graded", "--course", mini.path)
    for more in (("--roster", "roster.csv"), ()):
        done = grader(*command, *more)
        rows = rows_of(mini.path.parent / "graded" / "quiz_doubling.csv")
        assert rows.keys() == {"Jane Doe"}
        if more:
            assert "'Jane Doe' could be 's1' or 's2'; graded under its own name" in " ".join(done.out.split())


def test_students_are_found_by_the_roster_and_by_the_gradebook(
    mini: MiniCourse, grader: GraderCommand, given: Quiz
) -> None:
    hand_in(mini, {"1.json": attempt_at(given, "Ada Lovelace"), "2.json": attempt_at(given, "BOB@example.org")})
    mini.path.parent.joinpath("roster.csv").write_text(
        "student,name,email\ns1,Ada Lovelace,ada@example.org\ns2,Bob,bob@example.org\ns3,Cid,cid@example.org\n"
    )
    command = ("quiz", "grade", "doubling", "attempts", "--out", "graded", "--course", mini.path)
    done = grader(*command, "--roster", "roster.csv")
    assert set(rows_of(mini.path.parent / "graded" / "quiz_doubling.csv")) == {"s1", "s2"}
    assert "Nothing submitted: s3." in done.out
    grader(*command)  # the gradebook knows their names and addresses by now
    assert set(rows_of(mini.path.parent / "graded" / "quiz_doubling.csv")) == {"s1", "s2"}


def test_nothing_to_grade_and_no_key_are_told_in_a_sentence(mini: MiniCourse, grader: GraderCommand) -> None:
    write(mini.path, FULL)
    (mini.path.parent / "empty").mkdir()
    there = ("--out", "graded", "--course", mini.path)
    empty = grader("quiz", "grade", "doubling", "empty", *there)
    assert empty.code == 2
    assert "there is no attempt at 'doubling' there; look for 'doubling.attempt1.json'" in empty.err
    nowhere = grader("quiz", "grade", "doubling", "nowhere", *there)
    assert nowhere.code == 2
    assert "there is no 'nowhere'" in nowhere.err
