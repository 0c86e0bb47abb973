"""Outcome against outcome: what is accepted, and what a student is told."""

from __future__ import annotations

import json
import math
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.compare import Difference, DifferenceKind, compare, excess, is_evidence, same
from grader.results import Drawing, Panel
from grader.values import Opaque

RNG = np.random.RandomState(7)
MATRIX = RNG.normal(size=(5, 5))
STACK = RNG.normal(size=(2, 3, 4))


def softmax(scores: Any, axis: int = -1) -> Any:
    weights = np.exp(scores)
    return weights / weights.sum(axis=axis, keepdims=True)


def differ(reference: Any, value: Any, **options: Any) -> Difference:
    found = compare(reference, value, **options)
    assert found is not None
    return found


def message(reference: Any, value: Any, **options: Any) -> str:
    return differ(reference, value, **options).message


# ---- what counts as the same


@pytest.mark.parametrize(
    ("reference", "value"),
    [
        (np.array([1.0, 2.0]), [1.0, 2.0]),
        (np.array([[1.0, 2.0], [3.0, 4.0]]), ((1, 2), (3, 4))),
        (np.array([[1.0, 2.0], [3.0, 4.0]]), [np.array([1.0, 2.0]), np.array([3.0, 4.0])]),
        ([1.0, 2.0], np.array([1.0, 2.0])),
        ((1.0, 2.0), np.array([1.0, 2.0])),
        (((1, 2), (3, 4)), np.array([[1, 2], [3, 4]])),
        (np.array(2.0), 2.0),
        (2.0, np.array(2.0)),
        (2.0, 2),
        (2, 2.0),
        (np.array([1, 2]), np.array([1.0, 2.0])),
        (np.array([1.0, 2.0], np.float32), np.array([1, 2], np.uint8)),
        ((1.0, "a"), [1.0, "a"]),
        ({"a": 1, "b": 2.0}, {"b": 2.0, "a": 1}),
        (np.array([math.nan, math.inf, -math.inf, 1]), np.array([math.nan, math.inf, -math.inf, 1])),
        (np.zeros((0, 3)), np.zeros((0, 3))),
        ([], np.zeros(0)),
        (np.zeros(0, bool), []),
        (1j, np.array(1j)),
        (2e-309j, 2e-309j),
        (1 + 0j, 1.0),
        (np.array(["a", "b"]), ["a", "b"]),
        (None, None),
    ],
)
def test_values_that_say_the_same_are_the_same(reference: Any, value: Any) -> None:
    assert compare(reference, value) is None
    assert same(reference, value)
    assert excess(reference, value) == 0


@pytest.mark.parametrize(
    ("reference", "value", "kind"),
    [
        (np.zeros(3), np.zeros((3, 1)), DifferenceKind.DIFFERENT),
        (np.zeros(3), 0.0, DifferenceKind.DIFFERENT),
        (np.zeros((1, 3)), np.zeros(3), DifferenceKind.DIFFERENT),
        (np.array([True]), np.array([1]), DifferenceKind.WRONG_TYPE),
        (np.array([1.0]), np.array([True]), DifferenceKind.WRONG_TYPE),
        (1, True, DifferenceKind.WRONG_TYPE),
        (np.array([1.0, 1.5]), [True, 1.5], DifferenceKind.WRONG_TYPE),
        (np.array([[1.0], [1.5]]), [[True], [1.5]], DifferenceKind.WRONG_TYPE),
        (np.array([1.0]), np.array([1 + 0j]), DifferenceKind.WRONG_TYPE),
        (np.array([math.nan]), np.array([1.0]), DifferenceKind.DIFFERENT),
        (np.array([math.inf]), np.array([-math.inf]), DifferenceKind.DIFFERENT),
        (np.array([math.inf]), np.array([1e300]), DifferenceKind.DIFFERENT),
        (np.array([1.7e308]), np.array([-1.7e308]), DifferenceKind.DIFFERENT),
        (np.array([1e-300]), np.array([1e300]), DifferenceKind.DIFFERENT),
        (2e-309j, 4e-309j, DifferenceKind.DIFFERENT),
        (2e-309j, 1 + 1j, DifferenceKind.DIFFERENT),
        (np.array([2**53 + 1]), np.array([2.0**53]), DifferenceKind.DIFFERENT),
        (np.array([2**63 - 1]), np.array([2**63], np.uint64), DifferenceKind.DIFFERENT),
        (10**400, 10**400 + 1, DifferenceKind.DIFFERENT),
        (np.array([100000, 2]), np.array([100001, 2]), DifferenceKind.DIFFERENT),
        ("a", "b", DifferenceKind.DIFFERENT),
        ("1", 1, DifferenceKind.WRONG_TYPE),
        ({"a": 1}, {}, DifferenceKind.DIFFERENT),
        ({"a": 1}, {"a": 1, "b": 2}, DifferenceKind.DIFFERENT),
        ({"a": 1}, [1], DifferenceKind.WRONG_TYPE),
        ((1, "a"), (1,), DifferenceKind.DIFFERENT),
        ((np.zeros(2), np.zeros(2)), np.zeros((2, 2)), DifferenceKind.WRONG_TYPE),
        (np.zeros(2), None, DifferenceKind.RETURNED_NONE),
        ((1, np.zeros(2)), (1, None), DifferenceKind.RETURNED_NONE),
        (None, 0, DifferenceKind.WRONG_TYPE),
        (Opaque("map"), Opaque("map"), DifferenceKind.WRONG_TYPE),
    ],
)
def test_values_that_differ_are_told_by_kind(reference: Any, value: Any, kind: DifferenceKind) -> None:
    assert differ(reference, value).kind is kind
    assert excess(reference, value) > 1
    assert not same(reference, value)


