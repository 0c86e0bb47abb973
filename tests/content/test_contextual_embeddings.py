"""The numbers of the sources and of the statement, against the reference of `contextual_embeddings`."""

import numpy as np

from tests.content.reference import reference

MONEY_BANK_GROWS = np.array([[0.7, 0.2, 0.1], [0.25, 0.7, 0.05], [0.1, 0.2, 0.7]])
RIVER_BANK_FLOWS = np.array([[0.8, 0.15, 0.05], [0.2, 0.78, 0.02], [0.4, 0.01, 0.59]])
FINANCE = np.array([[2.0, 0.0], [1.0, 1.0], [1.0, 0.0]])  # money, bank, grows: [finance, nature]
NATURE = np.array([[0.0, 2.0], [1.0, 1.0], [0.0, 1.0]])  # river, bank, flows
KING_QUEEN = np.array([[0.6, 0.1, 1.0, 0.9], [0.3, 0.2, 0.9, 1.0]])
LEAK = np.array([[0.8, 0.1, 0.1], [0.15, 0.75, 0.1], [0.1, 0.2, 0.7]])
CAT = np.array(
    [
        [0.268, 0.119, 0.134, 0.148, 0.179, 0.152],
        [0.124, 0.278, 0.201, 0.128, 0.154, 0.115],
        [0.147, 0.132, 0.262, 0.097, 0.218, 0.145],
        [0.210, 0.128, 0.206, 0.212, 0.119, 0.125],
        [0.146, 0.158, 0.152, 0.143, 0.227, 0.174],
        [0.195, 0.114, 0.203, 0.103, 0.157, 0.229],
    ]
)


def test_apple_is_nine_parts_fruit_and_one_part_technology():
    apple = reference("contextual_embeddings").static_embedding(np.eye(2), np.array([9000, 1000]))
    np.testing.assert_allclose(apple, [0.9, 0.1])


def test_the_printed_recipes_add_up_to_one():
    for rows in (MONEY_BANK_GROWS, RIVER_BANK_FLOWS, LEAK, [[0.2, 0.7, 0.1], [0.5, 0.4, 0.1]]):
        np.testing.assert_allclose(np.sum(rows, axis=1), 1)


def test_bank_gets_one_vector_in_each_sentence():
    impl = reference("contextual_embeddings")
    np.testing.assert_allclose(impl.mix(MONEY_BANK_GROWS, FINANCE)[1], [1.25, 0.7])
    np.testing.assert_allclose(impl.mix(RIVER_BANK_FLOWS, NATURE)[1], [0.78, 1.2])


def test_dot_products_as_weights_are_no_average():
    scores = FINANCE @ FINANCE.T
    np.testing.assert_allclose(scores[1], [2, 2, 1])
    np.testing.assert_allclose(reference("contextual_embeddings").mix(scores, FINANCE)[1], [7, 2])


def test_softmax_of_the_dot_products_of_bank():
    impl = reference("contextual_embeddings")
    for sentence, new in ((FINANCE, [1.4223, 0.4223]), (NATURE, [0.4223, 1.4223])):
        np.testing.assert_allclose(sentence @ sentence[1], [2, 2, 1])
        np.testing.assert_allclose(impl.similarity_weights(sentence)[1], [0.4223, 0.4223, 0.1554], atol=5e-5)
        np.testing.assert_allclose(impl.contextual_embeddings(sentence)[1], new, atol=5e-5)
        scaled = impl.similarity_weights(sentence, scaled=True)[1]
        np.testing.assert_allclose(scaled, [0.4011, 0.4011, 0.1978], atol=5e-5)


def test_king_and_queen():
    np.testing.assert_allclose(KING_QUEEN @ KING_QUEEN.T, [[2.18, 2.00], [2.00, 1.94]])
    queen = reference("contextual_embeddings").similarity_weights(KING_QUEEN)[1]
    np.testing.assert_allclose(queen, [0.5150, 0.4850], atol=5e-5)


def test_the_table_of_the_cat_times_the_first_number_of_each_embedding():
    first = np.array([[952.207], [171.411], [621.659], [776.562], [6422.693], [171.411]])
    printed = [1649.539, 1398.886, 1825.804, 1300.324, 1859.423, 1459.020]
    np.testing.assert_allclose(reference("contextual_embeddings").mix(CAT, first)[:, 0], printed, atol=5e-4)


def test_the_table_of_the_cat_is_an_illustration():
    """Two rows add up to 1.001; symmetric scores would make the two ways round three words equal."""
    np.testing.assert_allclose(CAT.sum(axis=1), [1, 1, 1.001, 1, 1, 1.001])
    assert list(CAT.argmax(axis=1)) == [0, 1, 2, 3, 4, 5]
    np.testing.assert_allclose(CAT[0, 1] * CAT[1, 2] * CAT[2, 0], 0.0035, atol=5e-5)
    np.testing.assert_allclose(CAT[0, 2] * CAT[2, 1] * CAT[1, 0], 0.0022, atol=5e-5)
    weights = reference("contextual_embeddings").similarity_weights(np.random.RandomState(0).normal(size=(6, 4)))
    around, back = weights[0, 1] * weights[1, 2] * weights[2, 0], weights[0, 2] * weights[2, 1] * weights[1, 0]
    np.testing.assert_allclose(around, back)


def test_shuffled_words_keep_their_vectors():
    impl = reference("contextual_embeddings")
    nithish_killed_lion = np.random.RandomState(0).normal(size=(3, 4))
    forwards, backwards = (
        impl.contextual_embeddings(nithish_killed_lion),
        impl.contextual_embeddings(nithish_killed_lion[::-1]),
    )
    np.testing.assert_allclose(forwards, backwards[::-1])
    assert not np.allclose(forwards, backwards)


def test_the_data_leak():
    leak = reference("contextual_embeddings").weight_on_later_words(LEAK)
    np.testing.assert_allclose(leak, [0.2, 0.1, 0.0])
