"""The patterns and numbers of the statement, against the reference of `sparse_attention`."""

import numpy as np
import pytest

from tests.content.reference import ROOT, reference

CHOSEN = np.array([[4, 6], [3, 7], [5, 7], [0, 6], [1, 7], [2, 0], [3, 1], [4, 2]])


def patterns(module):
    three = [module.window_pattern(8, 1), module.global_pattern(8, [0, 1]), module.random_pattern(8, CHOSEN)]
    return [*three, module.union(three)]


def compare(query, keys):
    return keys @ query / len(query) ** 0.5


def dense(queries, keys, values, keep):
    outputs, _ = reference("scaled_dot_product_attention").attention(queries, keys, values, keep)
    return outputs


def test_the_drawn_patterns_are_those_of_the_solution():
    module = reference("sparse_attention")
    statement = (ROOT / "exercises/5_beyond/01_sparse_attention/README.md").read_text(encoding="utf-8")
    for row in range(8):
        drawn = "    ".join(" ".join("#" if cell else "." for cell in p[row]) for p in patterns(module))
        assert f"\n{drawn}\n" in statement


def test_pairs_of_the_drawn_patterns():
    assert [int(pattern.sum()) for pattern in patterns(reference("sparse_attention"))] == [22, 28, 16, 52]


@pytest.mark.parametrize(
    ("length", "pairs"),
    [
        (8, (64, 22, 28, 44)),
        (64, (4096, 190, 252, 436)),
        (512, (262_144, 1534, 2044, 3572)),
        (4096, (16_777_216, 12_286, 16_380, 28_660)),
    ],
)
def test_the_table_of_costs(length, pairs):
    module = reference("sparse_attention")
    window, of_all = module.window_pattern(length, 1), module.global_pattern(length, [0, 1])
    both = module.union([window, of_all])
    found = length**2, *(module.multiplications(pattern, 1, 0) for pattern in (window, of_all, both))
    assert found == pairs
    assert pairs[3] <= length * 3 + 2 * 2 * length


def test_how_many_times_more_pairs_dense_attention_has():
    assert round(16_777_216 / 28_660) == 585


def test_one_query_and_three_tokens():
    attend = reference("sparse_attention").sparse_attention
    query, keys, values = np.array([[1.0]]), np.array([[1.0], [2], [3]]), np.array([[10.0], [20], [30]])
    keep = np.array([[False, True, True]])
    assert f"{attend(query, keys, values, keep, compare).item():.4f}" == "27.3106"
    assert f"{dense(query, keys, values, keep).item():.4f}" == "27.3106"
    assert f"{attend(query, keys, values, keep | True, compare).item():.4f}" == "25.7521"


@pytest.mark.parametrize("seed", range(3))
def test_sparse_attention_is_dense_attention_under_the_same_mask(seed):
    rng = np.random.RandomState(seed)
    module = reference("sparse_attention")
    queries, keys, values = (rng.normal(size=(8, width)) for width in (5, 5, 3))
    for keep in patterns(module):
        sparse = module.sparse_attention(queries, keys, values, keep, compare)
        np.testing.assert_allclose(sparse, dense(queries, keys, values, keep), atol=1e-12)


def test_through_a_global_token_everything_is_two_layers_away():
    module = reference("sparse_attention")
    keep = module.global_pattern(9, [4]).astype(int)
    assert (keep @ keep > 0).all()