def test_the_tolerance_is_relative_to_the_element_and_the_largest() -> None:
    reference = np.array([100.0, 1.0, 0.0])
    allowed = 1e-4 * (np.abs(reference) + 100)
    assert compare(reference, reference + 0.99 * allowed) is None
    for place in range(3):
        worse = reference.copy()
        worse[place] += 1.01 * allowed[place]
        assert compare(reference, worse) is not None
        assert excess(reference, worse) == pytest.approx(1.01, rel=1e-6)


def test_zeros_are_compared_on_the_scale_of_one() -> None:
    assert excess(np.zeros(3), np.array([0, 0, 5e-5])) == pytest.approx(0.5)


def test_infinite_elements_do_not_widen_the_tolerance() -> None:
    assert compare(np.array([-math.inf, 1.0]), np.array([-math.inf, 1.01])) is not None


def test_half_precision_gets_a_wider_tolerance_by_request_or_by_the_references_dtype() -> None:
    reference, value = np.array([1.0, 2.0]), np.array([1.0, 2.01])
    assert compare(reference, value) is not None
    assert compare(reference, value.astype(np.float16)) is not None
    assert compare(reference, value, half=True) is None
    assert compare(reference.astype(np.float16), value) is None


def test_each_value_of_a_tuple_has_its_own_scale_and_a_list_has_one() -> None:
    assert compare((1e6, 1.0), (1e6, 2.0)) is not None
    assert compare((1e6, 1.0), np.array([1e6, 2.0])) is not None
    assert compare([1e6, 1.0], [1e6, 2.0]) is None


def test_complex_numbers_are_compared_by_the_size_of_their_difference() -> None:
    reference = np.array([3 + 4j, 1.7e308 + 1.7e308j])[:1]
    assert excess(reference, reference + 1e-3j) == pytest.approx(1.0, rel=1e-3)
    assert compare(np.array([1.7e308 + 1.7e308j]), np.array([-1.7e308 + 1.7e308j])) is not None


# ---- what the student reads


def test_rows_that_do_not_sum_to_one_are_named() -> None:
    reference = softmax(MATRIX)
    value = reference.copy()
    value[1] *= 0.36
    value[3, 2] += 1
    assert message(reference, value) == "row 1 sums to 0.36, expected 1.00"
    found = message(reference[None], value[None], axes="batch query key")
    assert found == "row 1 at batch 0 sums to 0.36, expected 1.00"


def test_a_single_row_of_weights_needs_no_number() -> None:
    assert message(np.array([0.5, 0.3, 0.2]), [0.5, 0.3, 0.1]) == "the values sum to 0.90, expected 1.00"


def test_a_hidden_row_should_sum_to_zero() -> None:
    reference = softmax(MATRIX)
    reference[2] = 0
    value = reference.copy()
    value[2] = 0.2
    assert message(reference, value) == "row 2 sums to 1.00, expected 0.00"


