"""A quiz file is read into a quiz; whatever an author got wrong is said with line and remedy."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest
import yaml

from grader.course import load_course
from grader.course.quiz_expressions import ExpressionError, evaluate, fill, number_text
from grader.course.quiz_load import load_quiz
from grader.course.quiz_model import (
    Choice,
    FeedbackTime,
    Ignore,
    Matching,
    Numeric,
    Ordering,
    Purpose,
    QuestionKind,
    Scheme,
    Text,
    item_id,
)
from grader.errors import ContentError, UsageError
from tests.conftest import ROOT, MiniCourse
from tests.quiz_samples import FULL, full, of_questions, problems, write

TOOL = runpy.run_path(str(ROOT / "tools" / "quiz_schema.py"))
schema, schema_text = TOOL["schema"], TOOL["schema_text"]

SINGLE = """
- id: why
  type: single
  prompt: Why?
  options:
    - {text: A, correct: true, feedback: Yes.}
    - {text: B, feedback: No.}
"""
NUMERIC = """
- id: many
  type: numeric
  prompt: How many?
  answer: 4
"""


def test_a_quiz_is_read_with_every_key(tmp_path: Path) -> None:
    quiz = full(tmp_path)
    assert (quiz.id, quiz.number, quiz.title) == ("doubling", 1, "Doubling")
    assert (quiz.purpose, quiz.feedback, quiz.attempts, quiz.minutes) == (Purpose.GRADED, FeedbackTime.END, 2, 20)
    assert quiz.shuffle_questions
    assert not quiz.sealed
    assert [question.kind for question in quiz.questions[:8]] == [
        QuestionKind.SINGLE,
        QuestionKind.MULTIPLE,
        QuestionKind.NUMERIC,
        QuestionKind.NUMERIC,
        QuestionKind.TEXT,
        QuestionKind.ORDERING,
        QuestionKind.MATCHING,
        QuestionKind.SINGLE,
    ]
    why = quiz.questions[0]
    assert why.prompt == r"What does doubling do to $\frac{d_k}{2}$?"
    assert (why.points, why.sources, why.practise, why.difficulty) == (2, ("S0",), ("double",), 3)
    assert why.line == 13


def test_a_task_holds_its_key_apart_from_what_is_shown(tmp_path: Path) -> None:
    quiz = full(tmp_path)
    tasks = {question.id: question.task for question in quiz.questions}
    assert isinstance(tasks["why"], Choice)
    assert [option.correct for option in tasks["why"].options] == [True, False, False, False]
    assert isinstance(tasks["memory"], Numeric)
    assert (tasks["memory"].answer, tasks["memory"].relative, tasks["memory"].units) == (4.0, 0.05, {"KB": 0.001})
    assert isinstance(tasks["name"], Text)
    assert set(tasks["name"].ignore) == set(Ignore)
    assert isinstance(tasks["steps"], Ordering)
    assert tasks["steps"].right == (item_id("Read"), item_id("Add"), item_id("Write"), "rest")
    assert isinstance(tasks["who"], Matching)
    assert [item.text for item in tasks["who"].rights] == ["2", "4", "6"]
    assert tasks["who"].right[item_id("one and one")] == item_id("2")


def test_defaults_are_filled_in(tmp_path: Path) -> None:
    quiz = load_quiz(of_questions(tmp_path, SINGLE))
    assert (quiz.purpose, quiz.feedback, quiz.attempts, quiz.minutes) == (
        Purpose.PRACTICE,
        FeedbackTime.AT_ONCE,
        None,
        None,
    )
    assert not quiz.shuffle_questions
    question = quiz.questions[0]
    assert (question.points, question.difficulty, question.negative) == (1.0, 2, 0.0)
    assert isinstance(question.task, Choice)
    assert question.task.shuffle


def test_the_scheme_of_a_quiz_is_for_the_types_that_know_it(tmp_path: Path) -> None:
    schemes = {question.id: question.scheme for question in full(tmp_path).questions}
    assert schemes["why"] is Scheme.ALL_OR_NOTHING
    assert schemes["which"] is Scheme.EVERY_DECISION
    assert schemes["steps"] is Scheme.PAIRS_IN_ORDER
    assert schemes["who"] is Scheme.NET_CORRECT


def test_ids_of_options_come_from_their_texts_and_never_change() -> None:
    assert item_id("A position") == item_id(" A   position\n") == "cmxjf"
    assert item_id("A position") != item_id("a position")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "correct: true, ",
            "",
            "6: question 'why': no option is marked correct; mark at least one with 'correct: true'",
        ),
        ("{text: B,", "{text: B, correct: true,", "6: question 'why': 2 options are marked correct; leave one, or"),
        ("text: B", "text: A", "8: question 'why': entries 1 and 2 of 'options' are equal; change one"),
        ("text: B", "text: ' '", "8: question 'why': entry 2 of 'options' is empty; write it or remove it"),
        ("text: B", "id: X, text: B", "8: question 'why': the id 'X' must consist of lower-case letters"),
        ("text: B", "text: Yes", "8: 'text' must be text, not true or false 'Yes'; put it in quotes"),
        ("text: B", "text: 512", "8: 'text' must be text, not the number '512'; put it in quotes"),
        ("type: single", "type: singel", "4: question 'why': the type cannot be 'singel'; did you mean 'single'?"),
        ("id: why", "id: Why", "3: question 'Why': an id consists of lower-case letters"),
        ("prompt: Why?", "prompt: ''", "5: question 'why': the prompt is empty; ask something"),
        ("prompt: Why?", "promt: Why?", "5: unknown key 'promt' in item 1 of 'questions'; did you mean 'prompt'?"),
        ("prompt: Why?", "prompt: Why?\n  points: 0", "6: question 'why': points is 0; it must be a number above 0"),
        ("prompt: Why?", "prompt: Why?\n  difficulty: 6", "6: question 'why': difficulty is 6; choose 1 to 5"),
        ("prompt: Why?", "prompt: Why?\n  negative: 2", "6: question 'why': 'negative' must be from 0 to 1"),
        ("prompt: Why?", "prompt: Why?\n  pool: p", "6: question 'why': there is no pool 'p'; add 'pools: {p: 1}'"),
        (
            "prompt: Why?",
            "prompt: Why?\n  answer: 4",
            "6: question 'why': 'answer' belongs to numeric questions, not to",
        ),
        ("prompt: Why?", "prompt: Why?\n  scoring: places", "6: question 'why': a single question cannot be scored by"),
        ("prompt: Why?", "prompt: Why?\n  misconceptions: [x]", "6: question 'why': write the misconception 'x' as EX"),
        (
            "correct: true",
            "correct: true, weight: 0.5",
            "6: question 'why': options have weights, which count only with",
        ),
    ],
)
def test_a_mistake_in_a_question_is_told_with_its_line_and_a_remedy(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    assert problems(of_questions(tmp_path, SINGLE)) == []
    found = problems(of_questions(tmp_path, SINGLE.replace(old, new)))
    assert any(problem.startswith(told) for problem in found), found


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("range: [1, 2]", "there are both 'answer' and 'range'; remove one"),
        ("tolerance: -1", "tolerance is -1; it must not be negative"),
        ("tolerance: x / 2", "tolerance: 'x' is not a parameter"),
        ("units: {KB: 1}", "'units' needs 'unit'; add 'unit: …'"),
        ("unit: MB\n  units: {KB: 0}", "the unit 'KB' must be worth more than 0 MB"),
        ("unit: 3D", "the unit '3D' starts like a number; rename it"),
        ("mistakes: [{answer: open('x'), feedback: No.}]", "mistake 1: 'open' is not a function here"),
        ("mistakes: [{answer: 3, feedback: ' '}]", "a mistake has no feedback; explain what went wrong"),
        ("parameters: {d: []}", "parameter 'd': the list is empty; write the values to choose from"),
        ("parameters: {sqrt: [1]}", "parameter 'sqrt': that is the name of a function or constant"),
        ("parameters: {d-k: [1]}", "parameter 'd-k': a name consists of letters, digits and _"),
        ("parameters: {d: {from: 2}}", "parameter 'd': write it like {from: 2, to: 9}"),
        ("parameters: {d: {from: 2, two: 3}}", "parameter 'd': unknown key 'two'; did you mean 'to'?"),
        ("parameters: {d: {from: 3, to: 2}}", "parameter 'd': 'from' must not be above 'to'"),
        ("parameters: {d: {from: 0, to: 9, step: 1.0e-6}}", "parameter 'd': over 10000 values; use a larger step"),
        ("parameters: {a: b + 1, b: [1]}", "parameter 'a': 'b' is not a parameter"),
        ("parameters: {d: [1]}\n  explanation: '[[e]]'", "'[[e]]' names no parameter; known: d"),
        ("parameters: {d: [1]}\n  explanation: '[[= d * ]]'", "'d *' is not an arithmetic expression"),
        ("parameters: {d: [1]}\n  explanation: '[[= d'", "a slot is not finished"),
        ("parameters: {d: [1]}\n  explanation: '[[d : 5x]]'", "'5x' is not a number format"),
    ],
)
def test_a_mistake_in_a_number_or_a_parameter_is_told(tmp_path: Path, more: str, told: str) -> None:
    assert problems(of_questions(tmp_path, NUMERIC)) == []
    found = problems(of_questions(tmp_path, f"{NUMERIC.rstrip()}\n  {more}\n"))
    assert any(problem.partition("question 'many': ")[2].startswith(told) for problem in found), found


def test_a_span_holds_both_ends_and_decimal_steps(tmp_path: Path) -> None:
    spans = "{a: {from: 0.1, to: 0.7, step: 0.1}, b: {from: 2, to: 4}, c: {from: 1, to: 2, step: 0.75}}"
    quiz = load_quiz(of_questions(tmp_path, f"{NUMERIC.rstrip()}\n  parameters: {spans}\n"))
    assert quiz.questions[0].parameters == {"a": (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7), "b": (2, 3, 4), "c": (1, 1.75)}


def test_a_range_must_be_reachable_and_have_two_ends(tmp_path: Path) -> None:
    (told,) = problems(of_questions(tmp_path, NUMERIC.replace("answer: 4", "range: [5, 2]")))
    assert told == "6: question 'many': nothing lies between 5 and 2; write the lower end first"
    (told,) = problems(of_questions(tmp_path, NUMERIC.replace("answer: 4", "range: [5]")))
    assert "two ends" in told
    (told,) = problems(of_questions(tmp_path, NUMERIC.replace("  answer: 4\n", "")))
    assert told == "4: question 'many': a numeric question needs 'answer'; add 'answer: …'"


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ("kind: exam", "2: 'kind' cannot be 'exam'"),
        ("feedback: later", "2: 'feedback' cannot be 'later'"),
        ("scoring: all-or-noting", "2: 'scoring' cannot be 'all-or-noting'; did you mean 'all-or-nothing'?"),
        ("attempts: 0", "2: 'attempts' must be at least 1; remove it to allow any number"),
        ("minutes: 0", "2: 'minutes' must be above 0; remove it for no time limit"),
        ("negative: -1", "2: 'negative' must be from 0 to 1"),
        ("pools: {p: 1}", "2: draws 1 of the 0 questions of pool 'p'"),
    ],
)
def test_a_mistake_above_the_questions_is_told(tmp_path: Path, head: str, told: str) -> None:
    (found,) = problems(of_questions(tmp_path, SINGLE, f"{head}\n"))
    assert found.startswith(told)


def test_an_id_used_twice_is_told_with_both_lines(tmp_path: Path) -> None:
    (told,) = problems(of_questions(tmp_path, SINGLE + SINGLE))
    assert told == "10: the id 'why' is already on line 3; rename one of them"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[Read, Add, Write, {text: Rest, id: rest}]", "[Read, Add]", "'items' has 2 entries; write 3 to 30"),
        ("[Read, Add, ", "[Read, Read, ", "entries 1 and 2 of 'items' are equal"),
        ('extra: ["6"]', 'extra: ["4"]', "'4' is a right side already; remove it here"),
        ('{left: "2", right: "4"}', '{left: "1", right: "4"}', "entries 1 and 2 of 'pairs' are equal"),
        ("accept: [double, the double]", "accept: []", "'accept' is empty"),
        ("ignore: [case,", "ignore: [cases,", "'ignore' cannot hold 'cases'; did you mean 'case'?"),
        ("answer: square", "answer: 2", "mistake 1 must be text; put it in quotes"),
        ("pairs:\n", "lefts: [x]\n    pairs:\n", "'lefts' and 'rights' are for sealed quizzes; write 'pairs'"),
    ],
)
def test_a_mistake_in_the_other_types_is_told(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert old in FULL
    found = problems(write(tmp_path, FULL.replace(old, new)))
    assert any(told in problem for problem in found), found


def test_weights_of_right_options_add_up_to_one(tmp_path: Path) -> None:
    weighted = SINGLE.replace("type: single", "type: single\n  scoring: weights")
    half = weighted.replace("correct: true", "correct: true, weight: 0.5")
    (told,) = problems(of_questions(tmp_path, half))
    assert told == "7: question 'why': the weights of the right options must add up to 1"
    assert problems(of_questions(tmp_path, half.replace("0.5", "1"))) == []
    (told,) = problems(of_questions(tmp_path, weighted.replace("text: B", "text: B, weight: 1")))
    assert "a wrong option cannot be worth all" in told


def test_all_mistakes_of_a_file_are_told_and_loading_raises_the_first(tmp_path: Path) -> None:
    path = of_questions(tmp_path, SINGLE.replace("prompt: Why?", "prompt: ''").replace("correct: true, ", ""))
    assert len(problems(path)) == 2
    with pytest.raises(ContentError, match="the prompt is empty"):
        load_quiz(path)


# Expressions and slots


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("d * n + 1", 13),
        ("-(d - n) ** 2 // 1", -1),
        ("sqrt(d) / log(8, 2) % 7", 2 / 3),
        ("sum([d, n, pi]) - pi", 7),
        ("max(d, n) - min([d, n])", 1),
        ("round(exp(1), 2) + floor(0.5) + ceil(0.5) + abs(-1)", 4.72),
        ("sin(0) + cos(0) + tanh(0)", 1),
        ("cos(pi / 2)", 0),
        ("1e-3", 0.001),
        (7.0, 7),
    ],
)
def test_expressions_are_computed(source: str | float, value: float) -> None:
    assert evaluate(source, {"d": 4.0, "n": 3.0}) == pytest.approx(value)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("__import__('os').system('true')", "not allowed"),
        ("d.real", "not allowed"),
        ("[1, 2]", "not allowed"),
        ("(lambda: 1)()", "not allowed"),
        ("d if d else 1", "not allowed"),
        ("'a' * 9", "not allowed"),
        ("True", "not allowed"),
        ("2j", "not allowed"),
        ("d[0]", "not allowed"),
        ("d < 2", "not allowed"),
        ("max(d, n, key=abs)", "not allowed"),
        ("max(*[d])", "one list or several numbers"),
        ("eval(1)", "not a function"),
        ("sqrt(d, n)", "takes 1 number"),
        ("max([d], [n])", "one list or several numbers"),
        ("9 ** 9 ** 9", "no finite value"),
        ("1 / (d - d)", "divides by zero"),
        ("sqrt(-d)", "no finite value"),
        ("word + 1", "cannot be computed with"),
        ("e * 2", "not a parameter"),
        ("d d", "not an arithmetic expression"),
        ("(" * 150, "not an arithmetic expression"),
        ("+".join("d" * 90), "too long"),
        ("d" * 201, "over 200 characters"),
    ],
)
def test_nothing_but_arithmetic_is_computed(source: str, told: str) -> None:
    with pytest.raises(ExpressionError, match=told):
        evaluate(source, {"d": 4.0, "n": 3.0, "word": "cat"})


def test_slots_are_filled_and_brackets_and_braces_are_left_alone() -> None:
    values = {"d": 4.0, "n": 3.0, "word": "cat"}
    assert fill("[[d]] [[= d / n : .2f]] [[word]] [[= sum([d, n])]]", values) == "4 1.33 cat 7"
    assert fill("[[[d]], [[n]]]", values) == "[4, 3]"
    literal = r"[[1, 2], [3, 4]] $\frac{d_k}{{d}}$ {d} [[]] [d] [[x, y]]"
    assert fill(literal, values) == literal
    assert fill("[[d]] [[= d]]", {}) == "[[d]] [[= d]]"


def test_numbers_are_shown_as_a_person_writes_them() -> None:
    assert [number_text(value) for value in (8.0, 0.125, -0.0, 1 / 3)] == ["8", "0.125", "0", "0.3333333333"]
    forms = ((1234.0, ",d"), (0.256, ".1%"), (-0.001, ".2f"), (1e-7, ".2g"))
    assert [number_text(value, form) for value, form in forms] == ["1,234", "25.6%", "0.00", "1e-07"]
    with pytest.raises(ExpressionError, match="not a whole number"):
        number_text(0.5, "d")


# Quizzes of a course


def test_a_course_finds_its_quizzes_in_their_order(mini: MiniCourse) -> None:
    write(mini.path, FULL, "10_later.yaml")
    write(mini.path, FULL, "02_doubling.yaml")
    mini.write("quizzes/quiz.schema.json", "{}")
    course = load_course(mini.path)
    assert course.quiz_names == ("doubling", "later")
    assert [quiz.id for quiz in course.quizzes] == ["doubling", "later"]
    for name in ("doubling", "02_doubling", "quizzes/02_doubling.yaml"):
        assert course.find_quiz(name).id == "doubling"
    with pytest.raises(UsageError, match="no quiz 'dubling'; did you mean 'doubling'"):
        course.find_quiz("dubling")
    assert course.validate() == []


def test_files_that_are_no_quizzes_and_names_used_twice_are_told(mini: MiniCourse) -> None:
    for name in ("doubling.yaml", "02_doubling.yaml", "03_doubling.yaml", "03_double.yaml"):
        write(mini.path, FULL, name)
    told = [f"{error.path.name}: {error.problem}" for error in load_course(mini.path).validate()]
    assert told == [
        "03_double.yaml: 'double' is also an exercise; rename the quiz",
        "03_doubling.yaml: 02_doubling.yaml has the id 'doubling' too; rename one of them",
        "doubling.yaml: a quiz file is named with a number and lower-case letters; rename it like 03_attention.yaml",
    ]
    write(mini.path, "title: Broken\n", "04_broken.yaml")
    assert "the key 'questions' is missing" in str(load_course(mini.path).validate()[-1])


def test_a_course_without_quizzes_has_none(mini: MiniCourse) -> None:
    assert load_course(mini.path).quizzes == ()


# The JSON Schema


def test_the_schema_beside_the_quizzes_is_current() -> None:
    """If not: python tools/quiz_schema.py"""
    assert (ROOT / "quizzes" / "quiz.schema.json").read_text(encoding="utf-8") == schema_text()


def test_the_schema_describes_every_key() -> None:
    assert json.loads(schema_text()) == schema()
    whole = schema()
    for part in (whole, whole["$defs"]["QuestionFile"], whole["$defs"]["OptionFile"]):
        assert all(isinstance(value, dict) and value.get("description") for value in part["properties"].values())


def test_the_schema_accepts_a_quiz_and_refuses_what_the_reader_refuses() -> None:
    """Judged by a validator that we did not write."""
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(schema())
    validator = jsonschema.Draft202012Validator(schema())
    assert list(validator.iter_errors(yaml.safe_load(FULL))) == []
    for old, new in (
        ("type: single", "type: singel"),
        ("kind: graded", "kind: exam"),
        ("answer: 4\n", "options: [{text: a}, {text: b}]\n"),
        ("answer: 4\n", "answer: 4\n    range: [1, 2]\n"),
        ("    answer: 4\n", ""),
        ("scoring: every-decision", "scoring: places"),
        ("pin: true", "pinned: true"),
        ("points: 2", "points: 0"),
        ("step: 16", "steps: 16"),
        ("negative: 0.25", "negative: 3"),
        ("title: Doubling", "titel: Doubling"),
        ("ignore: [case,", "ignore: [cases,"),
        ("id: why", "id: Why"),
    ):
        assert old in FULL
        assert list(validator.iter_errors(yaml.safe_load(FULL.replace(old, new, 1)))), new


def test_every_quiz_of_the_course_names_the_schema_and_keeps_it() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(schema())
    for path in sorted((ROOT / "quizzes").glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        assert text.startswith("# yaml-language-server: $schema=quiz.schema.json\n"), path.name
        assert list(validator.iter_errors(yaml.safe_load(text))) == [], path.name
