"""The numbers of the statement, against the reference of `low_rank_attention`."""

import numpy as np
import pytest

from tests.content.reference import reference

HALVES = np.array([[0.5, 0.5, 0, 0], [0, 0, 0.5, 0.5]])
QUERY, KEYS, VALUES = np.array([[1.0]]), np.array([[1.0], [3], [0], [2]]), np.array([[10.0], [30], [20], [40]])


def test_four_tokens_in_two_slots():
    module = reference("low_rank_attention")
    np.testing.assert_array_equal(HALVES @ KEYS, [[2], [1]])
    np.testing.assert_array_equal(HALVES @ VALUES, [[20], [30]])
    outputs, weights = module.low_rank_attention(QUERY, KEYS, VALUES, HALVES, HALVES)
    np.testing.assert_allclose(weights, [[0.7311, 0.2689]], atol=5e-5)
    np.testing.assert_allclose(outputs, [[22.6894]], atol=5e-5)
    effective = module.effective_weights(weights, HALVES)
    np.testing.assert_allclose(effective, [[0.3655, 0.3655, 0.1345, 0.1345]], atol=5e-5)
    np.testing.assert_allclose(effective @ VALUES, outputs)


def test_four_tokens_without_slots():
    same = np.eye(4)
    outputs, weights = reference("low_rank_attention").low_rank_attention(QUERY, KEYS, VALUES, same, same)
    np.testing.assert_allclose(weights, [[0.0871, 0.6439, 0.0321, 0.2369]], atol=5e-5)
    np.testing.assert_allclose(outputs, [[30.3054]], atol=5e-5)


def test_identity_gives_dense_attention():
    rng = np.random.RandomState(0)
    queries, keys, values = (rng.normal(size=(2, 7, width)) for width in (5, 5, 3))
    low_rank = reference("low_rank_attention").low_rank_attention(queries, keys, values, np.eye(7), np.eye(7))
    dense = reference("scaled_dot_product_attention").attention(queries, keys, values)
    for mine, theirs in zip(low_rank, dense, strict=True):
        np.testing.assert_allclose(mine, theirs, atol=1e-12)


def test_effective_weights_have_low_rank():
    rng = np.random.RandomState(0)
    module = reference("low_rank_attention")
    queries, keys, values = (rng.normal(size=(9, width)) for width in (5, 5, 3))
    for_keys, for_values = rng.normal(size=(2, 3, 9))
    _, weights = module.low_rank_attention(queries, keys, values, for_keys, for_values)
    assert np.linalg.matrix_rank(module.effective_weights(weights, for_values)) == 3


@pytest.mark.parametrize(
    ("length", "rank", "dense", "low"),
    [
        (512, 128, 33_554_432, 16_777_216),
        (512, 256, 33_554_432, 33_554_432),
        (4096, 128, 2_147_483_648, 134_217_728),
        (8192, 128, 8_589_934_592, 268_435_456),
    ],
)
def test_the_table_of_costs(length, rank, dense, low):
    module = reference("low_rank_attention")
    assert module.dense_multiplications(length, 64, 64) == dense
    assert module.low_rank_multiplications(length, rank, 64, 64) == low


def test_the_meeting_with_clerks():
    assert reference("low_rank_attention").dense_multiplications(500, 1, 0) == 250_000
    assert reference("low_rank_attention").low_rank_multiplications(500, 10, 1, 0) == 5_000 + 5_000


def test_the_formulas_count_what_the_code_does():
    counts = []

    def multiply(a, b):
        counts.append(a.shape[0] * a.shape[1] * b.shape[1])
        return a @ b

    module, rng = reference("low_rank_attention"), np.random.RandomState(0)
    queries, keys, values = (rng.normal(size=(11, width)) for width in (5, 5, 3))
    module.low_rank_attention(queries, keys, values, *rng.normal(size=(2, 4, 11)), None, multiply)
    assert sum(counts) == module.low_rank_multiplications(11, 4, 5, 3)
