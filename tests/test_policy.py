"""Policies: what course.yaml may say about marks, and that marks follow it exactly, with every step in words."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from textwrap import dedent, indent

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grader.course.policy
from grader.course import Course, load_course
from grader.course.policy import Attempts, Late, Of, Per, Policy
from grader.errors import ContentError
from grader.gradebook import Attempt, AttemptState, Gradebook, ItemKind, Override, Student, StudentHistory
from grader.marks import (
    GradedItem,
    Mark,
    MarkingRules,
    Scale,
    exact,
    exact_share,
    items_of,
    marks,
    rounded,
    shown,
)
from tests.conftest import MiniCourse

DAY = 86400
DUE = datetime(2026, 3, 1, tzinfo=UTC)


def _touch(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Names are all that a policy asks of a course."""
    for name in ("1_before_attention/01_one_hot", "1_before_attention/02_markov", "2_attention/01_masking"):
        _touch(tmp_path / "exercises" / name / "exercise.yaml")
    _touch(tmp_path / "exercises/5_beyond/01_beam_search/exercise.yaml")
    for name in ("01_basics", "02_attention"):
        _touch(tmp_path / "quizzes" / f"{name}.yaml")
    return tmp_path


def course_with(folder: Path, policy: str) -> Course:
    text = f"title: A course\nseed: 1\npolicy:\n{indent(dedent(policy), '  ')}"
    (folder / "course.yaml").write_text(text, encoding="utf-8")
    return load_course(folder)


def test_the_example_of_the_documentation_is_a_policy(folder: Path) -> None:
    example = (grader.course.policy.__doc__ or "").split("\n\n")[1]
    (folder / "course.yaml").write_text(f"title: A course\nseed: 1\n{dedent(example)}\n", encoding="utf-8")
    text = (folder / "course.yaml").read_text()
    assert all(f" {field.encode_name}:" in text for field in msgspec.structs.fields(grader.course.policy.PolicyFile))
    assert all(f" {field.encode_name}:" in text for field in msgspec.structs.fields(grader.course.policy.LateFile))
    policy = load_course(folder).policy
    assert policy.late == Late(
        due={"all": datetime(2026, 3, 1, 22, 59, tzinfo=UTC)},
        grace=timedelta(minutes=15),
        penalty=10,
        per=Per.DAY,
        of=Of.EARNED,
        at_most=50,
        no_credit_after=timedelta(days=7),
    )
    assert policy.weights == {"masking": 2, "1_before_attention": 60, "quizzes": 40}
    assert (policy.attempts, policy.digits, policy.maximum) == (Attempts.BEST, 1, 100)


def test_a_course_without_a_policy_has_the_plain_one(mini: MiniCourse) -> None:
    assert mini.load().policy == Policy()


