"""Taking a quiz: every answer is kept at once, time and attempts are limited, and files tell if they were changed."""

from __future__ import annotations

import json
import os
import re
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pexpect
import pytest
from msgspec.structs import replace

from grader.author.release import sealed_text
from grader.cli.quiz.lines import QuizLines, read_line
from grader.course.quiz_load import load_quiz
from grader.errors import UsageError
from grader.quiz.answers import NotUnderstood, letter, read_typed
from grader.quiz.attempt import (
    MOST_BYTES,
    AttemptError,
    AttemptFolder,
    Ended,
    QuizAttempt,
    decode,
    encode,
    foreign,
    utc,
)
from grader.quiz.paper import draw, things
from grader.quiz.scoring import AnswerMark
from grader.quiz.session import adapted, start_attempt
from grader.render.quiz import explained_at_end
from grader.render.style import Style
from grader.student.workspace import make
from tests import quiz_samples
from tests.conftest import COMMAND, GraderCommand, MiniCourse
from tests.quiz_screens import GRADED, ORDER, PRACTICE, SEED, START, Taking, id_of, letter_of, take

# The file of an attempt


@pytest.fixture
def attempt(tmp_path: Path) -> QuizAttempt:
    taking = take(tmp_path, GRADED)
    taking.session.answer(id_of(taking.at("why"), "Nothing"))
    taking.at("memory")
    taking.session.answer("4 MB")
    return taking.session.attempt


def test_an_attempt_comes_back_as_it_was_saved(attempt: QuizAttempt) -> None:
    assert decode(encode(attempt)) == attempt
    assert attempt.started_at == START
    assert attempt.finished_at is None


def test_other_line_ends_and_indents_do_no_harm(attempt: QuizAttempt) -> None:
    data = encode(attempt)
    assert decode(b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n")) == attempt
    assert decode(json.dumps(json.loads(data)).encode()) == attempt


CHANGES: dict[str, Callable[[str], str]] = {
    "another answer": lambda text: text.replace("4 MB", "5 MB"),
    "another student": lambda text: text.replace('"ada"', '"bob"'),
    "more time": lambda text: text.replace('"minutes": 20.0', '"minutes": 200.0'),
    "a key more": lambda text: text.replace("{", '{"bonus": 1,', 1),
    "a key less": lambda text: re.sub(r' "flags": \[\],\n', "", text),
    "another seal": lambda text: re.sub(r'"seal": ".', '"seal": "é', text),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_file_that_was_changed_is_told(attempt: QuizAttempt, change: str) -> None:
    text = encode(attempt).decode()
    changed = CHANGES[change](text)
    assert changed != text
    with pytest.raises(AttemptError, match=r"it was changed after it was saved|not an attempt"):
        decode(changed.encode())


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "cut off"),
        (b'{"schema": 1, "quiz": "x"', "cut off"),
        (b"[1]", "not an attempt at a quiz"),
        (b"{}", "not an attempt at a quiz"),
        (b"\xff\xfe", "cut off"),
        (b'{"schema": 2, "quiz": "x", "seal": ""}', "later version"),
        (b" " * (MOST_BYTES + 1), "too large"),
        (b"[" * 100_000, "cut off"),
    ],
)
def test_what_is_no_attempt_is_told(data: bytes, sentence: str) -> None:
    with pytest.raises(AttemptError, match=sentence):
        decode(data)


def test_a_foreign_attempt_is_told(tmp_path: Path, attempt: QuizAttempt) -> None:
    quiz = load_quiz(quiz_samples.write(tmp_path, GRADED))
    other = load_quiz(quiz_samples.write(tmp_path, GRADED, "02_other.yaml"))
    assert foreign(attempt, quiz, SEED) == ""
    assert foreign(attempt, quiz, SEED + 1) == "it belongs to another course"
    assert foreign(attempt, other, SEED) == "it is an attempt at 'doubling'"
    assert foreign(replace(attempt, student="bob"), quiz, SEED) == "its paper is not that of 'bob'"
    assert foreign(replace(attempt, attempt=2), quiz, SEED) == "its paper is not that of 'ada'"
    assert foreign(replace(attempt, student="", seed=5), quiz, SEED) == ""


