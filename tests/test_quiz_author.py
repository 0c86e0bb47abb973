"""The promises of quizzes: each is broken here, and `author check` tells it with line and remedy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.author.prove_quiz import quiz_breaches
from grader.course import load_course
from grader.course.quiz_load import load_quiz
from grader.course.quiz_model import QuestionKind
from tests.conftest import ROOT, GraderCommand, MiniCourse
from tests.quiz_samples import FULL, of_questions, write

GOOD = """
- id: q
  type: single
  prompt: '[[d]] and [[n]]?'
  source: S0
  practise: double
  parameters: {d: [2, 4], n: [3, 5]}
  options:
    - {text: '[[= d + n]]', correct: true, feedback: Added.}
    - {text: '[[= d * n]]', feedback: Multiplied.}
    - {text: '[[= d - n]]', feedback: Subtracted.}
"""
NUMBER = """
- id: q
  type: numeric
  prompt: '[[d]]?'
  source: S0
  practise: double
  explanation: So it is.
  parameters: {d: [1, 2, 3]}
  answer: d / 2
"""


def with_a_source(mini: MiniCourse) -> None:
    mini.write("course.yaml", "title: A small course\nseed: 7\nsources: {S0: A lecture}\n")
    mini.write(f"{mini.exercise.relative_to(mini.path)}/README.md", "# Double\n\nTwice a number.\n\n- S0: A lecture\n")


def breaches(mini: MiniCourse) -> list[str]:
    """What is wrong with the one quiz of the course: line and sentence."""
    course = load_course(mini.path)
    assert course.validate() == []
    return [f"{error.line}: {error.problem}" for quiz in course.quizzes for error in quiz_breaches(course, quiz)]


def of(mini: MiniCourse, question: str, head: str = "") -> list[str]:
    of_questions(mini.path, question, head)
    return breaches(mini)


def test_a_quiz_with_every_type_keeps_the_promises(mini: MiniCourse) -> None:
    with_a_source(mini)
    write(mini.path, FULL)
    assert breaches(mini) == []
    assert of(mini, GOOD) == of(mini, NUMBER) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("    source: S0\n", "", "13: question 'why': no source; add 'source: …'"),
        ("    practise: double\n", "", "13: question 'why': no exercise; add 'practise: …'"),
        (
            "source: S0\n",
            "source: S00\n",
            "28: question 'why': the source 'S00' is not in course.yaml; did you mean 'S0'",
        ),
        (
            "practise: double\n",
            "practise: doubel\n",
            "29: question 'why': practise 'doubel' is not an exercise; did you mean",
        ),
        ("double/squared", "double/squard", "30: question 'why': double has no misconception 'squard'; did you mean"),
        ("double/squared", "dobule/squared", "30: question 'why': 'dobule' is not an exercise; did you mean 'double'?"),
        ("feedback: Only to zero.", "pin: false", "20: question 'why': option 2 has no feedback; explain why"),
        ("    explanation: About 100.\n", "", "61: question 'about': no explanation; explain why the answer is"),
        (
            "s1, type: text,",
            "s1, type: text, points: 3,",
            "worth 1 points, but 's1' of the same pool 3; make them equal",
        ),
        ("[double, the double]", "[double, '!']", "nothing is left of an accepted answer"),
        ("answer: square", "answer: DOUBLE", "question 'name': mistake 1 is accepted as right; change it"),
        ("answer: 1,", "answer: 4.1,", "question 'memory': mistake 1 is accepted as right; change it"),
        ("relative: 0.05", "relative: 1", "question 'memory': the answer is 4, but 0 is accepted, too"),
    ],
)
def test_a_broken_promise_is_told_with_its_line(mini: MiniCourse, old: str, new: str, told: str) -> None:
    with_a_source(mini)
    assert old in FULL
    write(mini.path, FULL.replace(old, new, 1))
    found = breaches(mini)
    assert any(told in problem for problem in found), found


def test_parameters_that_make_two_options_equal_are_found_and_told_with_their_values(mini: MiniCourse) -> None:
    (told,) = of(mini, GOOD.replace("n: [3, 5]", "n: [3, 5, 0, 6]").replace("d - n", "d - n + 0 * d"))
    assert re.fullmatch(
        r"9: question 'q': '[24]' and '[24]' under 'options' are equal; change one \(with .*n = 0\)", told
    )


def test_a_rare_pair_of_values_is_found_among_200_variants(mini: MiniCourse) -> None:
    wide = GOOD.replace("{d: [2, 4], n: [3, 5]}", "{d: {from: 2, to: 9}, n: {from: 2, to: 9}}")
    (told,) = of(mini, wide)
    assert "'4' and '4'" in told
    assert "(with d = 2, n = 2)" in told


def test_numbers_written_differently_are_equal_options(mini: MiniCourse) -> None:
    (told,) = of(mini, GOOD.replace("[[= d * n]]", "[[= d + n : .2f]]"))
    assert "are equal; change one" in told


def test_a_variant_without_a_value_is_told(mini: MiniCourse) -> None:
    (told,) = of(mini, NUMBER.replace("d / 2", "1 / (d - 3)"))
    assert told == "3: question 'q': '1 / (d - 3)' divides by zero (with d = 3)"


def test_an_answer_that_nobody_can_write_needs_a_tolerance(mini: MiniCourse) -> None:
    (told,) = of(mini, NUMBER.replace("d / 2", "d / 7"))
    assert re.fullmatch(
        r"10: question 'q': nobody will write 0\.\d+ exactly; add a 'tolerance' or 'relative' \(.*\)", told
    )
    assert of(mini, NUMBER.replace("d / 2", "d / 7\n  tolerance: 0.001")) == []
    assert of(mini, NUMBER.replace("d / 2", "d * 1.234e-7")) == []
    assert of(mini, NUMBER.replace("d / 2", "13 ** 9 + d")) == []


def test_a_range_or_tolerance_that_no_number_reaches_is_told(mini: MiniCourse) -> None:
    (told,) = of(mini, NUMBER.replace("answer: d / 2", "range: [2, d]"))
    assert told == "10: question 'q': no number is accepted: 2 is above 1; correct the range (with d = 1)"
    (told,) = of(mini, NUMBER.replace("d / 2", "d\n  tolerance: 1 - d"))
    assert told == "3: question 'q': the tolerance is -2; it must not be negative (with d = 3)"


def test_parameters_are_used_and_slots_have_parameters(mini: MiniCourse) -> None:
    (told,) = of(mini, GOOD.replace("n: [3, 5]}", "n: [3, 5], idle: [1]}"))
    assert told == "8: question 'q': the parameter 'idle' is never used; use it or remove it"
    (told,) = of(
        mini, NUMBER.replace("  parameters: {d: [1, 2, 3]}\n", "").replace("d / 2", "2").replace("[[d]]", "[[= 4]]")
    )
    assert told == "5: question 'q': it computes with [[= …]] but has no parameters; add them, or write the value"


def longest(count: int, of_all: int) -> str:
    long, short = "the right option, long and careful", "the right one"
    wrong = "a distractor of some length"
    return "".join(
        f"""