@pytest.mark.parametrize(
    ("policy", "line", "problem"),
    [
        ("wieghts: {masking: 2}", 4, "unknown key 'wieghts' in 'policy'; did you mean 'weights'?"),
        ("counts: [one_hot, maskin]", 4, "'maskin' is not an exercise, quiz or part; did you mean 'masking'?"),
        ("counts:\n  - one_hot\n  - before_attention", 6, "did you mean '1_before_attention'?"),
        ("counts: [masking, masking]", 4, "'masking' is in 'counts' twice"),
        (
            "weights:\n  masking: 1\n  maskign: 2",
            6,
            "is not an exercise, quiz or part; did you mean 'masking'?",
        ),
        ("weights: {masking: -1}", 4, "the weight of 'masking' is -1; it must be a number from 0 on"),
        ("weights: {masking: .inf}", 4, "is inf"),
        ("weights: {all: 2}", 4, "'all' is not an exercise"),
        ("counts: [one_hot]\nweights: {masking: 2}", 5, "'masking' does not count; add it to 'counts'"),
        ("maximum: 0", 4, "'maximum' is 0; it must be a number above 0"),
        ("attempts: bset", 4, "'attempts' cannot be 'bset'; did you mean 'best'?"),
        ("round: 9", 4, "'round' is 9; choose 0 to 6 digits"),
        ("round: -1", 4, "'round' is -1"),
        ("round: 0.5", 4, "'round' must be a whole number"),
        ("extra: [beam_search, beam_search]", 4, "twice"),
        ("extra: [beam]", 4, "'beam' is not an exercise"),
        ("counts: [masking]\nextra: [masking]", 5, "everything is extra"),
        ("extra_at_most: -5", 4, "'extra_at_most' is -5; write percent"),
        ("drop: {1_before_attention: 2}", 4, "'1_before_attention' has 2 to count, so 2 cannot be dropped"),
        ("drop: {quizzes: 0}", 4, "dropping 0 of 'quizzes' makes no sense"),
        ("drop: {all: 6}", 4, "'all' has 6 to count, so 6 cannot be dropped"),
        ("drop: {all: 1, quizzes: 1}", 4, "not of both"),
        ("drop: {masking: 1}", 4, "'masking' has 1 to count"),
        ("extra: [one_hot]\ndrop: {1_before_attention: 1}", 5, "has 1 to count"),
        ("late: {penalty: 10, per: week}", 4, "'per' cannot be 'week'; known: day, hour, once"),
        ("late: {penalty: 10, of: total}", 4, "'of' cannot be 'total'"),
        ("late:\n  penalty: 110", 5, "'penalty' is 110; write percent, from 0 to 100"),
        ("late:\n  penalty: 1\n  at_most: -1", 6, "'at_most' is -1"),
        ("late: {grace: 5 minutes}", 4, "'late' has no effect"),
        ("late:\n  penalty: 10\n  grace: a while", 6, "'a while' is not a length of time; write one like '15 minutes'"),
        ("late: {penalty: 10, grace: 9999999999999 weeks}", 4, "is not a length of time"),
        ("late: {grace: 2 days, no_credit_after: 1 day}", 4, "'no_credit_after' comes before the end of 'grace'"),
        ("late:\n  penalty: 10\n  due: 2026-03-01 23:59", 6, "is not a time; write one with its time zone"),
        ("late:\n  penalty: 10\n  due:\n    all: tomorrow", 7, "'tomorrow' is not a time"),
        ("late:\n  penalty: 10\n  due:\n    msking: 2026-03-01 23:59 Z", 7, "did you mean 'masking'?"),
        ("late: {penalty: 10, due: 2026-03-01T23:59:00Z}", 4, "must be text, not the date"),
    ],
)
def test_a_mistake_in_a_policy_is_told_with_line_and_remedy(folder: Path, policy: str, line: int, problem: str) -> None:
    with pytest.raises(ContentError) as caught:
        _ = course_with(folder, policy).policy
    assert str(caught.value).startswith(f"{folder / 'course.yaml'}:{line}: ")
    assert problem in str(caught.value)


def test_every_mistake_in_a_policy_is_told_by_validation(mini: MiniCourse) -> None:
    mini.write("course.yaml", "title: C\nseed: 7\npolicy: {round: 9, attempts: none, weights: {dubble: 1}}\n")
    problems = [str(error) for error in mini.load().validate() if "policy" in str(error)]
    assert len(problems) == 3
    assert any("did you mean 'double'?" in problem for problem in problems)


def test_a_wrong_policy_hinders_no_student(mini: MiniCourse) -> None:
    mini.write("course.yaml", "title: C\nseed: 7\npolicy: {round: 9}\n")
    assert mini.load().find("double").title == "Double"


def test_the_text_of_a_policy_changes_with_it(folder: Path) -> None:
    weights = "weights: {masking: 2, one_hot: 1}"
    one = course_with(folder, f"{weights}\nlate: {{penalty: 10, due: 2026-03-01 00:00 Z}}").policy
    same = course_with(folder, f"late: {{due: 2026-03-01 01:00 +01:00, penalty: 10}}\n{weights}").policy
    other = course_with(folder, f"{weights}\nlate: {{penalty: 11, due: 2026-03-01 00:00 Z}}").policy
    texts = [MarkingRules((), policy).text for policy in (one, same, other)]
    assert texts[0] == texts[1] != texts[2]