# Answers as they are typed


def typed(folder: Path, question: str, text: str, before: str = "") -> object:
    variant = take(folder).at(question)
    so_far = read_typed(variant, before, None) if before else None
    return read_typed(variant, text, so_far)


@pytest.mark.parametrize(
    ("question", "text", "wanted"),
    [
        ("why", "b", ["b"]),
        ("why", "(B)", ["b"]),
        ("which", "a c", ["a", "c"]),
        ("which", "ca", ["c", "a"]),
        ("which", "A, b", ["a", "b"]),
        ("steps", "b a d c", ["b", "a", "d", "c"]),
        ("steps", "bdac", ["b", "d", "a", "c"]),
    ],
)
def test_letters_stand_for_options_in_the_order_shown(
    tmp_path: Path, question: str, text: str, wanted: list[str]
) -> None:
    shown = things(take(tmp_path).at(question))
    ids = [shown["abcd".index(one)].id for one in wanted]
    assert typed(tmp_path, question, text) == (ids[0] if question == "why" else ids)


@pytest.mark.parametrize(
    ("question", "text", "sentence"),
    [
        ("why", "a b", "only one is right here; type one letter"),
        ("why", "x", "'x' is not an answer here; type letters from a to d"),
        ("why", "ä", "'ä' is not an answer here; type letters from a to d"),
        ("which", ",", "',' is not an answer here; type letters from a to c"),
        ("which", "a a", "'a' is there twice; type each letter once"),
        ("steps", "a b", "2 of the letters are missing; type all, in order"),
        ("who", "hello", "'hello' is not an answer here; type pairs of a number and a letter, like 1b"),
        ("who", "9a", "there is no 9 here; the numbers go from 1 to 3"),
        ("who", "1z", "there is no z here; the letters go from a to c"),
    ],
)
def test_what_makes_no_sense_is_told_and_never_an_answer(
    tmp_path: Path, question: str, text: str, sentence: str
) -> None:
    with pytest.raises(NotUnderstood) as told:
        typed(tmp_path, question, text)
    assert str(told.value) == sentence


def test_pairs_are_added_changed_and_taken_away(tmp_path: Path) -> None:
    variant = take(tmp_path).at("who")
    lefts, rights = variant.task.lefts, variant.task.rights  # type: ignore[union-attr]
    both = {lefts[0].id: rights[1].id, lefts[1].id: rights[0].id}
    assert typed(tmp_path, "who", "1b 2a") == typed(tmp_path, "who", "1=b, 2) a") == both
    assert typed(tmp_path, "who", "3c", before="1b 2a") == {**both, lefts[2].id: rights[2].id}
    assert typed(tmp_path, "who", "1-", before="1b 2a") == {lefts[1].id: rights[0].id}
    assert typed(tmp_path, "who", "b a c") == {
        left.id: rights[at].id for left, at in zip(lefts, (1, 0, 2), strict=True)
    }


def test_there_are_letters_for_more_than_26_things() -> None:
    assert [letter(at) for at in (0, 25, 26, 29)] == ["a", "z", "aa", "ad"]


# A sitting


def test_every_change_is_kept_at_once(tmp_path: Path) -> None:
    taking = take(tmp_path, GRADED)
    session = taking.session
    before = len(taking.saved)
    why = id_of(taking.at("why"), "It gives $d_k$")
    assert session.answer(why) == ""
    assert taking.saved[-1].answers == {"why": why}
    session.flag()
    assert taking.saved[-1].flags == ("why",)
    taking.at("memory")
    session.draft("4 M")
    assert taking.saved[-1].drafts == {"memory": "4 M"}
    session.answer("4 MB")
    assert (taking.saved[-1].drafts, taking.saved[-1].answers["memory"]) == ({}, "4 MB")
    session.answer(None)
    assert taking.saved[-1].answers == {"why": why}
    assert len(taking.saved) == before + 7


