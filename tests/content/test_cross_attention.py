"""The numbers of the sources and of the statement, against the reference of `cross_attention`."""

import numpy as np

from tests.content.reference import reference

# mujhe, aaiskreem, khaana, pasand, hai; I, like, eating, ice-cream.
TARGET = np.array([[[4.0, 0, 0, 0], [0, 0, 0, 4], [0, 0, 4, 0], [0, 4, 0, 0], [0, 4, 2, 0]]])
SOURCE = np.eye(4)[None]
SAME = np.eye(4)
W_V = np.array([[10.0, 0], [0, 10], [0, 0], [10, 10]])


def cross_attention(*args):
    return reference("cross_attention").cross_attention(*args)


def test_the_worked_example_has_the_printed_weights_and_outputs():
    outputs, weights = cross_attention(TARGET, SOURCE, SAME, SAME, W_V)
    printed = [
        [0.7112, 0.0963, 0.0963, 0.0963],
        [0.0963, 0.0963, 0.0963, 0.7112],
        [0.0963, 0.0963, 0.7112, 0.0963],
        [0.0963, 0.7112, 0.0963, 0.0963],
        [0.0826, 0.6103, 0.2245, 0.0826],
    ]
    np.testing.assert_allclose(weights[0], printed, atol=5e-5)
    printed = [[8.0749, 1.9251], [8.0749, 8.0749], [1.9251, 1.9251], [1.9251, 8.0749], [1.6519, 6.9289]]
    np.testing.assert_allclose(outputs[0], printed, atol=5e-5)
    np.testing.assert_allclose(7.389 / (7.389 + 3), 0.7112, atol=5e-5)


def test_four_source_words_and_five_target_words_give_five_outputs():
    outputs, weights = cross_attention(TARGET, SOURCE, SAME, SAME, W_V)
    assert outputs.shape == (1, 5, 2)
    assert weights.shape == (1, 5, 4)


def test_the_alignment_is_the_printed_one():
    _, weights = cross_attention(TARGET, SOURCE, SAME, SAME, W_V)
    assert reference("cross_attention").alignment(weights).tolist() == [[0, 3, 2, 1, 1]]


def test_padding_of_zeros_takes_its_share_unless_it_is_hidden():
    padded = np.concatenate([SOURCE, np.zeros((1, 2, 4))], axis=1)
    _, seen = cross_attention(TARGET, padded, SAME, SAME, W_V)
    np.testing.assert_allclose(seen[0, 0], [0.5964, 0.0807, 0.0807, 0.0807, 0.0807, 0.0807], atol=5e-5)
    _, hidden = cross_attention(TARGET, padded, SAME, SAME, W_V, np.arange(6)[None] < 4)
    np.testing.assert_allclose(hidden[0, 0], [0.7112, 0.0963, 0.0963, 0.0963, 0, 0], atol=5e-5)


def test_the_first_query_attends_to_every_source_word():
    """S4 says: only to the first. It does not."""
    rng = np.random.RandomState(0)
    _, weights = cross_attention(rng.uniform(size=(1, 3, 4)), rng.uniform(size=(1, 5, 4)), SAME, SAME, W_V)
    assert (weights[0, 0] > 0.01).all()


def test_rows_of_vectors_times_matrices_are_s3s_columns():
    """q = Qz, k = Kh, v = Vh with columns is z W_q, h W_k, h W_v with rows, W being the matrix turned."""
    rng = np.random.RandomState(1)
    z, h = rng.normal(size=(3, 4)), rng.normal(size=(5, 4))
    q, k, v = rng.normal(size=(3, 6, 4))
    outputs, _ = cross_attention(z[None], h[None], q.T, k.T, v.T)
    for i, zi in enumerate(z):
        scores = np.array([(q @ zi) @ (k @ hj) for hj in h]) / np.sqrt(6)
        weights = np.exp(scores) / np.exp(scores).sum()
        np.testing.assert_allclose(outputs[0, i], sum(w * (v @ hj) for w, hj in zip(weights, h, strict=True)))