def item(name: str, part: str = "1_basics", points: float = 4.0, kind: ItemKind = ItemKind.EXERCISE) -> GradedItem:
    """With checks a, b, c, d, of a quarter of the points each."""
    return GradedItem(name, name.title(), part, dict.fromkeys("abcd", points / 4), points, kind)


def attempt(name: str, right: int, number: int = 1, **more: object) -> Attempt:
    """With so many checks passed."""
    shares = {check: float(place < right) for place, check in enumerate("abcd")}
    return Attempt("bob", name, number, shares, **more)  # type: ignore[arg-type]


def mark(policy: Policy, items: list[GradedItem], *attempts: Attempt, overrides: tuple[Override, ...] = ()) -> Mark:
    decided = {override.item: override for override in overrides}
    (made,) = marks(MarkingRules(tuple(items), policy), [StudentHistory(Student("bob", "Bob"), attempts, decided)])
    return made


def late(**more: object) -> Late:
    plain: dict[str, object] = {"due": {}, "grace": timedelta(), "penalty": 10.0, "per": Per.DAY, "of": Of.EARNED}
    return Late(**{**plain, "at_most": 100.0, "no_credit_after": None, **more})  # type: ignore[arg-type]


ONE, TWO, THREE = item("one"), item("two"), item("three", "2_more", 8.0)


def test_points_add_up_and_what_is_missing_counts_nothing() -> None:
    made = mark(Policy(), [ONE, TWO, THREE], attempt("one", 4), attempt("three", 3), attempt("unknown", 4))
    assert (made.total, made.maximum, made.percent) == (Decimal("10.00"), Decimal("16.00"), Decimal("62.50"))
    assert [one.sentence for one in made.items] == ["one: 4 of 4", "two: not submitted", "three: 6 of 8"]
    assert made.complete
    assert not made.review


def test_new_points_change_the_mark_without_grading() -> None:
    tried = attempt("one", 1)
    assert mark(Policy(), [ONE], tried).total == 1
    heavier = replace(ONE, points={"a": 9.0, "b": 1.0}, maximum=10.0)
    assert mark(Policy(), [heavier], tried).total == 9


def test_tenths_are_tenths() -> None:
    """In binary, 0.1 + 0.2 is more than 0.3, and 2.675 less than it says."""
    odd = GradedItem("one", "One", "1_basics", {"a": 0.1, "b": 0.2, "c": 2.375}, 2.675)
    made = mark(Policy(digits=2), [odd], Attempt("bob", "one", 1, dict.fromkeys("abc", 1.0)))
    assert (made.total, made.maximum) == (Decimal("2.68"), Decimal("2.68"))
    assert made.steps == ("2.68 of 2.68", "rounded: 2.68")


@pytest.mark.parametrize(
    ("number", "digits", "text"), [("0.5", 0, "1"), ("1.5", 0, "2"), ("2.5", 0, "3"), ("1.005", 2, "1.01")]
)
def test_halves_go_up(number: str, digits: int, text: str) -> None:
    assert str(rounded(Fraction(number), digits)) == text
    assert str(rounded(-Fraction(number), digits)) == f"-{text}"


def test_numbers_are_shown_without_needless_zeros() -> None:
    assert [shown(Fraction(text)) for text in ("6", "4.80", "1/3", "100", "0")] == ["6", "4.8", "0.33", "100", "0"]


def test_weights_say_what_exercises_and_parts_count() -> None:
    policy = Policy(weights={"one": 3, "two": 1, "1_basics": 60, "2_more": 40})
    made = mark(policy, [ONE, TWO, THREE], attempt("one", 2), attempt("two", 4), attempt("three", 1))
    assert made.maximum == 100
    assert made.total == Decimal("47.50")  # 60 · (3 · ½ + 1) / 4 + 40 · ¼
    assert [str(one.weight) for one in made.items] == ["45.00", "15.00", "40.00"]
    assert made.items[0].sentence == "one: 2 of 4, counts 22.5 of 45"


