import numpy as np

from grader.checks import check


@check("with d_model 6, position 0 is 0 1 0 1 0 1 and position 1 follows the worked numbers", axes="position feature")
def worked_rows(impl, rng):
    return impl.positional_encoding(2, 6)


@check("down the table every pair of columns oscillates at its own frequency", axes="position feature")
def every_pair_its_speed(impl, rng):
    return impl.positional_encoding(int(rng.randint(35, 40)), 10)


@check("an odd d_model ends with a sine that has no cosine", axes="position feature")
def odd_width(impl, rng):
    return impl.positional_encoding(int(rng.randint(10, 14)), 7)


@check(
    "a position has the same code in a short table and in a long one",
    parts="short table: position feature; long table: position feature",
)
def same_code_in_any_length(impl, rng):
    return impl.positional_encoding(int(rng.randint(5, 9)), 8), impl.positional_encoding(23, 8)


@check(
    "tables as long as they are wide, of one word, and of one column",
    parts="square table: position feature; one word: position feature; one column: position feature",
)
def tables_of_equal_sides(impl, rng):
    side = int(rng.randint(5, 9))
    return tuple(impl.positional_encoding(*size) for size in ((side, side), (1, side), (side, 1)))


@check("CAT at position 1 and CAT at position 5 get different inputs", axes="position feature")
def same_word_two_places(impl, rng):
    embeddings, table = 700 * rng.normal(size=(6, 5)), 700 * rng.normal(size=(9, 5))
    embeddings[1] = embeddings[5] = [171.411, 3276.350, 9192.819, 3633.421, 8390.473]
    table[1, :4] = [1664.068, 8080.133, 2620.399, 9386.405]
    table[5, :4] = [1281.458, 7902.890, 912.970, 1659.217]
    embeddings[2, 1] = table[3, 2] = 0.0
    return impl.add_positions(embeddings, table)


@check("in a batch every sentence starts again at row 0 of the table", axes="batch position feature")
def batch_of_sentences(impl, rng):
    return impl.add_positions(rng.normal(size=(3, 5, 7)), 2 * rng.normal(size=(16, 7)))


@check(
    "as many sentences as words as features, and a single word",
    parts="equal sizes: batch position feature; one word: batch position feature; "
    "as many sentences as rows: batch position feature",
    follows="batch_of_sentences",
)
def words_of_equal_sizes(impl, rng):
    table = rng.normal(size=(4, 4))
    return tuple(impl.add_positions(rng.normal(size=size), table) for size in ((4, 4, 4), (1, 1, 4), (4, 3, 4)))


@check("the shift matrix rotates each pair of columns by its own angle", axes="row column")
def turns_each_pair(impl, rng):
    return impl.shift_matrix(int(rng.randint(2, 9)), 6)


@check("the shift by 1 for d_model 6 is the printed matrix", axes="row column", follows="turns_each_pair")
def worked_shift(impl, rng):
    return impl.shift_matrix(1, 6)


@check(
    "for an odd d_model the last entry of the shift matrix is what is left of its pair",
    parts="three columns: row column; one column: row column",
)
def odd_shift(impl, rng):
    k = int(rng.randint(280, 320))  # so many steps turn the last, slow pair far enough to see its cosine
    return impl.shift_matrix(k, 3), impl.shift_matrix(k, 1)


@check(
    "rows 0 and 1 times the shift matrix are rows k and k + 1; a shift by 2 and one by k make one by k + 2",
    parts="rows moved: position feature; both shifts: row column; shift by k + 2: row column",
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


@check(
    "binary codes start again from 2^bits on; as many positions as bits, one position, or one bit",
    parts="start again: position bit; equal sides: position bit; one position: position bit; one bit: position bit",
    follows="four_bits",
)
def bits_start_again(impl, rng):
    side = int(rng.randint(5, 9))
    return tuple(impl.binary_code(*size) for size in ((side + 6, 3), (side, side), (1, side), (side, 1)))


@check("counting has distances that grow without bound", axes="position position")
def distances_of_counting(impl, rng):
    return impl.code_distances(np.arange(0.0, 16.0)[:, None])


@check("the distance of two codes is the length of their difference", axes="position position")
def distances_of_vectors(impl, rng):
    return impl.code_distances(rng.normal(size=(5, 7)))


@check(
    "as many codes as features, and a single code",
    parts="equal sides: position position; single code: position position",
    follows="distances_of_vectors",
)
def distances_of_equal_sides(impl, rng):
    return impl.code_distances(rng.normal(size=(4, 4))), impl.code_distances(rng.normal(size=(1, 3)))


@check("position 0 is as far from 1, 2, 5, 10, 50 and 100 as the statement says", follows="distances_of_vectors")
def distances_of_sines(impl, rng):
    angle = np.array([0, 1, 2, 5, 10, 50, 100])[:, None] / 10000 ** (np.arange(0, 128, 2) / 128)
    return np.asarray(impl.code_distances(np.hstack([np.sin(angle), np.cos(angle)])))[0]
