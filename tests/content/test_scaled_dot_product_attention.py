"""The numbers of the sources and of the statement, against the reference of `scaled_dot_product_attention`."""

import numpy as np

from tests.content.reference import reference

QUERIES = np.array([[2.0, 0, 2, 0], [0, 4, 0, 0]])
KEYS = np.array([[1.0, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]])
VALUES = np.array([[10.0, 0], [0, 10], [5, 5]])

# S3: the numeric example.
Q = np.array([[1.0, 0, 2], [2, 2, 2], [2, 1, 3]])
K = np.array([[0.0, 1, 1], [4, 4, 0], [2, 3, 1]])
V = np.array([[1.0, 2, 3], [2, 8, 0], [2, 6, 3]])


def attention(*args, **kwargs):
    return reference("scaled_dot_product_attention").attention(*args, **kwargs)


def test_the_worked_example_has_the_printed_scores_weights_and_outputs():
    np.testing.assert_array_equal(QUERIES @ KEYS.T, [[4, 0, 2], [0, 4, 4]])
    outputs, weights = attention(QUERIES, KEYS, VALUES)
    np.testing.assert_allclose(weights, [[0.6652, 0.0900, 0.2447], [0.0634, 0.4683, 0.4683]], atol=5e-5)
    np.testing.assert_allclose(outputs, [[7.8761, 2.1239], [2.9753, 7.0247]], atol=5e-5)


def test_hidden_keys_have_the_printed_weights_and_an_empty_row_is_zero():
    keep = np.array([[True, True, False], [False, False, False]])
    outputs, weights = attention(QUERIES, KEYS, VALUES, keep=keep)
    np.testing.assert_allclose(weights, [[0.8808, 0.1192, 0], [0, 0, 0]], atol=5e-5)
    np.testing.assert_allclose(outputs, [[8.8080, 1.1920], [0, 0]], atol=5e-5)


def test_the_numeric_example_of_s3_scaled():
    np.testing.assert_array_equal(Q @ K.T, [[2, 4, 4], [4, 16, 12], [4, 12, 10]])
    outputs, weights = attention(Q, K, V)
    printed = [[0.1361, 0.4319, 0.4319], [0.0009, 0.9088, 0.0903], [0.0074, 0.7547, 0.2378]]
    np.testing.assert_allclose(weights, printed, atol=5e-5)
    printed = [[1.863874, 6.319371, 1.704189], [1.999110, 7.814124, 0.273472], [1.992555, 7.479636, 0.735877]]
    np.testing.assert_allclose(outputs, printed, atol=5e-7)


def test_the_numeric_example_of_s3_without_the_division():
    outputs, _ = attention(Q * np.sqrt(3), K, V)
    np.testing.assert_allclose(outputs[0], [1.936621, 6.683105, 1.595068], atol=5e-7)


def test_six_words_of_512_numbers_give_six_by_six_weights():
    words = np.random.RandomState(0).normal(size=(6, 512))
    outputs, weights = attention(words, words, words)
    assert (weights.shape, outputs.shape) == ((6, 6), (6, 512))


def test_self_attention_is_equivariant_not_invariant():
    words = np.random.RandomState(0).normal(size=(6, 5))
    order = np.array([3, 1, 5, 0, 2, 4])
    outputs, _ = attention(words, words, words)
    shuffled, _ = attention(words[order], words[order], words[order])
    np.testing.assert_allclose(shuffled, outputs[order], atol=1e-12)
    assert not np.allclose(shuffled, outputs, atol=0.1)