def test_a_weight_of_nothing_does_not_count() -> None:
    made = mark(Policy(weights={"two": 0}), [ONE, TWO], attempt("one", 4))
    assert (made.total, made.maximum) == (4, 4)
    assert made.items[1].sentence == "two: not submitted, does not count"


def test_the_whole_is_scaled_to_the_maximum() -> None:
    made = mark(Policy(maximum=100, digits=1), [ONE, TWO, THREE], attempt("one", 4), attempt("three", 2))
    assert (made.total, made.maximum) == (Decimal("50.0"), Decimal("100.0"))


def test_the_last_attempt_counts_or_the_best() -> None:
    tries = attempt("one", 3, 1), attempt("one", 4, 2, late_seconds=3 * DAY), attempt("one", 1, 3)
    assert mark(Policy(), [ONE], *tries).items[0].sentence == "one: 1 of 4, attempt 3, the last of 3"
    best = Policy(attempts=Attempts.BEST, late=late())
    assert mark(best, [ONE], *tries).items[0].sentence == "one: 3 of 4, attempt 1, the best of 3"
    assert mark(replace_late(best, penalty=8.0), [ONE], *tries).items[0].attempt == 2


def replace_late(policy: Policy, **more: object) -> Policy:
    return msgspec.structs.replace(policy, late=late(**more))


@pytest.mark.parametrize(
    ("rule", "seconds", "score", "words"),
    [
        (late(), 0, "4", ""),
        (late(), 1, "3.6", "1 day late: −10 %"),
        (late(), DAY, "3.6", "1 day late: −10 %"),
        (late(), DAY + 1, "3.2", "2 days late: −20 %"),
        (late(), 30 * DAY, "0", "30 days late: −100 %"),
        (late(at_most=50.0), 30 * DAY, "2", "30 days late: −50 %"),
        (late(per=Per.HOUR, penalty=2.5), 5000, "3.8", "2 hours late: −5 %"),
        (late(per=Per.ONCE), 30 * DAY, "3.6", "30 days late: −10 %"),
        (late(grace=timedelta(minutes=90)), 5400, "4", "1 hour late, within the grace period of 90 minutes"),
        (late(grace=timedelta(minutes=90)), 5401, "3.6", "1 day late: −10 %"),
        (late(no_credit_after=timedelta(days=2)), 2 * DAY, "3.2", "2 days late: −20 %"),
        (late(no_credit_after=timedelta(days=2)), 2 * DAY + 1, "0", "more than 2 days late: no credit"),
        (late(no_credit_after=timedelta(0)), None, "3.6", "marked as late: −10 %"),
        (late(of=Of.MAXIMUM, penalty=15.0), 1, "3.4", "1 day late: −15 % of the maximum"),
    ],
)
def test_lateness_costs_what_the_policy_says(rule: Late, seconds: int | None, score: str, words: str) -> None:
    made = mark(Policy(late=rule), [ONE], attempt("one", 4, late_seconds=seconds)).items[0]
    assert made.score == Decimal(score)
    assert made.earned == 4
    assert made.steps[1:2] == ((words,) if words else ())


def test_of_the_maximum_lateness_takes_no_more_than_there_is() -> None:
    made = mark(Policy(late=late(of=Of.MAXIMUM, penalty=60.0)), [ONE], attempt("one", 2, late_seconds=1))
    assert (made.total, made.items[0].earned) == (0, 2)