def test_softmax_over_the_wrong_axis_is_seen_in_the_sums() -> None:
    assert message(softmax(MATRIX), softmax(MATRIX, 0)).startswith("columns sum to 1, expected rows: row 0 sums to")
    together = np.exp(MATRIX) / np.exp(MATRIX).sum()
    assert message(softmax(MATRIX), together).startswith("all values together sum to 1, expected each row")


def test_nan_is_counted_and_its_first_place_named() -> None:
    value = MATRIX.copy()
    value[2:, 0] = value[3:, 1] = math.nan
    assert message(MATRIX, value, axes="query key") == "5 values are NaN; the first at query 2, key 0"
    assert message(MATRIX, value) == "5 values are NaN; the first at [2, 0]"
    assert message(MATRIX, MATRIX * math.nan) == "every value is NaN"


def test_infinite_values_are_counted() -> None:
    value = MATRIX.copy()
    value[1, 1] = -math.inf
    assert message(MATRIX, value) == "1 value is infinite, at [1, 1]"


def test_swapped_axes_carry_their_names() -> None:
    found = message(np.zeros((2, 3, 5, 4)), np.zeros((2, 5, 3, 4)), axes="batch head token feature")
    assert found == (
        "expected (batch 2, head 3, token 5, feature 4), got (batch 2, token 5, head 3, feature 4): "
        "the axes look swapped"
    )


@pytest.mark.parametrize(
    ("expected", "got", "axes", "sentence"),
    [
        ((5, 7), (5, 6), "query key", "expected shape (query 5, key 7), got (5, 6)"),
        ((5, 7), (5, 6), "", "expected shape (5, 7), got (5, 6)"),
        ((5, 7), (5, 6), "batch query key", "expected shape (5, 7), got (5, 6)"),
        ((5, 7), (7,), "query key", "expected shape (query 5, key 7), got (7,): the query axis is missing"),
        ((3,), (3, 1), "", "expected shape (3,), got (3, 1): one axis too many"),
        ((3, 4), (4, 3), "", "expected shape (3, 4), got (4, 3): the axes look swapped"),
        (
            (3, 3, 4),
            (3, 4, 3),
            "a b c",
            "expected shape (a 3, b 3, c 4), got (3, 4, 3): the axes look swapped",
        ),
        ((3,), (), "key", "expected shape (key 3), got a single number"),
        ((), (2, 2), "", "expected a single number, got (2, 2)"),
    ],
)
def test_shapes_are_told_with_the_likely_slip(expected: Any, got: Any, axes: str, sentence: str) -> None:
    assert message(np.zeros(expected), np.zeros(got), axes=axes) == sentence


@pytest.mark.parametrize(
    ("reference", "value", "sentence"),
    [
        (STACK, 2 * STACK, "every value is 2.00 times the expected one"),
        (STACK, STACK / 8, "every value is 0.125 times the expected one"),
        (STACK, STACK + 0.5, "every value is 0.5 too large"),
        (np.arange(6), np.arange(6) - 1, "every value is 1 too small"),
        (STACK, -STACK, "the sign is flipped: every value is minus the expected one"),
        (STACK, 0 * STACK, "every value is 0, expected values from"),
        (np.ones((2, 3)), np.full((2, 3), 0.5), "every value is 0.5, expected 1"),
        (MATRIX, MATRIX.T, "the values are right but transposed"),
        (STACK, STACK[:, :, ::-1], "the values are right but in reverse order along axis 2"),
        (np.array([3.0, 1, 7, 5, 2]), np.array([9.0, 3, 1, 7, 5]), "the values are shifted by one position"),
        (STACK, STACK.reshape(2, 4, 3).transpose(0, 2, 1), "the values are right but in another order"),
        (
            STACK * 10,
            (STACK * 10).astype(int),
            "the values are whole numbers (int64), expected fractions such as",
        ),
        (STACK > 0, STACK <= 0, "every value is the opposite of the expected one"),
        (STACK > 0, np.zeros_like(STACK, bool), "every value is False, expected True for"),
    ],
)
def test_a_cause_that_explains_every_number_comes_first(reference: Any, value: Any, sentence: str) -> None:
    assert message(reference, value).startswith(sentence)