def test_an_answer_that_can_be_none_changes_nothing_and_is_told(tmp_path: Path) -> None:
    taking = take(tmp_path)
    taking.at("memory")
    taking.session.answer("4 MB")
    saved = len(taking.saved)
    assert taking.session.answer("lots") == "'lots' is not a number; write digits, like 512 or 0.25"
    assert len(taking.saved) == saved
    assert taking.session.attempt.answers == {"memory": "4 MB"}


def test_a_closed_terminal_goes_on_at_the_same_question_with_the_same_paper(tmp_path: Path) -> None:
    taking = take(tmp_path, GRADED)
    taking.at("width")
    taking.watch.move(minutes=5)
    again = taking.again()
    assert again.session.variant == taking.session.variant
    assert again.session.paper == taking.session.paper
    assert again.session.seconds_left == 15 * 60


def test_time_is_counted_for_each_question(tmp_path: Path) -> None:
    taking = take(tmp_path)
    taking.watch.move(seconds=4)
    taking.at("memory")
    taking.watch.move(seconds=2.5)
    taking.session.answer("4 MB")
    taking.watch.move(seconds=1)
    taking.at("why")
    assert taking.session.attempt.seconds == {"why": 4.0, "memory": 3.5}


@pytest.mark.parametrize("step", ["answer", "flag", "go", "submit", "is_in_time"])
def test_at_the_limit_what_is_there_is_handed_in_whoever_asks_first(tmp_path: Path, step: str) -> None:
    taking = take(tmp_path, GRADED)
    why = id_of(taking.at("why"), "Nothing")
    taking.session.answer(why)
    taking.watch.move(minutes=20)
    arguments = {"answer": [id_of(taking.session.variant, "It halves it")], "go": [3]}
    getattr(taking.session, step)(*arguments.get(step, []))
    done = taking.saved[-1]
    assert (done.ended, done.finished_at, done.answers) == (Ended.TIME, START + timedelta(minutes=20), {"why": why})
    assert taking.session.seconds_left == 0


def test_the_clock_runs_while_the_terminal_is_closed(tmp_path: Path) -> None:
    taking = take(tmp_path, GRADED)
    taking.at("name")
    taking.session.answer("double")
    taking.watch.move(days=2)
    again = taking.again()
    assert not again.session.is_in_time()
    assert again.saved[-1].finished_at == START + timedelta(minutes=20)
    assert again.saved[-1].answers == {"name": "double"}


def test_an_explained_question_is_told_once_and_its_answer_stands(tmp_path: Path) -> None:
    taking = take(tmp_path)
    variant = taking.at("why")
    taking.session.answer(id_of(variant, "Nothing"))
    taking.session.explain()
    taking.session.explain()
    assert [(key, score.mark) for key, score in taking.told] == [("why", AnswerMark.WRONG)]
    assert taking.session.answer(id_of(variant, "It gives $d_k$")) == "this question can no longer be answered"
    taking.session.submit()
    assert [key for key, _ in taking.told].count("why") == 1
    assert len(taking.told) == len(taking.session.paper.questions)


def test_an_exam_and_a_quiz_without_its_key_explain_nothing(tmp_path: Path) -> None:
    graded = take(tmp_path, GRADED)
    graded.session.explain()
    text = PRACTICE.replace("title: Doubling", "title: Doubling\nkind: graded\nfeedback: at-once")
    sealed = take(tmp_path, sealed_text(load_quiz(quiz_samples.write(tmp_path, text))))
    sealed.session.explain()
    sealed.session.submit()
    assert (graded.told, sealed.told) == ([], [])
    assert sealed.session.attempt.is_finished