def test_a_due_date_goes_before_what_the_lms_says() -> None:
    rule = late(due={"all": DUE, "2_more": DUE + timedelta(days=1), "two": DUE + timedelta(days=2)})
    handed_in = {"submitted": DUE + timedelta(days=1, hours=1), "late_seconds": 99 * DAY}
    tried = [attempt(name, 4, **handed_in) for name in ("one", "two", "three")]
    made = mark(Policy(late=rule), [ONE, TWO, THREE], *tried)
    assert [one.steps[1:2] for one in made.items] == [("2 days late: −20 %",), (), ("1 day late: −10 %",)]
    timeless = mark(Policy(late=rule), [ONE], attempt("one", 4, late_seconds=5))
    assert timeless.items[0].steps[1] == "1 day late: −10 %"


def test_every_step_is_told() -> None:
    policy = Policy(late=late(), drop={"1_basics": 1})
    six = item("masking", points=8.0)
    made = mark(policy, [six, ONE], attempt("masking", 3, late_seconds=2 * DAY), attempt("one", 4))
    assert made.items[0].sentence == "masking: 6 of 8, 2 days late: −20 %, dropped as the lowest"
    assert made.items[0].dropped
    assert made.total == made.maximum == 12


def test_what_is_dropped_leaves_its_weight_to_its_part() -> None:
    policy = Policy(drop={"1_basics": 1})
    made = mark(policy, [ONE, TWO, THREE], attempt("one", 1), attempt("two", 3), attempt("three", 2))
    assert made.total == 10  # 8 · ¾ + 8 · ½
    assert [one.dropped for one in made.items] == [True, False, False]
    assert made.items[1].sentence == "two: 3 of 4, counts 6 of 8"


def test_of_all_the_lowest_is_dropped_wherever_it_is() -> None:
    made = mark(Policy(drop={"all": 2}), [ONE, TWO, THREE], attempt("one", 1), attempt("two", 2), attempt("three", 3))
    assert [one.dropped for one in made.items] == [True, True, False]
    assert made.total == 12


def test_with_weights_that_is_dropped_which_costs_the_most() -> None:
    """Else doing a little worse in the heavy one could pay."""
    heavy, light = item("heavy", points=40.0), item("light", points=4.0)
    both = attempt("heavy", 2), attempt("light", 1)
    made = mark(Policy(drop={"all": 1}), [heavy, light, item("full", points=40.0)], *both, attempt("full", 4))
    assert [one.dropped for one in made.items] == [True, False, False]
    assert "dropped, as it would cost the most" in made.items[0].steps


def test_extra_credit_comes_on_top() -> None:
    full = attempt("one", 4), attempt("two", 3), attempt("three", 2)
    items = [ONE, TWO, THREE]
    made = mark(Policy(extra=("three",)), items, *full)
    assert (made.total, made.maximum) == (8, 8)
    assert made.steps == ("7 of 8", "extra credit: +4", "at most 8")
    assert made.items[2].sentence == "three: 4 of 8, extra credit of 4"
    assert mark(Policy(extra=("2_more",), extra_at_most=25), items, *full).total == 10
    assert mark(Policy(extra=("three",), extra_at_most=25, maximum=100), items, *full).total == 125
    assert mark(Policy(extra=("three",), extra_at_most=80), items, *full).total == 11


def decided(name: str = "one", **more: object) -> Override:
    return Override("bob", name, "viva", who="ada", **more)  # type: ignore[arg-type]


def test_a_score_by_hand_is_final() -> None:
    made = mark(
        Policy(late=late()),
        [ONE, TWO],
        attempt("one", 4, late_seconds=1),
        overrides=(decided(score=3.5, comment="Well."),),
    )
    assert made.items[0].score == Decimal("3.5")
    assert made.items[0].sentence == "one: 4 of 4, 1 day late: −10 %, set to 3.5 by ada: viva, counts 3.5 of 4"
    assert (made.items[0].overridden, made.items[0].comment) == (True, "Well.")
    nothing = mark(Policy(), [ONE], overrides=(decided(score=2),))
    assert nothing.total == 2


def test_a_comment_alone_changes_no_score() -> None:
    made = mark(Policy(), [ONE], attempt("one", 3), overrides=(decided(comment="Nice."),))
    assert (made.total, made.items[0].comment, made.items[0].overridden) == (3, "Nice.", False)


