"""The numbers of the sources and of the statement, against the reference of `attention_as_lookup`."""

import numpy as np
import pytest

from tests.content.reference import reference

SENTENCE = "check the program log and find out whether it ran".split()  # noqa: SIM905 - as it is read
VOCABULARY = sorted({*SENTENCE, "battery", "down", "please"})
MASK = [0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]
CONTEXT = [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]
KEYWORDS = ["beach", "boat", "dog", "tree"]
PICTURES = [["beach", "tree", "boat"], ["beach", "dog", "tree"], ["dog"]]
DOGS_ON_THE_BEACH = np.array([1.0, 0, 1, 0])


def pictures():
    return reference("attention_as_lookup").stack_keys(PICTURES, KEYWORDS)


def masks():
    lists = [["battery", "program"] if word == "ran" else ["the"] for word in VOCABULARY]
    return reference("attention_as_lookup").stack_keys(lists, VOCABULARY)


def test_the_query_ran_pulls_out_row_10_battery_and_program():
    query = np.eye(13)[[10]]
    assert VOCABULARY[10] == "ran"
    np.testing.assert_array_equal(reference("attention_as_lookup").pull_masks(query, masks()), [MASK])


def test_only_program_gets_a_score_and_is_the_context():
    module = reference("attention_as_lookup")
    tokens = module.stack_keys([[word] for word in SENTENCE], VOCABULARY)
    scores, context = module.context_vector(np.array(MASK), tokens)
    np.testing.assert_array_equal(scores, [0, 0, 1, 0, 0, 0, 0, 0, 0, 0])
    np.testing.assert_array_equal(context, CONTEXT)


def test_keywords_become_the_printed_rows():
    np.testing.assert_array_equal(pictures(), [[1, 1, 0, 1], [1, 0, 1, 1], [0, 0, 1, 0]])


def test_the_three_pictures_match_by_a_half_one_and_a_half():
    module = reference("attention_as_lookup")
    matches = module.match(DOGS_ON_THE_BEACH, pictures())
    np.testing.assert_array_equal(matches, [0.5, 1.0, 0.5])
    np.testing.assert_array_equal(module.ranked(matches), [1, 0, 2])


def test_a_hard_lookup_of_dogs_on_the_beach_finds_nothing():
    with pytest.raises(KeyError):
        reference("attention_as_lookup").hard_lookup(DOGS_ON_THE_BEACH, pictures(), np.eye(3))


def test_a_soft_lookup_weighs_the_pictures_by_a_quarter_a_half_and_a_quarter():
    values = np.array([[8.0], [4.0], [0.0]])
    weights, answer = reference("attention_as_lookup").soft_lookup(DOGS_ON_THE_BEACH, pictures(), values)
    np.testing.assert_array_equal(weights, [0.25, 0.5, 0.25])
    np.testing.assert_array_equal(answer, [4.0])


def test_with_one_hot_keys_soft_and_hard_lookup_agree():
    module = reference("attention_as_lookup")
    keys, values = np.eye(4), np.arange(8.0).reshape(4, 2)
    for query in keys:
        np.testing.assert_array_equal(
            module.soft_lookup(query, keys, values)[1], module.hard_lookup(query, keys, values)
        )


def test_by_the_share_of_its_own_keywords_picture_2_would_win():
    keys = pictures()
    shares = keys @ DOGS_ON_THE_BEACH / keys.sum(axis=1)
    assert shares.argmax() == 2
    assert shares[2] == 1


def test_picking_a_row_is_comparing_with_every_column():
    query, keys = np.eye(13)[10], masks()
    pulled = reference("attention_as_lookup").pull_masks(query[None], keys)
    np.testing.assert_array_equal(pulled[0], [query @ column for column in keys.T])
