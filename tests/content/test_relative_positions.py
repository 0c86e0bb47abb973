"""The numbers of the statement, against the reference of `relative_positions`."""

import numpy as np

from tests.content.reference import ROOT, reference

KEY_TABLE, VALUE_TABLE = np.array([[1.0], [0], [2]]), np.array([[-1.0], [0], [1]])
KEYS, VALUES = np.zeros((3, 1)), np.array([[10.0], [20], [30]])


def test_the_printed_distances_and_rows():
    rows = reference("relative_positions").relative_index(6, 2)
    statement = (ROOT / "exercises/5_beyond/03_relative_positions/README.md").read_text(encoding="utf-8")
    for row in rows:
        distances = "  ".join(f"{number - 2:2d}" for number in row)
        assert f"    {distances}\n" in statement
        assert f"\n{'  '.join(map(str, row))}\n" in statement


def test_three_words():
    module = reference("relative_positions")
    scores = module.relative_scores(np.ones((3, 1)), KEYS, KEY_TABLE, module.relative_index(3, 1))
    np.testing.assert_array_equal(scores, [[0, 2, 2], [1, 0, 2], [1, 1, 0]])
    outputs, weights = module.relative_attention(np.ones((3, 1)), KEYS, VALUES, KEY_TABLE, VALUE_TABLE)
    printed = [[0.0634, 0.4683, 0.4683], [0.2447, 0.0900, 0.6652], [0.4223, 0.4223, 0.1554]]
    np.testing.assert_allclose(weights, printed, atol=5e-5)
    np.testing.assert_allclose(outputs[:, 0], [24.9859, 24.6256, 16.4858], atol=5e-5)
    assert f"{0.0634 * 10 + 0.4683 * 21 + 0.4683 * 31:.2f}" == "24.99"


def test_three_words_that_ask_the_opposite():
    module = reference("relative_positions")
    outputs, weights = module.relative_attention(-np.ones((3, 1)), KEYS, VALUES, KEY_TABLE, VALUE_TABLE)
    printed = [[0.7870, 0.1065, 0.1065], [0.2447, 0.6652, 0.0900], [0.2119, 0.2119, 0.5761]]
    np.testing.assert_allclose(weights, printed, atol=5e-5)
    np.testing.assert_allclose(outputs[:, 0], [13.4082, 18.2983, 23.2179], atol=5e-5)


def test_numbers_to_learn():
    assert reference("relative_positions").relative_index(99, 16).max() + 1 == 33
    assert 2 * 33 * 64 == 4224


def test_zero_tables_give_attention_without_positions():
    rng = np.random.RandomState(0)
    parts = queries, keys, values = [rng.normal(size=(7, width)) for width in (5, 5, 3)]
    module = reference("relative_positions")
    outputs, weights = module.relative_attention(*parts, np.zeros((5, 5)), np.zeros((5, 3)))
    dense = reference("scaled_dot_product_attention").attention(queries, keys, values)
    np.testing.assert_allclose(outputs, dense[0], atol=1e-12)
    np.testing.assert_allclose(weights, dense[1], atol=1e-12)
    shuffled, _ = module.relative_attention(*(part[::-1] for part in parts), np.zeros((5, 5)), np.zeros((5, 3)))
    np.testing.assert_allclose(shuffled[::-1], outputs, atol=1e-12)


def test_a_moved_sentence_gives_the_same_outputs():
    rng = np.random.RandomState(1)
    words = [rng.normal(size=(4, width)) for width in (5, 5, 3)]
    tables = rng.normal(size=(5, 5)), rng.normal(size=(5, 3))
    attend = reference("relative_positions").relative_attention
    here, _ = attend(*words, *tables)
    moved = [np.concatenate([rng.normal(size=(3, part.shape[1])), part]) for part in words]
    there, _ = attend(*moved, *tables, np.arange(7) >= 3)
    np.testing.assert_allclose(there[3:], here, atol=1e-12)