def test_who_is_excused_is_marked_by_the_rest() -> None:
    made = mark(Policy(), [ONE, TWO, THREE], attempt("two", 2), attempt("three", 4), overrides=(decided(excused=True),))
    assert (made.total, made.maximum) == (12, 16)
    assert made.items[0].sentence == "one: not submitted, excused by ada: viva"
    alone = mark(Policy(), [ONE], overrides=(decided(excused=True),))
    assert (alone.total, alone.maximum, alone.steps, alone.excused) == (0, 4, ("excused from everything",), True)
    assert not made.excused


def test_a_bonus_by_hand_lifts_nobody_above_the_maximum() -> None:
    made = mark(Policy(), [ONE, TWO], attempt("two", 4), overrides=(decided(score=9),))
    assert (made.total, made.items[0].score) == (8, 9)


def test_what_is_not_graded_makes_a_mark_incomplete() -> None:
    for state, score in ((AttemptState.WAITING, 0), (AttemptState.OLD, 3)):
        made = mark(Policy(), [ONE], attempt("one", 3, state=state))
        assert (made.complete, made.total) == (False, score)
    assert mark(Policy(), [ONE], attempt("one", 0, state=AttemptState.WAITING), overrides=(decided(score=1),)).complete


def test_what_cannot_be_read_counts_only_if_there_is_nothing_else() -> None:
    broken = attempt("one", 0, 2, state=AttemptState.UNREADABLE, problem="the notebook is cut off")
    made = mark(Policy(), [ONE], attempt("one", 3), broken)
    assert made.items[0].sentence == "one: 3 of 4, attempt 1, the last of 2, 1 of which cannot be read"
    assert mark(Policy(), [ONE], broken).items[0].sentence.startswith("one: the notebook is cut off")


def test_a_fault_of_the_grader_is_marked_for_review_until_somebody_has_looked() -> None:
    tried = attempt("one", 4, faulty=True)
    assert mark(Policy(), [ONE], tried).review
    assert not mark(Policy(), [ONE], tried, overrides=(decided(score=4),)).review


QUIZ = item("quiz", "quizzes", kind=ItemKind.QUIZ)


def test_a_quiz_counts_the_questions_of_the_students_paper() -> None:
    tried = Attempt("bob", "quiz", 1, {"a": 1 / 3, "b": 1.0, "dropped": 1.0}, kind=ItemKind.QUIZ)
    made = mark(Policy(digits=4), [QUIZ], tried)
    assert made.items[0].steps[0] == "1.33 of 2"
    assert made.total == Decimal("2.6667")  # two thirds of the four points of a paper


def test_a_quiz_never_falls_below_nothing() -> None:
    tried = Attempt("bob", "quiz", 1, {"a": -0.5, "b": 0.25}, kind=ItemKind.QUIZ)
    assert mark(Policy(), [QUIZ], tried).total == 0


def test_thirds_are_thirds() -> None:
    assert exact_share(1 / 3) == Fraction(1, 3)
    assert exact_share(0.33333) == Fraction(33333, 100000)
    assert exact(0.1) == Fraction(1, 10)


def test_a_mark_is_json_and_a_row_of_the_gradebook(tmp_path: Path) -> None:
    made = mark(Policy(digits=1), [ONE], attempt("one", 3))
    data = json.loads(json.dumps(made.to_json()))
    assert (data["schema"], data["total"], data["percent"], data["student"]) == (1, 3.0, 75.0, "bob")
    assert (data["items"][0]["score"], data["items"][0]["state"]) == (3.0, "graded")
    with Gradebook.open(tmp_path / "gradebook.db") as book:
        book.add_students([Student("bob")])
        book.save_marks([made.row()])
        (kept,) = book.marks()
    assert (kept.total, kept.maximum, kept.detail["items"]) == ("3.0", "4.0", ["one: 3 of 4"])


