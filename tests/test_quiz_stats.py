"""Item analysis equals Moodle's; what has no value is None; who chose which option."""

from __future__ import annotations

import math
from statistics import correlation

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.quiz.analysis import analyse, covariance, distractors, kurtosis, skewness
from tests.quiz_samples import EXPECTED, ITEMS, MARKS, moodle


def test_the_item_analysis_equals_that_of_moodle() -> None:
    _, items = analyse(moodle(), dict.fromkeys(ITEMS, 1.0))
    assert len(items) == 7
    for item, expected in zip(items, EXPECTED, strict=True):
        values = (item.facility, item.sd, item.effective_weight, item.discrimination, item.efficiency)
        assert values == pytest.approx(expected, abs=1e-8), item.item
        assert item.attempts == 25
        assert item.intended_weight == pytest.approx(100 / 7)


def test_the_statistics_of_the_whole_quiz_follow_the_formulas() -> None:
    """Computed once more here, with numpy, from the formulas as they are written down."""
    import numpy as np

    table = np.array([[float(mark) for mark in line.split()] for line in MARKS.strip().splitlines()])
    total, (s, p) = table.sum(axis=1), table.shape
    m2, m3, m4 = (((total - total.mean()) ** power).mean() for power in (2, 3, 4))
    k2 = total.var(ddof=1)
    consistency = 100 * p / (p - 1) * (1 - table.var(axis=0, ddof=1).sum() / k2)
    quiz, _ = analyse(moodle(), dict.fromkeys(ITEMS, 1.0))
    assert quiz.attempts == 25
    assert quiz.mean == pytest.approx(total.mean())
    assert quiz.median == 4.5
    assert quiz.sd == pytest.approx(math.sqrt(k2))
    assert quiz.skewness == pytest.approx(s**2 * m3 / ((s - 1) * (s - 2)) / k2**1.5)
    fourth = s**2 * ((s + 1) * m4 - 3 * (s - 1) * m2**2) / ((s - 1) * (s - 2) * (s - 3))
    assert quiz.kurtosis == pytest.approx(fourth / k2**2)
    assert quiz.consistency == pytest.approx(consistency)
    assert quiz.consistency == pytest.approx(-87.2230935542, abs=1e-8)
    assert quiz.error_ratio == pytest.approx(100 * math.sqrt(1 - consistency / 100))
    assert quiz.standard_error == pytest.approx(math.sqrt(1 - consistency / 100) * math.sqrt(k2))


def test_the_discrimination_index_is_a_correlation() -> None:
    attempts = [{"a": 1.0, "b": 2.0}, {"a": 0.0, "b": 1.5}, {"a": 1.0, "b": 0.5}, {"a": 0.5, "b": 0.0}]
    _, (found, _) = analyse(attempts, {"a": 1.0, "b": 2.0})
    assert found.discrimination == pytest.approx(100 * correlation([1, 0, 1, 0.5], [2, 1.5, 0.5, 0]))
    assert found.intended_weight == pytest.approx(100 / 3)


@pytest.mark.parametrize("attempts", [[], [{"a": 1.0, "b": 0.0}], [{"a": 1.0, "b": 0.0}] * 5])
def test_what_has_no_value_is_none_and_never_an_error(attempts: list[dict[str, float | None]]) -> None:
    quiz, items = analyse(attempts, {"a": 1.0, "b": 1.0})
    for item in items:
        assert item.discrimination is None
        assert item.efficiency is None
        assert item.effective_weight is None
    assert quiz.skewness is None
    assert quiz.kurtosis is None
    assert quiz.consistency is None
    assert quiz.standard_error is None
    assert quiz.attempts == len(attempts)


def test_a_question_from_a_pool_counts_where_it_was_asked() -> None:
    attempts: list[dict[str, float | None]] = [
        {"a": 1.0, "b": 1.0},
        {"a": 0.0, "b": None},
        {"a": 1.0, "c": 0.0},
        {"a": 0.0, "b": 0.0},
    ]
    quiz, items = analyse(attempts, {"a": 1.0, "b": 1.0, "c": 1.0})
    found = {item.item: item for item in items}
    assert [found[name].attempts for name in "abc"] == [4, 2, 1]
    assert found["b"].facility == 0.5
    assert found["b"].discrimination == pytest.approx(100)
    assert quiz.consistency is None


marks = st.lists(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=3, max_size=3), max_size=12)


@settings(deadline=None)
@given(marks)
def test_any_table_can_be_analysed(table: list[list[float]]) -> None:
    attempts: list[dict[str, float | None]] = [dict(zip("abc", row, strict=True)) for row in table]
    _, items = analyse(attempts, dict.fromkeys("abc", 1.0))
    for item in items:
        assert item.discrimination is None or abs(item.discrimination) <= 100 + 1e-6
        assert item.efficiency is None or item.efficiency <= 100 + 1e-6
        assert item.facility is None or 0 <= item.facility <= 1
    weights = [item.effective_weight for item in items if item.effective_weight is not None]
    assert not weights or sum(weights) == pytest.approx(100)


def test_moments_need_enough_attempts() -> None:
    assert covariance([1.0], [1.0]) is None
    assert skewness([1.0, 2.0]) is None
    assert kurtosis([1.0, 2.0, 4.0]) is None
    assert skewness([1.0, 2.0, 3.0]) == pytest.approx(0)


def test_the_table_of_distractors_tells_who_chose_what() -> None:
    """The best first."""
    chosen = [{option} for option in ("a", "a", "a", "b", "a", "a", "b", "b", "a", "b", "b", "c")]
    elsewhere = [float(12 - at) for at in range(12)]
    options = {"a": True, "b": False, "c": False, "d": False}
    found = {option.option: option for option in distractors(options, chosen, elsewhere)}
    assert [found[name].chosen for name in "abcd"] == [6, 5, 1, 0]
    assert found["a"].share == 0.5
    assert (found["a"].best, found["a"].worst) == (0.75, 0.25)
    assert found["a"].mean_elsewhere > found["b"].mean_elsewhere > found["c"].mean_elsewhere  # type: ignore[operator]
    assert found["d"].mean_elsewhere is None
    assert [option.share for option in distractors({"a": True}, [], [])] == [None]