- id: q{index}
  type: single
  prompt: Which?
  source: S0
  practise: double
  options:
    - {{text: "{long if index < count else short}", correct: true, feedback: Right.}}
    - {{text: "{wrong}", feedback: Wrong.}}
"""
        for index in range(of_all)
    )


def test_a_key_that_is_too_often_the_longest_option_is_told(mini: MiniCourse) -> None:
    (told,) = of(mini, longest(3, 6))
    assert told == (
        "1: in 3 of 6 single questions the correct option is the longest (q0, q1, q2); "
        "write longer distractors or shorter correct options"
    )
    assert of(mini, longest(3, 8)) == []
    assert of(mini, longest(2, 2)) == []
    hardly = longest(5, 5).replace("a distractor of some length", "a distractor, not long but long")
    assert of(mini, hardly) == []


def test_an_idea_may_be_taught_by_a_quiz_or_a_question(mini: MiniCourse) -> None:
    write(mini.path, FULL)
    taught = "ideas:\n  - idea: Twice\n    taught: [double, doubling, doubling/why]\n"
    mini.write("coverage/S0.yaml", taught)
    assert load_course(mini.path).validate() == []
    mini.write("coverage/S0.yaml", taught.replace("doubling/why", "doubling/wy"))
    (told,) = load_course(mini.path).validate()
    assert told.problem == "'doubling/wy' is not an exercise, check, quiz or question; did you mean 'doubling/why'?"


# Through the command


def test_author_check_names_a_quiz_and_starts_no_exercise(grader: GraderCommand, mini: MiniCourse) -> None:
    write(mini.path, FULL)
    for name in ("doubling", "quizzes/01_doubling.yaml"):
        done = grader("author", "check", name, "--course", mini.path)
        assert (done.code, done.out, done.err) == (0, "doubling keeps the promises (11 questions).\n", "")


def test_author_check_refuses_a_quiz_that_breaks_a_promise_or_cannot_be_read(
    grader: GraderCommand, mini: MiniCourse
) -> None:
    write(mini.path, FULL.replace("feedback: Only to zero.", "pin: false"))
    done = grader("author", "check", "doubling", "--json", "--course", mini.path)
    assert done.code == 2
    (found,) = done.json["quizzes"]
    assert (found["quiz"], found["questions"]) == ("doubling", 11)
    assert "01_doubling.yaml:20: question 'why': option 2 has no feedback" in found["breaches"][0]
    write(mini.path, FULL.replace("type: single", "type: singel"))
    done = grader("author", "check", "doubling", "--course", mini.path)
    assert done.code == 2
    assert "01_doubling.yaml:14: question 'why': the type cannot be 'singel'; did you mean 'single'?" in done.err
    done = grader("author", "check", "--course", mini.path)
    assert done.code == 2
    assert "01_doubling.yaml:14" in done.err


def test_the_quizzes_of_the_course_keep_the_promises() -> None:
    course = load_course(ROOT)
    assert [str(error) for quiz in course.quizzes for error in quiz_breaches(course, quiz)] == []


def test_the_quiz_that_contributing_shows_keeps_the_promises(tmp_path: Path) -> None:
    shown = re.search(
        r"```yaml\n(# yaml-language-server.*?)```", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.DOTALL
    )
    if shown is None:
        pytest.skip("CONTRIBUTING.md shows no quiz")
    quiz = load_quiz(write(tmp_path, shown[1]))
    assert {question.kind for question in quiz.questions} == set(QuestionKind)
    assert [str(error) for error in quiz_breaches(load_course(ROOT), quiz)] == []