def test_the_points_of_an_exercise_are_those_of_today(mini: MiniCourse) -> None:
    mini.yaml({"doubles": 2, "negative": 1, "adds": 1, "secret": 1}, "forbids: {names: [numpy.sum], points: 0.5}\n")
    course = mini.load()
    assert course.find("double").all_points == {"doubles": 2, "negative": 1, "adds": 1, "secret": 1, "own_work": 0.5}
    assert items_of(course, ["double"]) == (
        GradedItem("double", "Double", "1_basics", course.find("double").all_points, 5.5),
    )


GRADED_QUIZ = """
title: Basics
kind: graded
pools: {two: 1}
questions:
  - {id: a, type: text, prompt: What?, accept: [x], explanation: x, points: 2}
  - {id: b, type: text, prompt: What?, accept: [x], explanation: x, dropped: true}
  - {id: c, type: text, prompt: What?, accept: [x], explanation: x, points: 3, pool: two}
  - {id: d, type: text, prompt: What?, accept: [x], explanation: x, points: 3, pool: two}
"""


def test_graded_quizzes_count_and_practice_quizzes_only_where_they_are_named(mini: MiniCourse) -> None:
    mini.write("quizzes/01_basics.yaml", GRADED_QUIZ)
    mini.write("quizzes/02_fun.yaml", GRADED_QUIZ.replace("graded", "practice"))
    everything = items_of(mini.load(), ["1_basics", "quizzes"])
    assert [one.name for one in everything] == ["double", "basics"]
    assert everything[1] == GradedItem("basics", "Basics", "quizzes", {"a": 2, "c": 3, "d": 3}, 5, ItemKind.QUIZ)
    assert [one.name for one in items_of(mini.load(), ["double"])] == ["double"]
    assert [one.name for one in items_of(mini.load(), ["1_basics", "fun"])] == ["double", "fun"]
    assert [one.name for one in items_of(mini.load(), ["quizzes"])] == ["basics"]


NAMES = ("one", "two", "three", "four", "five")
numbers = st.integers(0, 40).map(lambda number: number / 4)
lates = st.builds(
    late,
    penalty=st.sampled_from([0.0, 2.5, 10.0, 33.3]),
    per=st.sampled_from(Per),
    of=st.sampled_from(Of),
    at_most=st.sampled_from([20.0, 100.0]),
    grace=st.sampled_from([timedelta(), timedelta(hours=3)]),
    no_credit_after=st.sampled_from([None, timedelta(days=3)]),
    due=st.sampled_from([{}, {"all": DUE}]),
)
policies = st.builds(
    Policy,
    weights=st.dictionaries(st.sampled_from([*NAMES, "1_basics", "2_more"]), numbers, max_size=4),
    maximum=st.sampled_from([None, 100.0, 7.3]),
    attempts=st.sampled_from(Attempts),
    late=st.none() | lates,
    drop=st.sampled_from([{}, {"1_basics": 1}, {"1_basics": 2, "2_more": 1}, {"all": 1}, {"all": 3}]),
    extra=st.sampled_from([(), ("five",), ("one", "five")]),
    extra_at_most=st.sampled_from([0.0, 12.5]),
    digits=st.integers(0, 4),
)
items_lists = st.tuples(
    *[
        st.integers(1, 20).map(
            lambda points, name=name: item(name, "1_basics" if name < "three" else "2_more", float(points))
        )
        for name in NAMES
    ]
).map(list)
attempt_lists = st.lists(
    st.builds(
        attempt,
        st.sampled_from(NAMES),
        st.integers(0, 4),
        late_seconds=st.none() | st.integers(0, 5 * DAY),
        submitted=st.none() | st.integers(-DAY, 5 * DAY).map(lambda seconds: DUE + timedelta(seconds=seconds)),
        state=st.sampled_from(
            [AttemptState.GRADED, AttemptState.GRADED, AttemptState.OLD, AttemptState.WAITING, AttemptState.UNREADABLE]
        ),
    ),
    max_size=10,
).map(lambda found: [replace(one, number=number) for number, one in enumerate(found, 1)])
by_hand = st.builds(decided, st.sampled_from(NAMES), score=numbers)
excuses = st.builds(decided, st.sampled_from(NAMES), excused=st.just(True))
overrides_lists = st.lists(by_hand | excuses, max_size=2).map(tuple)
quickly = settings(max_examples=100, deadline=None)