def test_a_mask_off_by_one_is_a_shift_along_a_named_axis() -> None:
    causal = np.tril(np.ones((5, 5), bool))
    assert message(causal, np.tril(causal, -1), axes="query key") == (
        "the values are shifted by one position along query: each comes one too late"
    )


def test_one_wrong_slice_is_named_by_its_axis() -> None:
    value = STACK.copy()
    value[1] += RNG.normal(size=(3, 4))
    assert message(STACK, value, axes="batch token feature") == "only batch 1 is wrong"
    value = MATRIX + RNG.normal(size=(5, 5))
    value[3] = MATRIX[3]
    assert message(MATRIX, value) == "only row 3 is right"


def test_wrong_values_on_one_side_of_the_diagonal_are_named() -> None:
    value = MATRIX + np.triu(RNG.normal(size=(5, 5)), 1)
    value[3, 4] = MATRIX[3, 4]
    value[0, 4] = MATRIX[0, 4]
    assert message(MATRIX, value) == "all wrong values are above the diagonal"


def test_the_worst_element_and_the_count_stand_in_for_a_missing_pattern() -> None:
    reference = np.tril(MATRIX)
    value = reference.copy()
    value[1, 2], value[2, 0], value[4, 4] = 0.21, value[2, 0] + 0.1, value[4, 4] + 0.1
    found = differ(reference, value, name="weights")
    assert found.message == "weights[1, 2] is 0.21, expected 0; 3 of 25 values differ"
    named = message(reference, value, axes="query key")
    assert named == "at query 1, key 2: 0.21, expected 0; 3 of 25 values differ"


def test_a_supporting_element_follows_the_headline() -> None:
    details = differ(STACK, 2 * STACK, name="out").details
    assert details[0].startswith("out[")
    assert details[0].endswith("24 of 24 values differ")


def test_numbers_have_enough_digits_to_be_told_apart() -> None:
    assert message(1.0, 1.00034) == "result is 1.0003, expected 1"
    assert message(12345.678, 12300.0) == "result is 12300, expected 12346"
    assert message(2**63 + 1, 2**63) == "result is 9223372036854775808, expected 9223372036854775809"


def test_no_line_is_longer_than_a_reader_bears() -> None:
    found = differ(STACK, 2 * STACK, name="x" * 300, axes=" ".join(["y" * 100] * 3))
    assert_readable(found)
    assert_readable(differ(1.0, 2.0, name="x" * 300))


def test_a_lone_number_is_told_plainly() -> None:
    assert message(2.5, -2.5, name="loss") == "loss is -2.5, expected 2.5: the sign is flipped"
    assert message(2.5, 5.0, name="loss") == "loss is 5, expected 2.5"


def test_parts_of_a_result_without_names_are_counted() -> None:
    found = message((STACK, MATRIX), (STACK, MATRIX[:4]), axes="query key")
    assert found == "the second value: expected shape (query 5, key 5), got (4, 5)"
    assert message((1.5, 2.5), (1.5, 2.0)) == "the second value is 2, expected 2.5"
    assert message([{"a": "x"}], [{"a": "y"}]) == "'a' of the first value: got 'y', expected 'x'"
    several = differ((STACK, MATRIX, 1.0), (2 * STACK, MATRIX, 2.0))
    assert several.details[-1] == "2 parts of the result are wrong; this is the first"


@pytest.mark.parametrize(
    ("reference", "value", "sentence"),
    [
        (MATRIX, None, "returned None: did you forget a return?"),
        (
            (1, MATRIX),
            (1, None),
            "the second value is None, expected an array of shape (5, 5): did you forget a return?",
        ),
        (MATRIX, Opaque("generator"), "returned a generator, expected an array of shape (5, 5)"),
        (MATRIX, "a\x1b[2J", "returned the text 'a\\x1b[2J', expected an array of shape (5, 5)"),
        (MATRIX, (MATRIX, MATRIX), "returned a tuple of 2 values, expected an array of shape (5, 5)"),
        (MATRIX, [[1.0], [1.0, 2.0]], "returned a list of 2 values, expected an array of shape (5, 5)"),
        ((MATRIX, 1), MATRIX, "returned an array of shape (5, 5), expected a tuple of 2 values"),
        ([1, 2, 3], [1, 2], "expected 3 values, got 2"),
        ({"a": 1, "b": 2}, {"a": 1, "c": 2}, "missing key 'b'; unknown key 'c'"),
        (
            MATRIX,
            MATRIX + 0j,
            "got complex numbers whose imaginary part is zero, expected real numbers: take .real",
        ),
        (MATRIX, MATRIX > 0, "got booleans, expected real numbers"),
        ("a" * 60, "a" * 50, f"differs from character 50 on: '{'a' * 10}', expected '{'a' * 20}'"),
    ],
)
def test_what_is_no_array_of_numbers_is_named(reference: Any, value: Any, sentence: str) -> None:
    assert message(reference, value) == sentence


