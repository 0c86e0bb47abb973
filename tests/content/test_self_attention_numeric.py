"""The numbers of the sources and of the statement, against the reference of `self_attention_numeric`."""

import numpy as np
import pytest

from tests.content.reference import reference

X = np.array([[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]])
W_KEY = np.array([[0, 0, 1], [1, 1, 0], [0, 1, 0], [1, 1, 0]])
W_QUERY = np.array([[1, 0, 1], [1, 0, 0], [0, 0, 1], [0, 1, 1]])
W_VALUE = np.array([[0, 2, 0], [0, 3, 0], [1, 0, 3], [1, 1, 0]])
Q = np.array([[1, 0, 2], [2, 2, 2], [2, 1, 3]])
K = np.array([[0, 1, 1], [4, 4, 0], [2, 3, 1]])
V = np.array([[1, 2, 3], [2, 8, 0], [2, 6, 3]])
SCORES = np.array([[2, 4, 4], [4, 16, 12], [4, 12, 10]])
WEIGHTS = {
    False: [[0.063379, 0.468311, 0.468311], [0.000006, 0.982008, 0.017986], [0.000295, 0.880537, 0.119168]],
    True: [[0.136126, 0.431937, 0.431937], [0.000890, 0.908843, 0.090267], [0.007445, 0.754708, 0.237848]],
}
OUTPUTS = {
    False: [[1.936621, 6.683105, 1.595068], [1.999994, 7.963992, 0.053976], [1.999705, 7.759892, 0.358389]],
    True: [[1.863874, 6.319371, 1.704189], [1.999110, 7.814124, 0.273472], [1.992555, 7.479636, 0.735877]],
}


def test_queries_keys_and_values():
    for made, printed in zip(
        reference("self_attention_numeric").project(X, W_QUERY, W_KEY, W_VALUE), (Q, K, V), strict=True
    ):
        np.testing.assert_array_equal(made, printed)
    np.testing.assert_array_equal(W_QUERY[0] + W_QUERY[2], Q[0])


def test_scores():
    np.testing.assert_array_equal(reference("self_attention_numeric").attention_scores(Q, K), SCORES)


@pytest.mark.parametrize("scaled", [False, True])
def test_weights_and_outputs(scaled):
    impl = reference("self_attention_numeric")
    made, weights = impl.self_attention(X, W_QUERY, W_KEY, W_VALUE, scaled=scaled)
    np.testing.assert_allclose(weights, WEIGHTS[scaled], atol=5e-7)
    np.testing.assert_allclose(made, OUTPUTS[scaled], atol=5e-7)
    step_by_step = impl.outputs(impl.attention_weights(SCORES, 3 if scaled else None), V)
    np.testing.assert_allclose(step_by_step, OUTPUTS[scaled], atol=5e-7)


def test_contributions_to_the_first_output():
    impl = reference("self_attention_numeric")
    first = impl.contributions(impl.attention_weights(SCORES), V)[0]
    printed = [[0.063379, 0.126758, 0.190137], [0.936621, 3.746484, 0], [0.936621, 2.809863, 1.404932]]
    np.testing.assert_allclose(first, printed, atol=5e-7)
    np.testing.assert_allclose(first.sum(axis=0), OUTPUTS[False][0], atol=5e-7)


def test_rounded_weights_come_close():
    np.testing.assert_allclose(reference("self_attention_numeric").outputs(np.array([[0, 0.5, 0.5]]), V), [[2, 7, 1.5]])


@pytest.mark.parametrize("scaled", [False, True])
def test_outputs_lie_among_the_values(scaled):
    made, _ = reference("self_attention_numeric").self_attention(X, W_QUERY, W_KEY, W_VALUE, scaled=scaled)
    assert (V.min(axis=0) == [1, 2, 0]).all()
    assert (V.max(axis=0) == [2, 8, 3]).all()
    assert (made >= V.min(axis=0)).all()
    assert (made <= V.max(axis=0)).all()


def test_the_form_for_one_word_has_the_transposed_matrix():
    for i, word in enumerate(X):
        np.testing.assert_array_equal(W_QUERY.T @ word, Q[i])