@quickly
@given(policies, items_lists, attempt_lists, overrides_lists, st.randoms(use_true_random=False))
def test_a_mark_stays_between_nothing_and_the_maximum_and_no_order_matters(
    policy: Policy, items: list[GradedItem], attempts: list[Attempt], overrides: tuple[Override, ...], random: Random
) -> None:
    made = mark(policy, items, *attempts, overrides=overrides)
    most = Fraction(made.maximum) * (1 + exact(policy.extra_at_most) / 100)
    assert made.total >= 0
    assert Fraction(made.total) <= most + Fraction(1, 10**policy.digits)  # both are rounded
    assert policy.extra_at_most or made.total <= made.maximum
    for one in made.items:
        assert one.steps
        assert one.score >= 0
        assert one.overridden or one.score <= one.earned <= one.maximum
    shuffled = random.sample(attempts, len(attempts))
    assert mark(policy, items, *shuffled, overrides=overrides) == made


@quickly
@given(policies, items_lists, attempt_lists, st.data())
def test_being_late_never_helps(
    policy: Policy, items: list[GradedItem], attempts: list[Attempt], data: st.DataObject
) -> None:
    made = mark(policy, items, *attempts)
    if attempts:
        place = data.draw(st.integers(0, len(attempts) - 1))
        more = data.draw(st.integers(0, 5 * DAY))
        one = attempts[place]
        later = replace(
            one,
            late_seconds=None if one.late_seconds is None else one.late_seconds + more,
            submitted=None if one.submitted is None else one.submitted + timedelta(seconds=more),
        )
        assert mark(policy, items, *attempts[:place], later, *attempts[place + 1 :]).total <= made.total


@quickly
@given(policies, items_lists, attempt_lists, st.data())
def test_passing_one_check_more_never_costs(
    policy: Policy, items: list[GradedItem], attempts: list[Attempt], data: st.DataObject
) -> None:
    made = mark(policy, items, *attempts)
    if attempts:
        place = data.draw(st.integers(0, len(attempts) - 1))
        better = replace(attempts[place], shares={**attempts[place].shares, "d": 1.0})
        assert mark(policy, items, *attempts[:place], better, *attempts[place + 1 :]).total >= made.total


@quickly
@given(policies, items_lists, attempt_lists, overrides_lists)
def test_dropping_never_lowers_a_mark(
    policy: Policy, items: list[GradedItem], attempts: list[Attempt], overrides: tuple[Override, ...]
) -> None:
    plain = msgspec.structs.replace(policy, drop={})
    assert (
        mark(policy, items, *attempts, overrides=overrides).total
        >= mark(plain, items, *attempts, overrides=overrides).total
    )


@quickly
@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 8)), min_size=2, max_size=7), st.integers(1, 6))
def test_what_is_dropped_is_the_best_choice_of_all(pairs: list[tuple[int, int]], number: int) -> None:
    weights = {str(place): Fraction(weight) for place, (weight, _) in enumerate(pairs)}
    scores = {str(place): Fraction(score, 8) for place, (_, score) in enumerate(pairs)}
    items = [GradedItem(name, name, "part", {}, float(weight)) for name, weight in weights.items()]
    dropped = Scale(Policy(drop={"part": number}), items).weigh(scores)[1]

    def mean(names: Iterable[str]) -> Fraction:
        own = {name: weights[name] for name in names}
        return sum((weight * scores[name] for name, weight in own.items()), Fraction(0)) / sum(own.values())

    keep = max(1, len(weights) - number)
    assert len(dropped) == len(weights) - keep
    best = max(map(mean, combinations(weights, keep)))
    assert mean(weights.keys() - dropped.keys()) == best
