"""The numbers of the statement, against the reference of `score_functions`."""

import numpy as np

from tests.content.reference import reference

S = np.ones((1, 4))
H = np.array([[2, 2, 2, 2], [8, 0, 0, 0], [0, 0, 0, 3], [2, 2, 0, 0], [1, -1, 1, -1], [-1, -1, -1, -1]], float)


def test_dot_scaled_and_cosine_of_the_six_source_vectors():
    impl = reference("score_functions")
    np.testing.assert_allclose(impl.dot(S, H), [[8, 8, 3, 4, 0, -4]])
    np.testing.assert_allclose(impl.scaled_dot(S, H), [[4, 4, 1.5, 2, 0, -2]])
    np.testing.assert_allclose(impl.cosine(S, H), [[1, 0.5, 0.5, 0.7071, 0, -1]], atol=5e-5)


def test_general_joins_widths_two_and_three():
    w_a = np.array([[1, 0, 1], [0, 1, 0]])
    s = np.array([[1, 2]])
    np.testing.assert_allclose(s @ w_a, [[1, 2, 1]])
    assert reference("score_functions").general(s, np.array([[3, 1, 2]]), w_a) == 7


def test_general_with_the_identity_is_the_dot_product():
    impl = reference("score_functions")
    np.testing.assert_allclose(impl.general(S, H, np.eye(4)), impl.dot(S, H))


def test_additive_adds_a_row_for_s_and_a_row_for_h():
    w_a = np.array([[0.5, 0.2], [0.1, 0.3], [0.4, 0.7], [0.0, 0.8]])
    s, h, v_a = np.array([[1.0, 0.0]]), np.array([[0.0, 1.0]]), np.array([1.0, 2.0])
    np.testing.assert_allclose(w_a[0] + w_a[3], [0.5, 1.0])
    np.testing.assert_allclose(np.tanh([0.5, 1.0]), [0.4621, 0.7616], atol=5e-5)
    np.testing.assert_allclose(reference("score_functions").additive(s, h, w_a, v_a), [[1.9853]], atol=5e-5)


def test_location_of_one_two_three():
    np.testing.assert_allclose(np.exp([1, 2, 3]), [2.7183, 7.3891, 20.0855], atol=5e-5)
    np.testing.assert_allclose(np.exp([1, 2, 3]).sum(), 30.1929, atol=5e-5)
    weights = reference("score_functions").location(np.array([[1, 1]]), np.array([[1, 0, 2], [0, 2, 1]]))
    np.testing.assert_allclose(weights, [[0.0900, 0.2447, 0.6652]], atol=5e-5)


def test_without_tanh_every_target_ranks_the_sources_alike():
    """The statement says so: what is left of the score is a number for s plus a number for h."""
    rng = np.random.RandomState(0)
    w_a, v_a, s, h = rng.normal(size=(7, 5)), rng.normal(size=5), rng.normal(size=(6, 4)), rng.normal(size=(9, 3))
    linear = (s @ w_a[:4] @ v_a)[:, None] + (h @ w_a[4:] @ v_a)[None, :]
    assert len({tuple(order) for order in np.argsort(linear, axis=1)}) == 1
    with_tanh = reference("score_functions").additive(s, h, w_a, v_a)
    assert len({tuple(order) for order in np.argsort(with_tanh, axis=1)}) > 1
