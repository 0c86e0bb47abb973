"""The numbers of the sources and of the statement, against the reference of `skips_and_masks`."""

import numpy as np

from tests.content.reference import reference

PROGRAM = "check the program log and find out whether it ran please".split()  # noqa: SIM905 - as it is read
BATTERY = "check the battery log and find out whether it ran down please".split()  # noqa: SIM905
VOCABULARY = sorted({*PROGRAM, *BATTERY})
ACTIVITIES = [1, 0, 1, 0, 1, 1, 1, 1, 0, 1, 0, 1, 1]
MASK = [0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]
MASKED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]
DOWN = [0.5, 1, 0.5, 0, 0.5, 0.5, 0.5, 0.5, 0, 0, 0, 0.5, 0.5]
PLEASE = [0.5, 0, 0.5, 0, 0.5, 0.5, 0.5, 0.5, 0, 1, 0, 0.5, 0.5]


def table():
    return reference("skips_and_masks").skip_transitions([PROGRAM, BATTERY], VOCABULARY, "ran")


def of(vector, word):
    return vector[VOCABULARY.index(word)]


def test_the_vocabulary_has_the_13_printed_words():
    words = "and, battery, check, down, find, it, log, out, please, program, ran, the, whether"
    assert ", ".join(VOCABULARY) == words


def test_the_printed_table_is_learned_and_has_only_two_columns():
    expected = np.zeros((13, 13))
    expected[:, VOCABULARY.index("down")] = DOWN
    expected[:, VOCABULARY.index("please")] = PLEASE
    np.testing.assert_array_equal(table(), expected)


def test_the_printed_activities_mask_and_masked_activities():
    module = reference("skips_and_masks")
    activities = module.feature_activities(PROGRAM[:-1], VOCABULARY)
    keep = module.informative(table(), 0.5)
    np.testing.assert_array_equal(activities, ACTIVITIES)
    assert activities.sum() == 9
    assert keep.astype(int).tolist() == MASK
    np.testing.assert_array_equal(module.masked_activities(activities, keep), MASKED)


def test_program_votes_down_4_please_5_and_masked_please_1():
    module = reference("skips_and_masks")
    unmasked, masked = module.votes(np.array(ACTIVITIES), table()), module.votes(np.array(MASKED), table())
    assert (of(unmasked, "down"), of(unmasked, "please")) == (4, 5)
    assert unmasked.sum() == 9
    assert (of(masked, "down"), of(masked, "please"), masked.sum()) == (0, 1, 1)


def test_battery_votes_down_5_please_4_and_masked_down_1():
    module = reference("skips_and_masks")
    activities = module.feature_activities(BATTERY[:-2], VOCABULARY)
    unmasked = module.votes(activities, table())
    masked = module.votes(module.masked_activities(activities, np.array(MASK)), table())
    assert (of(unmasked, "down"), of(unmasked, "please")) == (5, 4)
    assert (of(masked, "down"), of(masked, "please")) == (1, 0)


def test_rows_of_higher_orders():
    rows = reference("skips_and_masks").table_rows
    assert (rows(13, 1), rows(13, 2), rows(13, 8), rows(13, 9)) == (13, 169, 815_730_721, 10_604_499_373)
    assert len(str(rows(37_000, 9))) == 42
    assert rows(37_000, 9).bit_length() == 137


def test_from_program_to_ran_are_eight_words():
    assert PROGRAM.index("ran") - PROGRAM.index("program") + 1 == 8
