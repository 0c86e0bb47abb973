import numpy as np

from grader.checks import check

WORDS = ["river", "bank", "money", "grows", "flows", "apple", "phone", "tree", "day"]
SEVEN = ["directories", "files", "me", "my", "photos", "please", "show"]
EIGHT = ["battery", "check", "down", "please", "program", "ran", "the", "whether"]
BATTERY = "check whether the battery ran down please"
PROGRAM = "check whether the program ran please"


def distributions(rng, *shape):
    """Random rows that add to 1, the largest of each clearly ahead."""
    rows = rng.randint(1, 9, size=shape).astype(float)
    np.put_along_axis(rows, rng.randint(0, shape[-1], size=(*shape[:-1], 1)), 16.0, axis=-1)
    return rows / rows.sum(axis=-1, keepdims=True)


def some_words(rng, size):
    """Some words, and a vocabulary that holds them in another order."""
    words = rng.permutation(WORDS)[:size]
    return [str(word) for word in words], [str(word) for word in rng.permutation(words)]


@check(
    "each row holds the shares of the words that came next",
    parts="shares: current next; vocabulary of one word: current next",
)
def rows_are_shares(impl, rng):
    (a, b, c, d, e), vocabulary = some_words(rng, 5)
    # The first sentence is said several times and holds a pair twice; every word is followed by some word.
    often = [f"{a} {b} {c} {a} {b} {d}"] * rng.randint(2, 5)
    sentences = [*often, f"{d} {e} {a} {d}", f"{b} {d} {e} {b}", f"{c} {d} {e} {c}"]
    return impl.transition_matrix(sentences, vocabulary), impl.transition_matrix([f"{a} {a}"], [a])


@check('after "my" come directories .2, files .3 and photos .5, as printed', axes="current next")
def printed_seven_words(impl, rng):
    objects = ["directories"] * 2 + ["files"] * 3 + ["photos"] * 5
    return impl.transition_matrix([f"show me my {word} please" for word in rng.permutation(objects)], SEVEN)


@check("the end of a sentence is no step, and a word that never occurs has a row of zeros", axes="current next")
def last_words_take_no_step(impl, rng):
    (a, b, c, d, e, f, _), vocabulary = some_words(rng, 7)  # one word is never said
    # b is twice the last word and three times not; e always is.
    return impl.transition_matrix(
        [f"{a} {b}", f"{b} {c} {d} {b} {a}", f"{c} {b}", f"{b} {a} {e}", f"{f} {e}"], vocabulary
    )


@check('after "ran" come down .4 and please .6, as printed', axes="current next", follows="printed_seven_words")
def printed_eight_words(impl, rng):
    return impl.transition_matrix([BATTERY, PROGRAM, PROGRAM, BATTERY, PROGRAM], EIGHT)


@check(
    "in second order each pair has the shares of the words that came next",
    parts="shares: previous current next; vocabulary of one word: previous current next",
)
def pairs_have_shares(impl, rng):
    (a, b, c), vocabulary = some_words(rng, 3)
    # Each of the nine pairs is followed by some word.
    sentences = [
        f"{a} {a} {b} {a} {c} {b} {b} {c} {c} {a} {b} {c}",
        f"{b} {b} {a} {a} {b} {a} {b}",
        f"{c} {c} {c} {b} {a}",
    ]
    sentences += [sentences[1]] * rng.randint(1, 4)
    return impl.second_order_matrix(sentences, vocabulary), impl.second_order_matrix([f"{a} {a} {a}"], [a])


@check('"battery ran" leads to down and "program ran" to please, as printed', axes="previous current next")
def printed_pairs(impl, rng):
    return impl.second_order_matrix([PROGRAM, BATTERY, PROGRAM, BATTERY, PROGRAM], EIGHT)


@check(
    "a pair that only ends a sentence, or never occurs, has a row of zeros",
    axes="previous current next",
    follows="pairs_have_shares",
)
def nothing_follows_a_pair(impl, rng):
    (a, b, c, d, _), vocabulary = some_words(rng, 5)
    return impl.second_order_matrix(
        [f"{a} {b} {c} {a} {d}", f"{b} {c}", f"{d} {a} {b} {a}", f"{c} {b} {d} {a} {b}"], vocabulary
    )


@check('the word after "show me my" has the printed distribution', parts='after "my": word; after "show me my": word')
def printed_next_word(impl, rng):
    matrix = np.zeros((7, 7))
    matrix[[0, 1, 4], 5] = matrix[2, 3] = matrix[6, 2] = 1.0
    matrix[3, [0, 1, 4]] = 0.2, 0.3, 0.5
    return impl.next_word(matrix, "my", SEVEN), impl.next_word(matrix, "show me my", SEVEN)


@check(
    "in first order the most recent word decides, whatever came before; a row of zeros stays zeros", parts="text: word"
)
def newest_word_decides(impl, rng):
    vocabulary = [str(word) for word in rng.permutation(WORDS)[:5]]
    a, b, c, d, e = vocabulary
    matrix = distributions(rng, 5, 5)
    matrix[4] = 0.0  # nothing was seen after e
    texts = [c, f"{a} {c}", f"{d} {b} {a} {d}", f"{b} {e}"]
    return [impl.next_word(matrix, text, vocabulary) for text in texts] + [impl.next_word(np.ones((1, 1)), a, [a])]


@check("in second order the two most recent words decide, in their order", parts="text: word")
def newest_pair_decides(impl, rng):
    vocabulary = [str(word) for word in rng.permutation(WORDS)[:4]]
    a, b, c, d = vocabulary
    matrix = distributions(rng, 4, 4, 4)
    matrix[3, 2] = 0.0  # nothing was seen after d c
    texts = [f"{a} {b}", f"{c} {a} {b}", f"{b} {a}", f"{a} {b} {d} {b} {d} {c}", f"{b} {c} {d} {b}", f"{c} {a} {a}"]
    answers = [impl.next_word(matrix, text, vocabulary) for text in texts]
    return [
        *answers,
        impl.next_word(matrix, f"{a} {a}", vocabulary),
        impl.next_word(np.ones((1, 1, 1)), f"{a} {a}", [a]),
    ]
