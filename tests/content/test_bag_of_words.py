"""The numbers of the sources and of the statement, against the reference of `bag_of_words`."""

import numpy as np

from tests.content.reference import reference

TEXTS = ["the cat sat on the mat", "the cat ran", "the dog sat"]
WORDS = ["the", "cat", "sat", "on", "mat", "ran", "dog"]
COUNTS = np.array([[2, 1, 1, 1, 1, 0, 0], [1, 1, 0, 0, 0, 1, 0], [1, 0, 1, 0, 0, 0, 1]])
LION = ["nithish killed lion", "lion killed nithish"]
LION_WORDS = ["nithish", "killed", "lion"]


def test_unigrams_of_the_three_texts():
    np.testing.assert_array_equal(reference("bag_of_words").unigram_counts(TEXTS, WORDS), COUNTS)


def test_unigrams_cannot_tell_who_killed_whom():
    first, second = reference("bag_of_words").unigram_counts(LION, LION_WORDS)
    np.testing.assert_array_equal(first, second)


def test_bigrams_tell_who_killed_whom():
    first, second = reference("bag_of_words").bigram_counts(LION, LION_WORDS)
    np.testing.assert_array_equal(first, [[0, 1, 0], [0, 0, 1], [0, 0, 0]])
    np.testing.assert_array_equal(second, [[0, 0, 0], [1, 0, 0], [0, 1, 0]])


def test_the_first_text_has_the_five_bigrams_of_the_statement():
    table = reference("bag_of_words").bigram_counts(TEXTS[:1], WORDS)[0]
    pairs = {(WORDS[i], WORDS[j]): table[i, j] for i, j in zip(*np.nonzero(table), strict=True)}
    assert pairs == dict.fromkeys([("the", "cat"), ("cat", "sat"), ("sat", "on"), ("on", "the"), ("the", "mat")], 1)


def test_idf_of_the_three_texts():
    expected = [0, 0.4055, 0.4055, 1.0986, 1.0986, 1.0986, 1.0986]
    np.testing.assert_allclose(reference("bag_of_words").idf(COUNTS), expected, atol=5e-5)


def test_tf_idf_of_the_three_texts():
    expected = [
        [0, 0.0676, 0.0676, 0.1831, 0.1831, 0, 0],
        [0, 0.1352, 0, 0, 0, 0.3662, 0],
        [0, 0, 0.1352, 0, 0, 0, 0.3662],
    ]
    bags = reference("bag_of_words")
    np.testing.assert_allclose(bags.tf_idf(COUNTS, bags.idf(COUNTS)), expected, atol=5e-5)