def test_a_quiz_that_changed_keeps_the_answers_that_still_fit(tmp_path: Path) -> None:
    taking = take(tmp_path)
    taking.session.answer(id_of(taking.at("why"), "Nothing"))
    taking.session.answer(id_of(taking.at("width"), taking.session.variant.task.options[0].text))  # type: ignore[union-attr]
    changed = load_quiz(quiz_samples.write(tmp_path, PRACTICE.replace("- text: Nothing", "- text: Very little")))
    attempt, gone = adapted(taking.session.attempt, draw(changed, taking.session.attempt.seed))
    assert (gone, list(attempt.answers)) == (["why"], ["width"])
    taking.at("about")
    taking.session.draft("12x")
    taking.at("who")
    taking.session.draft("1b")  # by letters, which may stand for others now
    attempt, gone = adapted(taking.session.attempt, draw(changed, taking.session.attempt.seed))
    assert (gone, attempt.drafts) == (["why", "who"], {"about": "12x"})
    assert attempt.paper == draw(changed, attempt.seed).digest
    assert adapted(taking.session.attempt, taking.session.paper) == (taking.session.attempt, [])


# The folder


def test_one_terminal_at_a_time_takes_a_quiz(tmp_path: Path) -> None:
    folder = AttemptFolder(tmp_path / "attempts")
    with folder.hold("doubling"):
        with pytest.raises(UsageError, match="in another terminal"), AttemptFolder(folder.path).hold("doubling"):
            pass
        with folder.hold("other"):
            pass
    with folder.hold("doubling"):
        pass


def test_files_to_hand_in_are_those_that_are_finished(tmp_path: Path, attempt: QuizAttempt) -> None:
    folder = AttemptFolder(tmp_path / "attempts")
    assert folder.finished() == {}
    folder.save(attempt)
    folder.save(replace(attempt, attempt=2, finished=utc(START), ended=Ended.SUBMITTED))
    (folder.path / "notes.txt").write_text("mine")
    (folder.path / "doubling.attempt3.json").write_text("damaged")
    assert list(folder.finished()) == ["doubling.attempt2.json", "doubling.attempt3.json"]


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path, attempt: QuizAttempt) -> None:
    (tmp_path / "attempts").write_text("in the way")
    with pytest.raises(UsageError, match="your answers are not saved"):
        AttemptFolder(tmp_path / "attempts").save(attempt)


# Line by line, in this process


def say(taking: Taking, *lines: str) -> None:
    """Type lines, then end the input."""
    waiting = iter(lines)

    def read(_: str) -> str:
        for line in waiting:
            return line
        raise EOFError

    QuizLines(taking.session, read).run()


def test_an_empty_line_is_never_an_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    taking = take(tmp_path)
    for question in ORDER:
        taking.at(question)
        say(taking, "", "   ", "\t")
    assert taking.session.attempt.answers == {}
    assert capsys.readouterr().out.count("Nothing was typed") == 3 * len(ORDER)


def test_a_practice_explains_at_once_and_points_to_the_exercise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taking = take(tmp_path)
    say(taking, letter_of(taking.at("why"), "Nothing"))
    shown = capsys.readouterr().out
    for part in ("✗ Not right. -0.5 / 2", "Only to zero.", "It gives dₖ (not chosen)", "grader show double"):
        assert part in shown
    assert "Question 2 of 10" in shown


def test_an_exam_says_saved_and_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    taking = take(tmp_path, GRADED)
    say(taking, letter_of(taking.at("why"), "Nothing"), "show")
    shown = capsys.readouterr().out
    assert "Saved." in shown
    assert "Answers are not shown while this quiz is open." in shown
    assert "zero" not in shown


def test_a_mistyped_number_is_asked_again_and_the_answer_before_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taking = take(tmp_path, GRADED)
    taking.at("memory")
    say(taking, "4 MB", "back", "4 tons")
    assert "Not saved: 'tons' is not a unit here; write MB or KB." in capsys.readouterr().out
    assert taking.session.attempt.answers == {"memory": "4 MB"}


def test_commands_move_flag_list_and_take_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    taking = take(tmp_path, GRADED)
    say(taking, "back", "next", "flag", "go 5", "double", "go 5", "clear", "go 99", "list", "time", "?", "again")
    shown = capsys.readouterr().out
    assert (taking.session.variant.id, taking.session.flagged, taking.session.attempt.answers) == ("name", [1], {})
    for part in (
        "This is the first question.", "Flagged", "Your answer so far: double", "answer was removed", "from 1 to 10",
        " 2. (open, flagged) Which of these are even?", " 5. (open, here) What is twice called?", "20:00 left.",
        "save and leave; the same command resumes", "show how much time is left",
    ):  # fmt: skip
        assert part in shown