# ---- what the student sees


def drawn(reference: Any, value: Any, **options: Any) -> Drawing:
    found = differ(reference, value, **options).drawing
    assert found is not None
    return found


def changed(array: Any, *places: tuple[int, ...], to: Any = 7.0) -> Any:
    other = array.copy()
    for place in places:
        other[place] = to
    return other


def test_a_wrong_matrix_is_drawn_beside_the_expected_one_with_its_wrong_cells() -> None:
    assert drawn(np.array([[0.5, 0.5], [1.0, 0.0]]), np.array([[0.5, 0.5], [0.25, 0.0]]), axes="query key") == Drawing(
        (
            Panel("yours", ("0", "1"), ("0", "1"), ((0.5, 0.5), (0.25, 0.0)), ((1, 0),)),
            Panel("expected", ("0", "1"), ("0", "1"), ((0.5, 0.5), (1.0, 0.0))),
        ),
        low=0.0,
        high=1.0,
        axes=("query", "key"),
    )


def test_the_drawing_of_a_stack_is_the_first_matrix_that_differs() -> None:
    found = drawn(STACK, changed(STACK, (1, 2, 3)), axes="batch token feature")
    assert (found.title, found.axes, found.panels[0].wrong) == ("at batch 1", ("token", "feature"), ((2, 3),))
    assert drawn(STACK, changed(STACK, (1, 2, 3))).title == "at [1]"


def test_a_vector_is_drawn_as_one_row_without_a_number_of_its_own() -> None:
    found = drawn(np.array([0.5, 0.25, 0.25]), np.array([0.5, 0.5, 0.0]), axes="key")
    assert found.axes == ("", "key")
    assert [(panel.rows, panel.wrong) for panel in found.panels] == [(("",), ((0, 1), (0, 2))), (("",), ())]


def test_masks_are_patterns_and_ids_are_numbers_without_shades() -> None:
    causal = np.tril(np.ones((3, 3), bool))
    mask = drawn(causal, changed(causal, (0, 1), to=True))
    assert (mask.pattern, mask.low, mask.high) == (True, 0.0, 1.0)
    ids = drawn(np.array([3, 17, 9]), np.array([3, 17, 2]))
    assert (ids.pattern, ids.shaded) == (False, False)
    assert drawn(np.eye(4, dtype=int), changed(np.eye(4, dtype=int), (0, 1), to=1)).shaded


def test_the_scale_begins_at_zero_or_has_zero_in_its_middle() -> None:
    weights, scores = np.array([[0.2, 0.8], [0.5, 0.5]]), np.array([[1.0, -3.0], [0.5, 2.0]])
    assert drawn(weights, changed(weights, (0, 0), to=0.4)).low == 0
    assert drawn(weights, changed(weights, (0, 0), to=3.0)).high == 3
    found = drawn(scores, changed(scores, (0, 0), to=2.5))
    assert (found.low, found.high) == (-3, 3)
    with_mask = drawn(np.array([0.0, -math.inf, 0.0]), np.array([0.0, 0.0, -math.inf]))
    assert (with_mask.low, with_mask.high) == (-1, 0)
    far = np.array([-1.7e308, -math.inf, 0.0])
    assert -math.inf < drawn(far, changed(far, (2,), to=-1e308)).low < -1.7e308


