"""The numbers of the sources, against the reference of `markov`."""

import numpy as np

from tests.content.reference import reference

SEVEN = ["directories", "files", "me", "my", "photos", "please", "show"]
EIGHT = ["battery", "check", "down", "please", "program", "ran", "the", "whether"]
ORDERS = [f"show me my {word} please" for word in ["directories"] * 2 + ["files"] * 3 + ["photos"] * 5]
RAN = ["check whether the battery ran down please"] * 2 + ["check whether the program ran please"] * 3
PAIRS = {
    "battery ran": [0, 0, 1, 0, 0, 0, 0, 0],
    "check whether": [0, 0, 0, 0, 0, 0, 1, 0],
    "program ran": [0, 0, 0, 1, 0, 0, 0, 0],
    "the battery": [0, 0, 0, 0, 0, 1, 0, 0],
    "the program": [0, 0, 0, 0, 0, 1, 0, 0],
    "ran down": [0, 0, 0, 1, 0, 0, 0, 0],
    "whether the": [0.4, 0, 0, 0, 0.6, 0, 0, 0],
}


def test_the_orders_give_the_printed_matrix_of_seven_words():
    printed = [
        [0, 0, 0, 0, 0, 1, 0],
        [0, 0, 0, 0, 0, 1, 0],
        [0, 0, 0, 1, 0, 0, 0],
        [0.2, 0.3, 0, 0, 0.5, 0, 0],
        [0, 0, 0, 0, 0, 1, 0],
        [0, 0, 0, 0, 0, 0, 0],
        [0, 0, 1, 0, 0, 0, 0],
    ]
    np.testing.assert_allclose(reference("markov").transition_matrix(ORDERS, SEVEN), printed, atol=1e-12)


def test_the_word_after_my_has_the_printed_distribution():
    markov = reference("markov")
    found = markov.next_word(markov.transition_matrix(ORDERS, SEVEN), "show me my", SEVEN)
    np.testing.assert_allclose(found, [0.2, 0.3, 0, 0, 0.5, 0, 0], atol=1e-12)


def test_battery_and_program_give_the_printed_matrix_of_eight_words():
    printed = [
        [0, 0, 0, 0, 0, 1, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 1],
        [0, 0, 0, 1, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 1, 0, 0],
        [0, 0, 0.4, 0.6, 0, 0, 0, 0],
        [0.4, 0, 0, 0, 0.6, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 1, 0],
    ]
    np.testing.assert_allclose(reference("markov").transition_matrix(RAN, EIGHT), printed, atol=1e-12)


def test_seven_pairs_have_the_printed_rows_and_the_other_57_are_zeros():
    markov = reference("markov")
    matrix = markov.second_order_matrix(RAN, EIGHT)
    for pair, row in PAIRS.items():
        np.testing.assert_allclose(markov.next_word(matrix, pair, EIGHT), row, atol=1e-12)
    assert np.count_nonzero(matrix.sum(axis=-1)) == len(PAIRS)
    assert np.count_nonzero(matrix.sum(axis=-1) == 0) == 57


def test_two_words_remove_the_doubt_after_ran():
    markov = reference("markov")
    text = "check whether the program ran"
    first = markov.next_word(markov.transition_matrix(RAN, EIGHT), text, EIGHT)
    second = markov.next_word(markov.second_order_matrix(RAN, EIGHT), text, EIGHT)
    np.testing.assert_allclose(first, [0, 0, 0.4, 0.6, 0, 0, 0, 0], atol=1e-12)
    np.testing.assert_allclose(second, [0, 0, 0, 1, 0, 0, 0, 0], atol=1e-12)