def test_the_time_left_is_offered_only_where_there_is_a_limit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    say(take(tmp_path, PRACTICE), "?")
    shown = capsys.readouterr().out
    assert "save and leave" in shown
    assert "how much time" not in shown


def test_a_word_that_is_a_command_can_still_be_an_answer(tmp_path: Path) -> None:
    taking = take(tmp_path, GRADED)
    taking.at("name")
    say(taking, "answer list")
    assert taking.session.attempt.answers == {"name": "list"}


@pytest.mark.parametrize("text", [GRADED, PRACTICE])
def test_some_pairs_are_kept_but_are_no_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    taking = take(tmp_path, text)
    variant = taking.at("who")
    say(taking, "1a", "3b", "list", "submit", "q")
    shown = capsys.readouterr().out
    assert "Kept, but not an answer yet: 2 and 3 have no partner." in shown
    assert "Kept, but not an answer yet: 2 has no partner." in shown
    assert " 7. (incomplete, here) What belongs together?" in shown
    assert "Question 7 has an incomplete matching, which does not count." in shown
    assert (taking.told, taking.session.attempt.answers, taking.session.attempt.is_finished) == ([], {}, False)
    again = taking.again()
    assert [chosen for _, chosen in again.session.pairs] == ["a", "", "b"]
    say(again, "2c")
    assert set(again.session.attempt.answers) == {"who"}
    assert again.session.attempt.drafts == {}
    assert again.session.is_answered(variant)


def test_some_pairs_earn_nothing_when_they_are_submitted(tmp_path: Path) -> None:
    taking = take(tmp_path, GRADED)
    taking.at("who")
    say(taking, "1a", "submit", "submit")
    assert taking.session.total().scores["who"].mark is AnswerMark.BLANK


def test_an_attempt_of_an_earlier_version_keeps_its_pairs_and_their_score(tmp_path: Path) -> None:
    """It was saved when some pairs were an answer: submitted they score as before, open they are incomplete."""
    taking = take(tmp_path, GRADED)
    variant = taking.at("who")
    left, right = next(iter(variant.task.right.items()))  # type: ignore[union-attr]
    old = replace(taking.session.attempt, answers={"who": {left: right}})
    taking.saved.append(decode(encode(old)))
    opened = taking.again().session
    assert (opened.is_answered(variant), opened.begun) == (False, [6])
    taking.saved.append(replace(old, finished=utc(START), ended=Ended.SUBMITTED))
    assert taking.again().session.total().scores["who"].share == pytest.approx(1 / 3)


def test_pairs_given_at_once_are_explained_at_once(tmp_path: Path) -> None:
    again = take(tmp_path)
    again.at("who")
    say(again, "b a c")
    assert [key for key, _ in again.told] == ["who"]


def test_the_end_lists_what_was_missed_why_and_what_to_do_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taking = take(tmp_path, PRACTICE.replace("What is twice called?", "How, **exactly**, is `1` $2x$ " + "so " * 30))
    say(taking, letter_of(taking.at("why"), "Nothing"), "go 5", "square", "go 3", "4 MB", "go 7", "1a", "submit")
    say(taking, "submit", "submit")
    capsys.readouterr()
    shown = "\n".join(explained_at_end(taking.session, Style(False, 60)))
    missed, rest = shown.split("What to do next")
    for part in (
        " 1. What does doubling do to dₖ/2?\n    ✗ Not right. -0.5 / 2\n      ✗ Nothing\n        Only to zero.\n",
        " 5. How, exactly, is 1 2x so so so so so so so so so so so…\n    ✗ Not right. -0.25 / 1\n"
        "      Your answer: square\n      Only for two and zero.\n      The answer: double\n      That is the word.",
        " 7. What belongs together?\n    - No answer. 0 / 1\n      Incomplete, so it does not count: 1 → ",
    ):
        assert part in missed
    assert " 3. " not in missed  # it was right
    assert "grader quiz review   asks what you missed again" in rest
    assert "grader check double  practises questions 1, 2 and 4 to 10" in rest