@pytest.mark.parametrize(
    ("reference", "drawable"),
    [
        (np.full((16, 16), 0.5), True),
        (np.full((17, 3), 0.5), False),
        (np.full((3, 17), 0.5), False),
        (np.full((16, 16), True), True),
        (np.full((8, 8), -0.5), True),
        (np.full((9, 8), -0.5), False),
        (np.full((8, 9), -0.5), False),
        (np.full(10, -0.5), True),
        (np.full(11, -0.5), False),
        (np.full((8, 8), 40), True),
        (np.full((9, 2), 40), False),
        (np.full((16, 16), 1), True),
        (np.full((2, 2), 10**6), False),
        (np.full((2, 2), 1j), False),
        (np.full((2, 3, 1, 1), 0.5), False),
    ],
)
def test_what_is_too_large_or_too_small_is_not_drawn(reference: Any, drawable: bool) -> None:
    value = changed(reference, (0,) * reference.ndim, to=0)
    assert (differ(reference, value).drawing is not None) == drawable


@pytest.mark.parametrize(
    ("reference", "value"),
    [
        (MATRIX, MATRIX.T[:4]),
        (MATRIX, MATRIX * math.nan),
        (MATRIX, None),
        ("a text", "another"),
        (2.0, 3.0),
        (MATRIX, 2 * MATRIX),
        (MATRIX, MATRIX + 1),
        (MATRIX, -MATRIX),
        (MATRIX, 0 * MATRIX),
        (MATRIX > 0, MATRIX <= 0),
        (10 * MATRIX, (10 * MATRIX).astype(int)),
    ],
)
def test_nothing_is_drawn_where_the_message_says_it_all(reference: Any, value: Any) -> None:
    assert differ(reference, value).drawing is None


def test_a_difference_that_nobody_would_see_is_not_drawn() -> None:
    weights = softmax(MATRIX)
    assert differ(weights, changed(weights, (1, 1), to=weights[1, 1] + 0.005)).drawing is None
    assert differ(weights, changed(weights, (1, 1), to=weights[1, 1] + 0.05)).drawing is not None


def test_many_numbers_all_wrong_are_drawn_only_as_weights() -> None:
    other = RNG.normal(size=(5, 5))
    assert differ(MATRIX, other).drawing is None
    assert differ(MATRIX, changed(other, (0, 0), to=MATRIX[0, 0])).drawing is not None
    assert differ(MATRIX[:4], other[:4]).drawing is not None
    assert differ(softmax(MATRIX), softmax(other)).drawing is not None


# ---- evidence


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (MATRIX, True),
        (0.0, False),  # one small count, which many mistakes give
        (1 / 3, False),
        (np.array([3.0]), False),
        (512, True),
        (0.317, True),
        ((1, 3), True),
        ("text", True),
        ([1, 2], True),
        ([[1], [1, 2]], True),
        ((0.0, 0.0), False),
        ({"a": None, "b": 2}, False),
        (np.array([math.nan, 1.0, 1.0]), True),
        (np.array([math.inf, 1.0]), True),
        (None, False),
        (Opaque("map"), False),
        ("", False),
        ([], False),
        ({}, False),
        (np.zeros((0, 3)), False),
        (np.zeros((2, 3)), False),
        ([0.0, 0.0], False),
        (math.nan, False),
        (np.full(3, math.nan), False),
        (np.full(3, math.inf), False),
        ((None, np.ones(3), Opaque("map")), False),
    ],
)
def test_only_telling_values_are_evidence(value: Any, expected: bool) -> None:
    assert is_evidence(value) is expected


# ---- any value at all

ARRAYS = st.one_of(
    hnp.arrays(dtype, hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4), elements=elements)
    for dtype, elements in [
        (np.float64, st.one_of(st.floats(), st.sampled_from([0.0, 1.0, math.nan, -math.inf, 1.7e308]))),
        (np.float16, st.floats(width=16)),
        (np.complex128, st.complex_numbers()),
        (np.int64, st.one_of(st.integers(-3, 3), st.integers(-(2**63), 2**63 - 1))),
        (np.uint64, st.integers(0, 2**64 - 1)),
        (np.bool_, st.booleans()),
    ]
)
NUMBERS = st.one_of(st.booleans(), st.integers(), st.just(10**400), st.floats(), st.complex_numbers())
TRANSPARENT = st.recursive(
    st.one_of(st.none(), NUMBERS, st.text(max_size=60), ARRAYS),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.lists(NUMBERS, max_size=4),
        st.dictionaries(st.text(max_size=50), inner, max_size=3),
    ),
    max_leaves=8,
)
VALUES = st.one_of(TRANSPARENT, st.text().map(Opaque), st.tuples(TRANSPARENT, st.text().map(Opaque)))
AXES = st.one_of(st.just(""), st.just("query key"), st.text(alphabet="ab ;\n\x1b", max_size=12))


