import numpy as np

from grader.checks import check

WORDS = ["mat", "cat", "rat", "bank", "river", "money", "grows", "flows", "apple"]


@check("the vocabulary holds each word once, in the order of first appearance", parts="word")
def order_of_appearance(impl, rng):
    a, b, c, d, e, f, g, h, _ = (str(word) for word in rng.permutation(WORDS))
    # c is the most frequent word, and a comes again at the very end.
    return impl.vocabulary([f"{a} {b} {c}", f"{c} {d} {b} {e}", f"{f} {c} {g}", f"{h} {d} {a}"])


@check("capital letters and extra white space make no new words", parts="word")
def capitals_and_spaces(impl, rng):
    a, b, c, d, e, *_ = (str(word) for word in rng.permutation(WORDS))
    return impl.vocabulary([f"{a.title()} {b} {c}", f"{b.upper()}  {a} {d.title()}", f" {d}\t{c.title()}\r\n{e}\n"])


@check("each word has a row with a single 1, in the word's own column", axes="word column")
def one_row_a_word(impl, rng):
    vocabulary = [str(word) for word in rng.permutation(WORDS)[:7]]
    places = [6, 2, 4, 2, 0]  # the last word of the vocabulary, one word twice, and the first
    return impl.one_hot([vocabulary[place] for place in places], vocabulary)


@check(
    "mat, cat and rat, one at a time, get the printed vectors",
    parts="mat: word column; cat: word column; rat: word column",
)
def printed_vectors(impl, rng):
    vocabulary = ["mat", "cat", "rat"]
    return impl.one_hot(["mat"], vocabulary), impl.one_hot(["cat"], vocabulary), impl.one_hot(["rat"], vocabulary)


@check(
    "a word outside the vocabulary has a row of zeros, even if it is part of a known one; the others keep theirs",
    axes="word column",
)
def unknown_word_is_zeros(impl, rng):
    *vocabulary, unknown = (str(word) for word in rng.permutation(WORDS)[:7])
    end, start, longer = vocabulary[0][1:], vocabulary[4][:-1], vocabulary[2] + "s"
    return impl.one_hot([vocabulary[3], unknown, vocabulary[1], end, start, longer], vocabulary)


@check(
    "one-hot rows are turned back into words of the vocabulary",
    parts="words (word); words of another vocabulary (word); one row (word); is a known word: row",
)
def back_to_words(impl, rng):
    rows = np.eye(7)[[5, 1, 5, 3]]
    vocabulary, other = ([str(word) for word in rng.permutation(WORDS)[:7]] for _ in range(2))
    tied = np.array([[0] * 7, [1, 0, 0, 1, 0, 0, 0]])  # one word for each of the two rows, whichever it is
    found = [str(word) in vocabulary for word in impl.decode(tied, vocabulary)]
    return impl.decode(rows, vocabulary), impl.decode(rows, other), impl.decode(rows[:1], vocabulary), found


@check("scores are decoded too: the largest entry of a row names the word", parts="word")
def largest_entry_wins(impl, rng):
    vocabulary = [str(word) for word in rng.permutation(WORDS)[:5]]
    # The largest entry of each row, in a column of its own; the others are one to four steps below it.
    highest = np.array([[-2.0], [1.0], [-4e30], [2.0], [0.0]])  # below 2, there is a 1
    step = np.array([[0.25], [0.25], [1e30], [0.25], [0.25]])
    places = [*rng.permutation([1, 2, 3, 4]), 0]
    steps = [np.insert(1 + rng.permutation(4), place, 0) for place in places]
    scores = highest - step * np.array(steps)
    return impl.decode(np.asfortranarray(scores), vocabulary)


@check(
    "the printed product selects the first, the last and the third row, and mixes the first two",
    parts="product: word column; average: word column",
)
def printed_product(impl, rng):
    rows = np.array([[1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]])  # whole numbers: the result is none
    matrix = np.array([[0.2, 0.9], [0.7, 0.0], [0.8, 0.3], [0.1, 0.4]])
    return impl.lookup(rows, matrix), impl.lookup(np.array([[0.5, 0.5, 0, 0]]), matrix)


@check("rows, not columns, of a square matrix are looked up", axes="word column")
def rows_of_a_square_matrix(impl, rng):
    words = rng.permutation(5)[[0, 1, 2, 3, 3]]  # one of them twice
    return impl.lookup(np.eye(5)[words], rng.normal(size=(5, 5)))


@check(
    "weights on several words give the weighted sum of their rows; no weight gives zeros",
    parts="one matrix: word column; another: word column; whole numbers: word column",
)
def rows_are_mixed(impl, rng):
    weights = np.zeros((5, 7))
    weights[0, rng.permutation(7)[:2]] = 0.25, 0.75
    weights[1, rng.randint(7)] = 2.0
    weights[2] = rng.normal(size=7)
    weights[4, rng.permutation(7)[:3]] = 1.0, 0.5, -0.5  # not one-hot, though it adds to 1 and the largest is 1
    one, another = rng.normal(size=(2, 7, 3))
    whole = rng.randint(-9, 9, size=(7, 3))  # the result is not whole
    return impl.lookup(weights, one), impl.lookup(weights, np.asfortranarray(another)), impl.lookup(weights, whole)


@check(
    "one-hot vectors have similarity 1 to the same word and 0 to any other",
    parts="three words: a b; one word: a b",
)
def same_word_or_not(impl, rng):
    words = rng.permutation(7)
    five = np.eye(7)[words[[3, 2, 0, 4, 2]]]
    return impl.similarity(np.eye(7)[words[[0, 1, 2]]], five), impl.similarity(np.eye(7)[words[[2]]], five)


@check("for other vectors, similarity is the dot product of each pair", axes="a b")
def vectors_that_resemble(impl, rng):
    king = np.array([0.6, 0.1, 1.0, 0.9])
    queen = np.array([0.3, 0.2, 0.9, 1.0])
    first, second = rng.normal(size=(2, 2, 4))  # four vectors of four numbers on both sides
    return impl.similarity(np.vstack([king, queen, first]), np.vstack([queen, king, second]))
