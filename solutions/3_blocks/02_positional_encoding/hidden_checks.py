import numpy as np

from grader.checks import check


@check(
    "a sentence of 50 words with 128 dimensions, and one of odd width",
    parts="50 words: position feature; odd width: position feature",
)
def words_of_a_picture(impl, rng):
    return impl.positional_encoding(50, 128), impl.positional_encoding(29, 2 * int(rng.randint(5, 9)) + 1)


@check(
    "tables of any length and width: one pair, thousands of words, hundreds of features",
    parts="one pair: position feature; many words: position feature; many features: position feature; slow sines",
)
def other_tables(impl, rng):
    length = int(rng.randint(5100, 5200))
    wide = impl.positional_encoding(3, 260)
    tables = impl.positional_encoding(9, 2), impl.positional_encoding(length, 3), wide
    return *tables, np.asarray(wide)[1, -40::2]  # 0.01 and less


@check(
    "adding uses its own embeddings and table in every call, whatever their size or order in memory",
    parts="words: batch position feature; other words: batch position feature; other table: batch position feature; "
    "many words: position feature; many features: position feature",
)
def add_again(impl, rng):
    words, table = 0.01 * rng.normal(size=(5, 2, 3)), 0.01 * rng.normal(size=(3, 6))
    words, table = words[::-1].swapaxes(0, 1), table[::-1].T  # views that are not contiguous and run backwards
    return (
        impl.add_positions(words, table),
        impl.add_positions(words + 1, table),
        impl.add_positions(words, table + 1),
        impl.add_positions(rng.normal(size=(290, 2)), rng.normal(size=(300, 2))),
        impl.add_positions(rng.normal(size=(2, 270)), rng.normal(size=(3, 270))),
    )


@check(
    "the shift matrix moves back too, and is the identity for k = 0",
    parts="back: row column; still: row column; far: row column; far back, odd width: row column; one pair: row column",
)
def shift_back(impl, rng):
    k = int(rng.randint(2, 7))
    return (
        impl.shift_matrix(-k, 10),
        impl.shift_matrix(0, 4),
        impl.shift_matrix(40 * k, 9),
        impl.shift_matrix(-6000 - k, 3),
        impl.shift_matrix(k + 7000, 2),
    )


@check("the shift matrix of a wide table, whose slow pairs hardly rotate", parts="matrix: row column; slow pairs")
def wide_shift(impl, rng):
    matrix = impl.shift_matrix(int(rng.randint(1, 4)), 258)
    return matrix, np.diagonal(np.asarray(matrix), 1)[-40:]


@check(
    "binary codes with other numbers of bits start again at 0",
    parts="3 bits: position bit; 5 bits: position bit; 6 bits: position bit; 10 bits: position bit; "
    "10 bits again: position bit; a short table: position bit; many rounds: position bit",
)
def other_bits(impl, rng):
    length = 34 + int(rng.randint(30))
    sizes = ((11, 3), (length, 5), (length, 6), (261, 10), (1100, 10), (6, 20), (39, 2))
    return tuple(impl.binary_code(*size) for size in sizes)


@check(
    "distances of other codes, of hundreds of them, and of the codes of each call",
    parts="codes: position position; other codes: position position; many codes: position position; "
    "wide codes: position position",
)
def other_distances(impl, rng):
    codes = (0.01 * rng.normal(size=(3, 5)))[::-1].T  # a view that is not contiguous and runs backwards
    many, wide = rng.normal(size=(280, 3)), rng.normal(size=(3, 280))
    return tuple(impl.code_distances(one) for one in (codes, codes[::-1] ** 2, many, wide))


@check("a table has the rows and columns asked for, whichever tables were made before")
def tables_again(impl, rng):
    few = int(rng.randint(3, 9))
    sizes = (few, 6), (1500, 6), (few + 1, 6), (few, 4), (few, 7), (few, 6)
    return {f"table {i}: {size[0]} rows": impl.positional_encoding(*size) for i, size in enumerate(sizes, 1)}


@check("a vector of zeros is a word like any other, embeddings may be integers, and tables may change")
def every_word_gets_its_place(impl, rng):
    words, table = rng.normal(size=(2, 4, 3)), rng.normal(size=(6, 3))
    words[1, 2] = words[0, 0] = 0.0
    found = {"zeros": impl.add_positions(words, table), "one word": impl.add_positions(words[0, :1], table)}
    found["whole numbers"] = impl.add_positions(rng.randint(-9, 9, size=(2, 4, 3)), table)
    table *= -2.0
    return {**found, "the table has changed": impl.add_positions(words, table)}


KINDS = ("uint8", "int8", "uint64")


@check("distances of equal codes, of codes far from 0, and of close codes")
def distances_far_and_close(impl, rng):
    codes = rng.normal(size=(6, 3))
    codes[4], codes[2] = codes[1], 2 * codes[1] - codes[0]  # the first two steps are equally long, others not
    far = np.hstack([codes, np.full((6, 1), 2.0**30)])  # all equally far from 0 along one axis
    close = np.asarray(impl.code_distances(1e-6 * codes))
    whole = {
        f"whole numbers, {kind}": impl.code_distances(rng.randint(0, 100, size=(5, 3)).astype(kind)) for kind in KINDS
    }
    whole["large whole numbers"] = impl.code_distances(rng.randint(0, 100, size=(4, 2)) * 2**40)
    own = impl.code_distances(np.asarray(impl.binary_code(7, 3)))
    return {
        "equal": impl.code_distances(codes),
        "far": impl.code_distances(far),
        "far apart": impl.code_distances(2.0**20 * codes),
        "close": 1e6 * close,
        "own": own,
    } | whole
