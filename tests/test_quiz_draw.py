"""A seed gives one paper, for ever and everywhere; the sealed quiz gives the same one."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import yaml

from grader.author.release import sealed_text
from grader.course.quiz_load import load_quiz
from grader.course.quiz_model import Choice, Matching, Ordering, Quiz
from grader.errors import ContentError, UsageError
from grader.quiz.answers import right_answer
from grader.quiz.paper import Number, Paper, draw, seed_for
from grader.quiz.scoring import score, score_paper
from tests.quiz_samples import FULL, drawn, full, of_questions, write

SEEDS = range(60)
FROZEN_ORDER = ["name", "steps", "who", "s1", "which", "memory", "width", "s2", "why", "about"]
FROZEN_OPTIONS = ["6.00", "384", "56"]
FROZEN_DIGEST = "415c197bbc1f61d0eba62a1d78d02bad"
FROZEN_SEED = 1176747954503735


@pytest.fixture(scope="module")
def quiz(tmp_path_factory: pytest.TempPathFactory) -> Quiz:
    return full(tmp_path_factory.mktemp("quiz"))


def option_texts(paper: Paper, question: str) -> list[str]:
    variant = paper.find(question)
    assert variant is not None
    assert isinstance(variant.task, Choice)
    return [option.text for option in variant.task.options]


def test_a_seed_gives_this_paper_in_every_version(quiz: Quiz) -> None:
    """Attempts are files with a seed: a paper that changes would change what was answered."""
    paper = draw(quiz, 7)
    assert [variant.id for variant in paper.questions] == FROZEN_ORDER
    assert option_texts(paper, "width") == FROZEN_OPTIONS
    assert paper.digest == FROZEN_DIGEST
    assert seed_for(20260901, "doubling", "ada", 1) == FROZEN_SEED


def test_a_seed_depends_on_student_quiz_course_and_attempt() -> None:
    places = [(7, "a", "ada", 1), (8, "a", "ada", 1), (7, "b", "ada", 1), (7, "a", "bob", 1), (7, "a", "ada", 2)]
    seeds = {seed_for(*place) for place in places}
    assert len(seeds) == 5
    assert max(seeds) < 2**53


def test_students_see_questions_and_options_in_different_orders(quiz: Quiz) -> None:
    papers = [draw(quiz, seed) for seed in SEEDS]
    assert len({tuple(variant.id for variant in paper.questions) for paper in papers}) > 50
    assert len({tuple(option_texts(paper, "why")) for paper in papers}) == 6
    assert {option_texts(paper, "why")[-1] for paper in papers} == {"None of these"}


def test_each_option_comes_first_about_equally_often(quiz: Quiz) -> None:
    first = Counter(_first(quiz, seed) for seed in range(600))
    assert len(first) == 3
    assert all(150 < count < 250 for count in first.values())


def _first(quiz: Quiz, seed: int) -> str:
    variant = draw(quiz, seed).find("width")
    assert variant is not None
    assert isinstance(variant.task, Choice)
    return variant.task.options[0].id


def test_a_pool_gives_each_student_so_many_and_every_question_to_somebody(quiz: Quiz) -> None:
    pools = [
        tuple(v.id for v in draw(quiz, seed).questions if v.id.startswith("s") and v.id != "steps") for seed in SEEDS
    ]
    assert {len(pool) for pool in pools} == {2}
    assert {question for pool in pools for question in pool} == {"s1", "s2", "s3"}


def test_parameters_take_each_of_their_values_and_fill_texts_and_answers(quiz: Quiz) -> None:
    seen = set()
    for seed in SEEDS:
        variant = draw(quiz, seed).find("width")
        assert variant is not None
        heads, width = variant.values["heads"], variant.values["width"]
        seen.add((heads, width))
        shown = f"[{heads:g}, {width:g}] with [[[1, 2], [3, 4]]]?"
        assert variant.prompt == f"{heads:g} heads of {width:g}: how wide is {shown}"
        assert isinstance(variant.task, Choice)
        (right,) = [option for option in variant.task.options if option.correct]
        assert right.text == f"{heads * width:g}"
        assert right.feedback == f"{heads:g} times {width:g}."
    assert {heads for heads, _ in seen} == {2, 4, 8}
    assert {width for _, width in seen} == {16, 32, 48, 64}


def test_a_change_to_one_question_leaves_the_others_as_they_were(tmp_path: Path, quiz: Quiz) -> None:
    changed = FULL.replace("What is twice called?", "What do we call twice?").replace("  - {id: s3,", "  - {id: s4,")
    other = load_quiz(write(tmp_path, changed))
    for seed in SEEDS:
        before, after = draw(quiz, seed), draw(other, seed)
        assert before.digest != after.digest
        for question in ("why", "width", "steps", "who"):
            assert before.find(question).task == after.find(question).task  # type: ignore[union-attr]
        kept = [v.id for v in before.questions if not v.id.startswith("s")]
        assert kept == [v.id for v in after.questions if not v.id.startswith("s")]


def test_options_stay_as_written_where_an_author_says_so(tmp_path: Path) -> None:
    question = """
    - id: yes_or_no
      type: single
      prompt: Right?
      shuffle: false
      options: [{text: "Yes", correct: true}, {text: "No"}, {text: Perhaps}]
    """
    for seed in range(20):
        task = drawn(tmp_path, question, seed=seed).task
        assert isinstance(task, Choice)
        assert [option.text for option in task.options] == ["Yes", "No", "Perhaps"]


def test_a_number_is_accepted_at_the_very_edge_of_its_tolerance(tmp_path: Path) -> None:
    question = "- {id: edge, type: numeric, prompt: p, answer: 0.6, tolerance: 0.3}"
    task = drawn(tmp_path, question).task
    assert isinstance(task, Number)
    assert task.span is not None
    assert 0.9 in task.span  # 0.6 + 0.3 < 0.9 in binary
    assert 0.3 in task.span
    assert 0.9001 not in task.span


def test_the_wider_of_two_tolerances_counts(tmp_path: Path) -> None:
    question = "- {id: wide, type: numeric, prompt: p, answer: 100, tolerance: 1, relative: 0.05}"
    task = drawn(tmp_path, question).task
    assert isinstance(task, Number)
    assert task.span is not None
    assert (task.span.middle, task.span.margin) == pytest.approx((100, 5))


def test_an_expression_without_value_is_told_with_its_numbers(tmp_path: Path) -> None:
    question = "- {id: q, type: numeric, prompt: '[[d]]', answer: 1 / (d - 2), parameters: {d: [2]}}"
    with pytest.raises(ContentError, match=r"yaml:3: question 'q': '1 / \(d - 2\)' divides by zero \(with d = 2\)"):
        drawn(tmp_path, question)


# Without the key


def test_a_sealed_quiz_draws_the_same_papers_and_holds_no_key(tmp_path: Path, quiz: Quiz) -> None:
    text = sealed_text(quiz)
    for secret in ("correct:", "feedback: T", "explanation", "answer", "accept", "50", "Twice", "square", "S0"):
        assert secret not in text, secret
    sealed = load_quiz(write(tmp_path, text))
    assert sealed.sealed
    for seed in SEEDS:
        assert draw(sealed, seed).digest == draw(quiz, seed).digest
        assert draw(sealed, seed).max_points == draw(quiz, seed).max_points


def test_the_order_in_a_sealed_file_tells_nothing(tmp_path: Path, quiz: Quiz) -> None:
    questions = {question["id"]: question for question in yaml.safe_load(sealed_text(quiz))["questions"]}
    assert questions["steps"]["items"] != ["Read", "Add", "Write", {"text": "Rest", "id": "rest"}]
    assert [option["text"] for option in questions["why"]["options"]][-1] == "None of these"
    sealed = load_quiz(write(tmp_path, sealed_text(quiz)))
    for question in sealed.questions:
        task = question.task
        ids = {Choice: "options", Ordering: "items", Matching: "rights"}.get(type(task))
        free = [item.id for item in getattr(task, ids) if not getattr(item, "pin", False)] if ids else []
        assert free == sorted(free)


def test_parameters_that_only_the_key_needs_are_left_out(tmp_path: Path) -> None:
    question = """
    - id: q
      type: numeric
      prompt: '[[d]] times [[half]]?'
      parameters: {d: [2, 4], e: [1, 2], half: d / 2, secret: d * half, other: e + 1}
      answer: secret * other
    """
    quiz = load_quiz(of_questions(tmp_path, question))
    (shown,) = yaml.safe_load(sealed_text(quiz))["questions"]
    assert list(shown["parameters"]) == ["d", "half"]
    sealed = load_quiz(write(tmp_path / "sealed", sealed_text(quiz), quiz.path.name))
    assert [draw(sealed, seed).digest for seed in SEEDS] == [draw(quiz, seed).digest for seed in SEEDS]


def test_a_sealed_question_is_not_scored(tmp_path: Path, quiz: Quiz) -> None:
    paper = draw(load_quiz(write(tmp_path, sealed_text(quiz))), 1)
    for variant in paper.questions:
        assert right_answer(variant) is None
        with pytest.raises(UsageError, match="has no key here"):
            score(variant, None)


def test_a_dropped_question_is_shown_as_before_and_counts_for_nothing(tmp_path: Path, quiz: Quiz) -> None:
    dropped = load_quiz(write(tmp_path, FULL.replace("points: 2", "points: 2\n    dropped: true")))
    for seed in SEEDS:
        before, after = draw(quiz, seed), draw(dropped, seed)
        assert before.digest == after.digest
        assert after.max_points == before.max_points - 2
        answers = {variant.id: right_answer(variant) for variant in after.questions}
        assert score_paper(after, answers).points == after.max_points