def test_the_end_of_a_quiz_that_shows_no_answers_lists_nothing(tmp_path: Path) -> None:
    taking = take(tmp_path, GRADED.replace("feedback: end", "feedback: never"))
    taking.session.submit()
    assert list(explained_at_end(taking.session, Style(False, 80))) == []


def test_handing_in_with_open_questions_is_asked_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    taking = take(tmp_path, GRADED)
    say(taking, "flag", "go 5", "double", "submit", "list", "submit")
    shown = capsys.readouterr().out
    assert "Questions 1 to 4 and 6 to 10 have no answer." in shown
    assert "You flagged 1." in shown
    assert not taking.session.attempt.is_finished
    say(taking, "submit", "submit")
    assert taking.session.attempt.ended is Ended.SUBMITTED


def test_what_cannot_be_saved_is_told_and_saved_with_the_next_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taking = take(tmp_path, GRADED)
    taking.full = True
    say(taking, letter_of(taking.session.variant, "Nothing"))
    assert "your answers are not saved" in capsys.readouterr().out
    assert taking.saved[-1].answers == {}
    taking.full = False
    say(taking, "flag")
    assert list(taking.saved[-1].answers) == ["why"]


# The commands


@pytest.fixture
def desk(mini: MiniCourse) -> Path:
    """A workspace in a course with a practice quiz and a graded one."""
    quiz_samples.write(mini.path, PRACTICE, "01_doubling.yaml")
    quiz_samples.write(mini.path, GRADED, "02_exam.yaml")
    work = mini.path / "work"
    make(mini.load(), work, notebooks=False, remember=False)
    return work


def only_attempt(work: Path, quiz: str, number: int = 1) -> QuizAttempt:
    return decode((work / "attempts" / f"{quiz}.attempt{number}.json").read_bytes())


def test_a_whole_exam_through_a_pipe(grader: GraderCommand, desk: Path) -> None:
    lines = ["quit", "", "go 3", "4 MB", "submit", "submit"]
    first = grader(
        "quiz", "take", "ex", "--student", " Ada  Lovelace", cwd=desk, input="go 3\n1 MB\nquit\n", stdin=None
    )
    assert (first.code, first.err) == (0, "")
    assert "Not submitted yet; everything is saved in attempts/exam.attempt1.json.\n" in first.out
    assert only_attempt(desk, "exam").answers == {"memory": "1 MB"}
    second = grader("quiz", "take", "2", cwd=desk, input="\n".join(lines[1:]), stdin=None)
    assert second.code == 0
    assert "Question 4 of 10" in second.out.split("Answer (")[0]  # where it was left
    done = only_attempt(desk, "exam")
    assert (done.student, done.ended, done.answers) == ("Ada Lovelace", Ended.SUBMITTED, {"memory": "4 MB"})
    assert "1 of 11 points (9%): 1 right, 9 without an answer." in second.out
    assert "4 bytes each." in second.out  # feedback: end
    assert "Your answers are in attempts/exam.attempt1.json; 'grader submit' includes them" in second.out
    listed = {row["quiz"]: row for row in grader("quiz", "list", "--json", cwd=desk).json["quizzes"]}
    assert listed["exam"] == {
        "number": 2, "quiz": "exam", "title": "Doubling", "kind": "graded", "questions": 10, "minutes": 20.0,
        "attempts_used": 1, "attempts_left": 1, "open": False, "best": 1.0, "max_points": 11.0, "due": 0,
    }  # fmt: skip
    assert listed["doubling"]["attempts_left"] is None


