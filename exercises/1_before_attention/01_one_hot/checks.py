import numpy as np

from grader.checks import check

WORDS = ["mat", "cat", "rat", "bank", "river", "money", "grows", "flows", "apple"]


@check("the vocabulary holds each word once, in the order of first appearance")
def order_of_appearance(impl, rng):
    a, b, c, d, e, f, g, h, _ = (str(word) for word in rng.permutation(WORDS))
    # c is the most frequent word, and a comes again at the very end.
    return impl.vocabulary([f"{a} {b} {c}", f"{c} {d} {b} {e}", f"{f} {c} {g}", f"{h} {d} {a}"])


@check("capital letters and extra white space make no new words")
def capitals_and_spaces(impl, rng):
    a, b, c, d, e, *_ = (str(word) for word in rng.permutation(WORDS))
    return impl.vocabulary([f"{a.title()} {b} {c}", f"{b.upper()}  {a} {d.title()}", f" {d}\t{c.title()} {e} "])


@check("each word has a row with a single 1, in the word's own column", axes="word column")
def one_row_a_word(impl, rng):
    vocabulary = [str(word) for word in rng.permutation(WORDS)[:7]]
    places = [6, 2, 4, 2, 0]  # the last word of the vocabulary, one word twice, and the first
    return impl.one_hot([vocabulary[place] for place in places], vocabulary)


@check("mat, cat and rat, one at a time, get the printed vectors", axes="word column; word column; word column")
def printed_vectors(impl, rng):
    vocabulary = ["mat", "cat", "rat"]
    return impl.one_hot(["mat"], vocabulary), impl.one_hot(["cat"], vocabulary), impl.one_hot(["rat"], vocabulary)


@check(
    "a word outside the vocabulary has a row of zeros, even if it is part of a known one; the others keep theirs",
    axes="word column",
)
def unknown_word_is_zeros(impl, rng):
    *vocabulary, unknown = (str(word) for word in rng.permutation(WORDS)[:6])
    part, longer = vocabulary[0][1:], vocabulary[2] + "s"
    return impl.one_hot([vocabulary[3], unknown, vocabulary[1], part, longer], vocabulary)


@check("one-hot rows are turned back into words")
def back_to_words(impl, rng):
    vocabulary = [str(word) for word in rng.permutation(WORDS)[:7]]
    return impl.decode(np.eye(7)[[5, 1, 5, 3]], vocabulary)


@check("scores are decoded too: the largest entry of a row names the word")
def largest_entry_wins(impl, rng):
    vocabulary = [str(word) for word in rng.permutation(WORDS)[:7]]
    # Steps of 0.25, no two entries of a row equal; the third row is negative throughout, the fourth far above 1.
    scores = np.array([rng.permutation(7) for _ in range(4)]) * 0.25 + np.array([[-0.5], [0.0], [-1.75], [4.0]])
    return impl.decode(scores, vocabulary)


@check("the printed product pulls out the first, the last and the third row", axes="word column")
def printed_product(impl, rng):
    rows = np.array([[1.0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]])
    return impl.lookup(rows, np.array([[0.2, 0.9], [0.7, 0.0], [0.8, 0.3], [0.1, 0.4]]))


@check("rows, not columns, are pulled out of a square matrix", axes="word column")
def rows_of_a_square_matrix(impl, rng):
    return impl.lookup(np.eye(5)[[3, 0, 4]], rng.normal(size=(5, 5)))


@check("weights on several words give the weighted sum of their rows; no weight gives zeros", axes="word column")
def rows_are_mixed(impl, rng):
    weights = np.zeros((4, 7))
    weights[0, rng.permutation(7)[:2]] = 0.25, 0.75
    weights[1, rng.randint(7)] = 2.0
    weights[2] = rng.normal(size=7)
    return impl.lookup(weights, rng.normal(size=(7, 3)))


@check("one-hot vectors have similarity 1 to the same word and 0 to any other", axes="a b")
def same_word_or_not(impl, rng):
    words = rng.permutation(7)
    return impl.similarity(np.eye(7)[words[[0, 1, 2]]], np.eye(7)[words[[3, 2, 0, 4, 2]]])


@check("for other vectors, similarity is the dot product of each pair", axes="a b")
def vectors_that_resemble(impl, rng):
    king = np.array([0.6, 0.1, 1.0, 0.9])
    queen = np.array([0.3, 0.2, 0.9, 1.0])
    others = rng.normal(size=(3, 4))
    return impl.similarity(np.array([king, queen]), np.vstack([queen, king, others]))