def assert_readable(found: Difference) -> None:
    assert found.kind is not DifferenceKind.SAME
    for text in (found.message, *found.details):
        assert text
        assert text.isprintable()
        assert len(text) <= 200
    if found.drawing is not None:
        assert_sound(found.drawing)


def assert_sound(drawing: Drawing) -> None:
    """Panels of one shape, a finite scale, wrong cells only in the first; and JSON can hold it."""
    yours, expected = drawing.panels
    assert -math.inf < drawing.low < drawing.high < math.inf
    assert len(yours.values) == len(yours.rows) == len(expected.rows)
    assert {len(row) for panel in drawing.panels for row in panel.values} == {len(yours.columns)}
    assert yours.wrong
    assert not expected.wrong
    assert all(0 <= i < len(yours.rows) and 0 <= j < len(yours.columns) for i, j in yours.wrong)
    again = Drawing.from_json(json.loads(json.dumps(drawing.to_json(), allow_nan=False)))
    assert repr(again) == repr(drawing)  # NaN is like no number, but reads the same


@settings(max_examples=400, deadline=None)
@given(VALUES, VALUES, AXES, st.booleans())
def test_no_pair_of_values_raises_and_every_message_is_one_readable_line(
    reference: Any, value: Any, axes: str, half: bool
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = compare(reference, value, axes=axes, half=half)
        assert (found is None) == (excess(reference, value, half=half) <= 1)
        assert same(reference, value, half=half) == (found is None)
        is_evidence(value)
    if found is not None:
        assert_readable(found)


@settings(max_examples=300, deadline=None)
@given(st.data(), AXES)
def test_no_pair_of_arrays_of_one_shape_raises(data: st.DataObject, axes: str) -> None:
    """Random pairs rarely share a shape; these do, so that every fact and picture is reached."""
    reference = data.draw(ARRAYS)
    value = data.draw(hnp.arrays(reference.dtype, reference.shape))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = compare(reference, value, axes=axes)
    if found is not None:
        assert_readable(found)


@settings(max_examples=200, deadline=None)
@given(TRANSPARENT)
def test_every_value_without_opaque_parts_equals_itself(value: Any) -> None:
    assert compare(value, value) is None
    assert excess(value, value) == 0


@given(VALUES, st.text())
def test_an_opaque_object_differs_from_everything(value: Any, kind: str) -> None:
    for pair in [(Opaque(kind), value), (value, Opaque(kind))]:
        assert differ(*pair).kind is DifferenceKind.WRONG_TYPE


@given(hnp.arrays(np.float64, (3, 4), elements=st.floats(-1e6, 1e6).map(lambda x: round(x, 6))))
def test_float32_inside_is_never_a_difference(reference: Any) -> None:
    assert excess(reference, reference.astype(np.float32)) < 0.1


def test_numbers_too_long_to_print_are_compared_exactly() -> None:
    assert compare(10**5000, 10**5000) is None
    assert message(10**5000, 3) == "result is 3, expected a number of 16610 bits"


def test_values_nested_beyond_reason_do_not_exhaust_the_stack() -> None:
    deep: Any = 1.0
    for _ in range(3000):
        deep = [deep, "x"]
    assert "nested too deeply" in message(deep, deep)
    assert not is_evidence([[[]]])
    plain: Any = 1.0
    for _ in range(3000):
        plain = [plain]
    assert differ(plain, plain).message


def test_whole_numbers_that_miss_by_a_trifle_are_not_called_shuffled() -> None:
    right = np.array([37000**3, 36999**3, 12345678901, 5], dtype=np.int64)
    told = message(right, right + np.array([1, 0, 0, 0]))
    assert "another order" not in told
    assert "50653000000001" in told.replace(",", "")


def test_values_far_off_do_not_blot_out_the_expected_ones() -> None:
    """The scale is then that of the expected values."""
    expected = np.array([[0.7, 0.2, 0.1], [0.1, 0.8, 0.1]])
    drawn = compare(expected, expected * [[90.0], [2.0]], axes="query key").drawing
    assert drawn is not None
    assert (drawn.low, drawn.high) == (0.0, 0.8)