def test_attempts_are_limited_and_each_has_its_own_paper(grader: GraderCommand, desk: Path) -> None:
    for number in (1, 2):
        run = grader("quiz", "take", "exam", "--student", "ada", cwd=desk, input="submit\nsubmit\n", stdin=None)
        assert run.code == 0
        assert only_attempt(desk, "exam", number).attempt == number
    assert only_attempt(desk, "exam", 1).seed != only_attempt(desk, "exam", 2).seed
    run = grader("quiz", "take", "exam", cwd=desk, input="submit\n", stdin=None)
    assert (run.code, run.out) == (2, "")
    assert run.err == "grader: you have used all 2 attempts at 'exam'; 'grader quiz list' shows your scores\n"
    assert "no attempt left; best 0 of 11" in grader("quiz", "list", cwd=desk).out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["dubling"], "no quiz 'dubling'; did you mean 'doubling'? 'grader quiz list' shows them all"),
        (["9"], "no quiz 9; their numbers are 1, 2, as 'grader quiz list' shows them"),
        (["exam"], "'exam' is graded; name yourself: grader quiz take exam --student ID"),
        (["exam", "--student", "  "], "a name is missing; enter the one that your course knows you by"),
        (["exam", "--student", "a/b"], "'a/b' cannot be a student's name; enter the one that your course knows you by"),
        (["exam", "--seed", "3"], "'exam' is graded: your name determines your paper; leave out --seed"),
    ],
)
def test_bad_input_gets_a_sentence(grader: GraderCommand, desk: Path, arguments: list[str], sentence: str) -> None:
    run = grader("quiz", "take", *arguments, cwd=desk)
    assert (run.code, run.out, run.err) == (2, "", f"grader: {sentence}\n")
    assert not list((desk / "attempts").glob("*.json")) if (desk / "attempts").exists() else True


def test_a_changed_file_is_told_and_not_gone_on_with(grader: GraderCommand, desk: Path) -> None:
    grader("quiz", "take", "doubling", "--seed", "3", cwd=desk)
    file = desk / "attempts" / "doubling.attempt1.json"
    file.write_text(file.read_text().replace('"seed": 3', '"seed": 4'))
    run = grader("quiz", "take", "doubling", cwd=desk)
    assert (run.code, run.out) == (2, "")
    assert "cannot be used: it was changed after it was saved; move it away to continue without it" in run.err
    listed = grader("quiz", "list", cwd=desk)
    assert listed.code == 0
    assert "it was changed after it was saved" in listed.err


def test_without_a_workspace_it_says_where_answers_go(grader: GraderCommand, desk: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    run = grader("quiz", "take", "doubling", "--course", desk.parent, cwd=elsewhere, input="b\n", stdin=None)
    assert run.code == 0
    assert run.err == "grader: there is no workspace here; your answers go to 'attempts'\n"
    assert len(only_attempt(elsewhere, "doubling").answers) == 1
    arguments = ["exam", "--student", "ada", "--course", desk.parent]
    exam = grader("quiz", "take", *arguments, cwd=elsewhere, input="submit\nsubmit\n", stdin=None)
    assert "Your answers are in attempts/exam.attempt1.json; submit this file." in exam.out


def test_an_edition_without_the_key_takes_answers_and_tells_no_score(grader: GraderCommand, desk: Path) -> None:
    course = desk.parent
    full = load_quiz(course / "quizzes" / "02_exam.yaml")
    (course / "quizzes" / "02_exam.yaml").write_text(sealed_text(full), encoding="utf-8")
    run = grader(
        "quiz", "take", "exam", "--student", "ada", cwd=desk, input="go 5\ndouble\nsubmit\nsubmit\n", stdin=None
    )
    assert run.code == 0
    assert "Submitted: 1 of 10 answers." in run.out
    assert "points (" not in run.out
    assert draw(full, only_attempt(desk, "exam").seed).digest == only_attempt(desk, "exam").paper
    assert grader("quiz", "list", "--json", cwd=desk).json["quizzes"][1]["best"] is None


# On a terminal, line by line


@pytest.fixture
def terminal(desk: Path, cache: Path) -> Iterator[Callable[..., pexpect.spawn]]:
    """Starts the command on a terminal where lines are read."""
    started: list[pexpect.spawn] = []

    def start(*arguments: str, **env: str) -> pexpect.spawn:
        clean = {"PATH": os.environ["PATH"], "XDG_CACHE_HOME": str(cache), "LANG": "C.UTF-8", "TERM": "xterm", **env}
        child = pexpect.spawn(COMMAND, ["quiz", *arguments], cwd=desk, env=clean, encoding="utf-8", timeout=60)
        child.delaybeforesend = None
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)


