"""The numbers of the sources, against the reference of `one_hot`."""

import numpy as np

from tests.content.reference import reference

KING = [0.6, 0.1, 1.0, 0.9]
QUEEN = [0.3, 0.2, 0.9, 1.0]
PRINTED = np.array([[0.2, 0.9], [0.7, 0.0], [0.8, 0.3], [0.1, 0.4]])


def test_mat_cat_and_rat_have_the_printed_vectors():
    one_hot = reference("one_hot")
    words = one_hot.vocabulary(["mat cat rat"])
    assert words == ["mat", "cat", "rat"]
    np.testing.assert_array_equal(one_hot.one_hot(words, words), [[1, 0, 0], [0, 1, 0], [0, 0, 1]])


def test_the_printed_product_gives_the_printed_rows():
    rows = np.array([[1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]])
    found = reference("one_hot").lookup(rows, PRINTED)
    np.testing.assert_allclose(found, [[0.2, 0.9], [0.1, 0.4], [0.8, 0.3]], atol=1e-12)


def test_half_of_two_words_gives_the_average_of_their_rows():
    found = reference("one_hot").lookup(np.array([[0.5, 0.5, 0, 0]]), PRINTED)
    np.testing.assert_allclose(found, [[0.45, 0.45]], atol=1e-12)


def test_king_and_queen_have_the_dot_products_of_the_statement():
    vectors = np.array([KING, QUEEN])
    found = reference("one_hot").similarity(vectors, vectors)
    np.testing.assert_allclose(found, [[2.18, 2.00], [2.00, 1.94]], atol=1e-12)
    assert abs(found[0, 1] / np.sqrt(found[0, 0] * found[1, 1]) - 0.97) < 0.005


def test_different_words_have_similarity_zero():
    one_hot = reference("one_hot")
    rows = one_hot.one_hot(["king", "queen"], ["king", "queen"])
    np.testing.assert_array_equal(one_hot.similarity(rows, rows), np.eye(2))


def test_a_capital_letter_makes_no_new_word():
    assert reference("one_hot").vocabulary(["Show me", "show my"]) == ["show", "me", "my"]
