import numpy as np

from grader.checks import check


@check("with d_model 6, position 0 is 0 1 0 1 0 1 and position 1 follows the worked numbers", axes="position feature")
def worked_rows(impl, rng):
    return impl.positional_encoding(2, 6)


@check("down the table every pair of columns swings at its own speed", axes="position feature")
def every_pair_its_speed(impl, rng):
    return impl.positional_encoding(37, 10)


@check("an odd d_model ends with a sine that has no cosine", axes="position feature")
def odd_width(impl, rng):
    return impl.positional_encoding(11, 7)


@check("a position has the same code in a short table and in a long one", axes="position feature; position feature")
def same_code_in_any_length(impl, rng):
    length = rng.randint(5, 9)
    return impl.positional_encoding(length, 8), impl.positional_encoding(23, 8)[:length]


@check(
    "CAT at position 1 and CAT at position 5 get different inputs; embeddings and table stay as they were",
    axes="position feature; position feature; position feature",
)
def same_word_two_places(impl, rng):
    embeddings, table = 700 * rng.normal(size=(6, 5)), 700 * rng.normal(size=(9, 5))
    embeddings[1] = embeddings[5] = [171.411, 3276.350, 9192.819, 3633.421, 8390.473]
    table[1, :4] = [1664.068, 8080.133, 2620.399, 9386.405]
    table[5, :4] = [1281.458, 7902.890, 912.970, 1659.217]
    return impl.add_positions(embeddings, table), embeddings, table


@check(
    "in a batch every sentence starts again at row 0 of the table, and the embeddings stay as they were",
    axes="batch position feature; batch position feature",
)
def batch_of_sentences(impl, rng):
    embeddings = rng.normal(size=(3, 5, 7))
    return impl.add_positions(embeddings, 2 * rng.normal(size=(16, 7))), embeddings


@check("the shift matrix turns each pair of columns by its own angle", axes="row column")
def turns_each_pair(impl, rng):
    return impl.shift_matrix(3, 6)


@check("for an odd d_model the last entry of the shift matrix is what is left of its pair", axes="row column")
def odd_shift(impl, rng):
    # 300 steps turn the last, slow pair far enough to see its cosine
    return impl.shift_matrix(300, 3)


@check(
    "rows 0 and 1 times the shift matrix are rows k and k + 1; a shift by 2 and one by k make one by k + 2",
    axes="position feature; row column; row column",
    follows="turns_each_pair",
)
def shift_moves_the_rows(impl, rng):
    k = int(rng.randint(3, 9))
    rows = np.array([[0, 1, 0, 1, 0, 1], [0.841471, 0.540302, 0.046399, 0.998923, 0.002154, 0.999998]])
    two, moved = np.asarray(impl.shift_matrix(2, 6)), np.asarray(impl.shift_matrix(k, 6))
    return rows @ moved, two @ moved, impl.shift_matrix(k + 2, 6)


@check("the four-bit table of the statement, from 0 to 15", axes="position bit")
def four_bits(impl, rng):
    return impl.binary_code(16, 4)


@check("counting has distances that grow without end", axes="position position")
def distances_of_counting(impl, rng):
    return impl.code_distances(np.arange(0.0, 6.0)[:, None])


@check("the distance of two codes is the length of their difference", axes="position position")
def distances_of_vectors(impl, rng):
    return impl.code_distances(rng.normal(size=(5, 7)))
