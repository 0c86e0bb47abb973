"""Review: what was missed comes back when it is due, and so do questions about mistakes met in exercises."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from grader.author.release import sealed_text
from grader.cli.quiz.screens import QuizApp
from grader.course.quiz_load import load_quiz
from grader.quiz.attempt import QuizAttempt, utc
from grader.quiz.scoring import AnswerMark, Score
from grader.quiz.session import QuizSession
from grader.render.style import Style
from grader.student.review import after_answer, askable, brought_up, due_now, next_due, rated, review_paper
from grader.student.state import Card, ExerciseState, StateFile, StudentState
from grader.student.workspace import Workspace, make
from tests import quiz_samples
from tests.conftest import GraderCommand, MiniCourse
from tests.quiz_screens import GRADED, PRACTICE, SEED, START, letter_of

RIGHT, WRONG, BLANK = (Score(mark, 0.0, 0.0, 1.0) for mark in (AnswerMark.RIGHT, AnswerMark.WRONG, AnswerMark.BLANK))
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


# When a question comes back


def test_what_is_missed_comes_back_in_ten_minutes_and_what_is_known_later_and_later() -> None:
    card = rated(None, False, START)
    assert card.due == START + 10 * MINUTE
    now, gaps = card.due, []
    for _ in range(4):
        card = rated(card, True, now)
        gaps.append(card.due - now)
        now = card.due
    assert gaps[0] >= DAY
    assert gaps == sorted(gaps)
    assert gaps[-1] > 10 * DAY
    forgotten = rated(card, False, now)
    assert forgotten.due == now + 10 * MINUTE
    assert rated(forgotten, True, now + 10 * MINUTE).due - now < gaps[-1]
    assert (card.asked, forgotten.asked) == (5, 6)


def test_equal_answers_give_equal_cards() -> None:
    """FSRS may add chance to its intervals; here it does not."""
    cards = set()
    for _ in range(5):
        card = rated(None, False, START)
        for _ in range(4):
            card = rated(card, True, card.due)
        cards.add(card.due)
    assert len(cards) == 1
    assert cards.pop() > START + 20 * DAY


@pytest.mark.parametrize("score", [WRONG, BLANK, Score(AnswerMark.PARTLY, 0.5, 0.5, 1.0)])
def test_an_answer_in_a_quiz_that_was_not_right_makes_a_card(score: Score) -> None:
    assert list(after_answer({}, "q/a", score, START)) == ["q/a"]


def test_a_right_answer_in_a_quiz_counts_only_for_what_is_due() -> None:
    assert after_answer({}, "q/a", RIGHT, START) == {}
    assert after_answer({}, "q/a", Score(AnswerMark.DROPPED, 0, 0, 0), START) == {}
    cards = after_answer({}, "q/a", WRONG, START)
    assert after_answer(cards, "q/a", RIGHT, START + MINUTE) == cards
    assert after_answer(cards, "q/a", RIGHT, START + DAY)["q/a"].due > START + 2 * DAY


def test_a_card_survives_the_file(tmp_path: Path) -> None:
    file = StateFile(tmp_path / ".grader.json")
    card = rated(rated(None, False, START), True, START + DAY)
    file.change(lambda state: replace(state, cards={"q/a": card}, student="ada"))
    assert file.read() == StudentState(cards={"q/a": card}, student="ada")


# What may come back


def test_graded_questions_come_back_only_when_handed_in_and_told(tmp_path: Path) -> None:
    practice = load_quiz(quiz_samples.write(tmp_path, PRACTICE))
    graded = load_quiz(quiz_samples.write(tmp_path, GRADED, "02_exam.yaml"))
    secret = load_quiz(
        quiz_samples.write(tmp_path, GRADED.replace("feedback: end", "feedback: never"), "03_secret.yaml")
    )
    sealed = load_quiz(quiz_samples.write(tmp_path, sealed_text(graded), "04_sealed.yaml"))
    quizzes = [practice, graded, secret, sealed]
    assert {key.split("/")[0] for key in askable(quizzes, [])} == {"doubling"}
    assert {key.split("/")[0] for key in askable(quizzes, ["exam", "secret", "sealed"])} == {"doubling", "exam"}


def test_dropped_questions_do_not_come_back(tmp_path: Path) -> None:
    dropped = PRACTICE.replace("  - id: why\n", "  - id: why\n    dropped: true\n")
    assert "doubling/why" not in askable([load_quiz(quiz_samples.write(tmp_path, dropped))], [])


def test_a_mistake_in_an_exercise_brings_up_its_question_once_for_each_time(tmp_path: Path) -> None:
    known = askable([load_quiz(quiz_samples.write(tmp_path, PRACTICE))], [])
    assert brought_up({}, known, {"double/absolute": 3}, START) == {}
    cards = brought_up({}, known, {"double/squared": 1}, START)
    assert due_now(cards, known, START) == ["doubling/why"]
    learned = {"doubling/why": rated(cards["doubling/why"], True, START)}
    assert due_now(brought_up(learned, known, {"double/squared": 1}, START + MINUTE), known, START + MINUTE) == []
    again = brought_up(learned, known, {"double/squared": 2}, START + MINUTE)
    assert due_now(again, known, START + MINUTE) == ["doubling/why"]
    assert again["doubling/why"].stability == learned["doubling/why"].stability


def test_the_longest_overdue_comes_first_and_nothing_that_is_gone(tmp_path: Path) -> None:
    known = askable([load_quiz(quiz_samples.write(tmp_path, PRACTICE))], [])
    cards = {
        "doubling/why": Card(START),
        "doubling/which": Card(START - DAY),
        "doubling/name": Card(START + DAY),
        "doubling/no_more": Card(START - 9 * DAY),
    }
    assert due_now(cards, known, START) == ["doubling/which", "doubling/why"]
    assert due_now(cards, known, START, ahead=True) == ["doubling/which", "doubling/why", "doubling/name"]
    assert next_due(cards, known) == START - DAY
    assert next_due({}, known) is None


def test_each_time_a_question_has_other_numbers(tmp_path: Path) -> None:
    known = askable([load_quiz(quiz_samples.write(tmp_path, PRACTICE))], [])
    prompts = {
        review_paper(["doubling/width"], {"doubling/width": Card(START, asked=asked)}, known, SEED).questions[0].prompt
        for asked in range(8)
    }
    assert len(prompts) > 2


# The command


@pytest.fixture
def work(mini: MiniCourse) -> Path:
    quiz_samples.write(mini.path, PRACTICE)
    folder = mini.path / "work"
    make(mini.load(), folder, notebooks=False, remember=False)
    return folder


def ago(**times: Card) -> dict[str, Card]:
    return {f"doubling/{name}": card for name, card in times.items()}


def put(work: Path, cards: dict[str, Card]) -> None:
    Workspace(work).state.change(lambda state: replace(state, cards=cards))


def cards_of(work: Path) -> dict[str, Card]:
    return Workspace(work).state.read().cards


def test_what_is_missed_in_a_quiz_is_due_for_review(grader: GraderCommand, work: Path) -> None:
    run = grader("quiz", "take", "doubling", "--seed", "1", cwd=work, input="go 5\nsquare\nquit\n", stdin=None)
    assert "Only for two and zero." in run.out
    assert list(cards_of(work)) == ["doubling/name"]
    nothing = grader("quiz", "review", cwd=work)
    assert (nothing.code, nothing.err) == (0, "")
    assert nothing.out.startswith("Nothing is due. The next question comes back in 10 minutes.")
    put(work, {"doubling/name": replace(cards_of(work)["doubling/name"], due=datetime.now(UTC) - DAY)})
    listed = grader("quiz", "list", cwd=work).out
    assert "1 to review" in listed
    assert "1 question to review: grader quiz review" in listed
    due = grader("quiz", "review", "--json", cwd=work).json
    assert [(row["quiz"], row["question"], row["practise"]) for row in due["due"]] == [("doubling", "name", ["double"])]
    done = grader("quiz", "review", cwd=work, input="\nDOUBLE\n", stdin=None)
    assert done.code == 0
    assert "Question 1 of 1 · 1 point · doubling" in done.out
    assert "✓ Right." in done.out
    assert done.out.rstrip().split("\n")[-1].startswith("1 reviewed, 1 right. The next question comes back in ")
    card = cards_of(work)["doubling/name"]
    assert card.due > datetime.now(UTC) + DAY - MINUTE
    assert card.asked == 2


def test_a_missed_misconception_brings_up_its_question_and_its_exercise(grader: GraderCommand, work: Path) -> None:
    made = ExerciseState(attempts=1, mistakes={"squared": 1})
    Workspace(work).state.change(lambda state: state.with_record("double", made))
    run = grader("quiz", "review", cwd=work, input="show\n", stdin=None)
    assert run.code == 0
    assert "What does doubling do to dₖ/2?" in run.out
    assert "→ Practise it: grader show double" in run.out
    assert "1 reviewed, 0 right. The next question comes back in 10 minutes." in run.out
    assert cards_of(work)["doubling/why"].met == 1
    assert "Nothing is due" in grader("quiz", "review", cwd=work).out


def test_a_review_that_is_left_keeps_what_was_answered(grader: GraderCommand, work: Path) -> None:
    before = datetime.now(UTC) - DAY
    put(work, ago(about=Card(before), name=Card(before + MINUTE)))
    run = grader("quiz", "review", cwd=work, input="100\nquit\n", stdin=None)
    assert "1 reviewed, 1 right. 1 is left. Some are still due." in run.out
    assert cards_of(work)["doubling/about"].due > datetime.now(UTC)
    assert cards_of(work)["doubling/name"] == Card(before + MINUTE)
    assert not (work / "attempts").exists()


def test_a_skipped_question_stays_due(grader: GraderCommand, work: Path) -> None:
    before = datetime.now(UTC) - DAY
    put(work, ago(about=Card(before)))
    run = grader("quiz", "review", cwd=work, input="skip\nsubmit\n", stdin=None)
    assert "That was the last question. Type 'back' or 'go 1' for those you skipped" in run.out
    assert cards_of(work) == ago(about=Card(before))


def test_options_choose_what_is_asked(grader: GraderCommand, work: Path) -> None:
    now = datetime.now(UTC)
    put(work, ago(about=Card(now - DAY), name=Card(now - DAY), s1=Card(now + DAY)))
    assert len(grader("quiz", "review", "--json", cwd=work).json["due"]) == 2
    assert len(grader("quiz", "review", "doub", "--ahead", "--json", cwd=work).json["due"]) == 3
    assert len(grader("quiz", "review", "--limit", "1", "--json", cwd=work).json["due"]) == 1
    run = grader("quiz", "review", "trippling", cwd=work)
    assert (run.code, run.out) == (2, "")
    assert "no quiz 'trippling'" in run.err


def test_a_review_needs_a_workspace_and_says_when_there_is_nothing(
    grader: GraderCommand, work: Path, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    run = grader("quiz", "review", cwd=elsewhere)
    assert (run.code, run.out) == (2, "")
    assert run.err == "grader: there is no workspace here; create one with 'grader init', or change to yours\n"
    assert grader("quiz", "review", cwd=work).out.startswith("Nothing to review. Questions you miss in quizzes")


# On the screen


def test_a_review_on_the_screen_tells_each_answer_and_ends_after_the_last(tmp_path: Path) -> None:
    known = askable([load_quiz(quiz_samples.write(tmp_path, PRACTICE))], [])
    keys = ["doubling/why", "doubling/name"]
    paper = review_paper(keys, {key: Card(START) for key in keys}, known, SEED)
    blank = QuizAttempt(course=SEED, quiz="", student="", attempt=1, seed=0, paper=paper.digest, started=utc(START))
    told: list[tuple[str, AnswerMark]] = []
    session = QuizSession(
        paper, blank, lambda _: None, lambda: START, lambda v, s: told.append((v.id, s.mark)), submits=False
    )

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("right", "right")
        assert session.index == 1  # those left out are not lost
        await pilot.press("ctrl+s", *"double", "enter", "ctrl+p")
        await pilot.press(letter_of(paper.questions[0], "Nothing"), "enter", "enter", "enter")
        await pilot.pause()

    async def run() -> None:
        app = QuizApp(session, "", Style(False, 80))
        async with app.run_test() as pilot:
            await pilot.pause()
            await steps(pilot)
            assert app._exit

    asyncio.run(run())
    assert told == [("doubling/name", AnswerMark.RIGHT), ("doubling/why", AnswerMark.WRONG)]