def test_a_graded_quiz_asks_who_you_are_once_and_whether_to_begin(
    desk: Path, terminal: Callable[..., pexpect.spawn]
) -> None:
    child = terminal("take", "exam", "--plain")
    child.expect("Who are you")
    child.sendline("ada@example.org")
    child.expect("20 minutes from now, attempt 1 of 2. Start")
    child.sendline("n")
    child.expect("No attempt was started")
    child.expect(pexpect.EOF)
    again = terminal("take", "exam", TERM="dumb")
    again.expect("Start")
    again.sendline("y")
    again.expect(r"\[(20:00|1\d:\d\d)\] Answer \(one letter; \? help, q quit\)> ")
    again.sendline("b")
    again.expect("Question 2 of 10")
    again.sendcontrol("c")
    again.expect("Not submitted yet")
    again.expect(pexpect.EOF)
    again.wait()
    assert again.exitstatus == 130
    attempt = only_attempt(desk, "exam")
    assert (attempt.student, len(attempt.answers), attempt.at) == ("ada@example.org", 1, "which")


def test_ctrl_c_right_before_the_wait_ends_it_too(tmp_path: Path, terminal: Callable[..., pexpect.spawn]) -> None:
    """The signal arrives after Python last looked for one, and before it waits for a key: nothing wakes it."""
    (tmp_path / "sitecustomize.py").write_text(
        "import _thread, readline\nreadline.set_startup_hook(_thread.interrupt_main)\n", encoding="utf-8"
    )
    child = terminal("take", "doubling", "--plain", PYTHONPATH=str(tmp_path))
    child.expect(r"Answer \(.*\)> ")
    child.expect("Not submitted yet")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 130


@pytest.mark.parametrize("cause", [KeyboardInterrupt(), None])
def test_ctrl_c_together_with_the_alarm_is_ctrl_c(monkeypatch: pytest.MonkeyPatch, cause: BaseException | None) -> None:
    """Python runs the alarm's handler in the middle of raising, and takes that for a fault of the handler."""

    def wait(_: str) -> str:
        raise SystemError("a result with an exception set") from cause

    monkeypatch.setattr("builtins.input", wait)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    with pytest.raises(type(cause) if cause else SystemError):
        read_line("> ")


def test_the_time_ends_while_we_wait_for_a_line(desk: Path, terminal: Callable[..., pexpect.spawn]) -> None:
    """The attempt was begun so long ago that a moment is left: nothing has to be typed for it to end."""
    quiz = load_quiz(desk.parent / "quizzes" / "02_exam.yaml")
    begun = datetime.now(UTC) - timedelta(minutes=20, seconds=-2.5)
    AttemptFolder(desk / "attempts").save(start_attempt(quiz, SEED, "ada", 1, 0, begun))
    child = terminal("take", "exam", ACCESSIBLE="1", NO_COLOR="1")
    child.expect("Time is up: your answers so far were submitted.")
    child.expect(pexpect.EOF)
    assert only_attempt(desk, "exam").ended is Ended.TIME


def test_finished_attempts_go_with_a_submission(
    grader: GraderCommand, mini: MiniCourse, tmp_path: Path, attempt: QuizAttempt
) -> None:
    """Even where no exercise is started."""
    assert grader("init", "work", "--course", mini.path).code == 0
    AttemptFolder(tmp_path / "work" / "attempts").save(replace(attempt, finished=utc(START), ended=Ended.SUBMITTED))
    done = grader("submit", cwd=tmp_path / "work")
    assert done.code == 0, done.err
    assert "a finished quiz" in done.out
    with zipfile.ZipFile(tmp_path / "work" / "submission.zip") as packed:
        assert sorted(packed.namelist()) == ["attempts/doubling.attempt1.json", "manifest.json"]
