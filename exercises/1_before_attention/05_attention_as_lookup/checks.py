import numpy as np

from grader.checks import check

SENTENCE = ["check", "the", "program", "log", "and", "find", "out", "whether", "it", "ran"]
VOCABULARY = sorted({*SENTENCE, "battery", "down", "please"})


def one_hot(numbers, size):
    return np.eye(size)[numbers]


def some_keys(rng):
    """Six keys of seven words, no two equal; the third has all the words of the fifth, and more."""
    keys = np.array(
        [
            [1.0, 0, 0, 0, 0, 0, 0],
            [0, 1, 1, 0, 0, 0, 1],
            [1, 1, 1, 1, 0, 0, 0],
            [0, 0, 0, 1, 1, 1, 0],
            [1, 1, 0, 0, 0, 0, 0],
            [0, 0, 1, 1, 0, 1, 0],
        ]
    )
    return keys[:, rng.permutation(7)]


@check("each list of words becomes a row of 0 and 1, in the order of the vocabulary", axes="row word")
def lists_become_rows(impl, rng):
    words = ["tree", "boat", "dog", "dogfish", "cat", "sun", "car"]
    vocabulary = [words[number] for number in rng.permutation(7)]
    lists = [[words[number] for number in rng.permutation(7)[:count]] for count in (3, 1, 0, 4, 2)]
    lists.append(["dogfish", "car", "dogfish"])  # one word twice, and no dog
    return impl.stack_keys(lists, vocabulary)


@check(
    "the query 'ran' pulls out its mask, battery and program; every query gets the mask of its own word",
    axes="query feature; query feature",
)
def every_query_its_own(impl, rng):
    keys = (rng.permutation(169).reshape(13, 13) < 40).astype(float)
    keys[VOCABULARY.index("ran")] = [0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]
    ran = one_hot([VOCABULARY.index("ran")], 13)
    four = one_hot(rng.permutation(7)[:4], 7)
    return impl.pull_masks(ran, keys), impl.pull_masks(four, rng.uniform(-1, 2, size=(7, 7)))


@check("a query that is half one word and half another gets half of both masks", axes="query feature")
def blended_queries(impl, rng):
    first, second, third = rng.permutation(7)[:3]
    queries = np.zeros((2, 7))
    queries[0, [first, second]] = 0.5
    queries[1, [first, second, third]] = 0.25, 0.625, 0.125
    return impl.pull_masks(queries, rng.uniform(0, 2, size=(7, 7)))


@check("in 'check the program ... it ran' only program gets a score, and it is the context", axes="token; word")
def printed_context(impl, rng):
    tokens = one_hot([VOCABULARY.index(word) for word in SENTENCE], 13)
    mask = np.array([0.0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0])
    return impl.context_vector(mask, tokens)


@check("each token is scored by its dot product with the mask and weighted by that score", axes="token; word")
def tokens_weighted(impl, rng):
    return impl.context_vector(rng.uniform(0, 2, size=7), rng.uniform(-1, 2, size=(5, 7)))


@check("'dogs on the beach' matches the three pictures by .5, 1 and .5", axes="key")
def printed_matches(impl, rng):
    # beach, boat, dog, tree
    keys = np.array([[1.0, 1, 0, 1], [1, 0, 1, 1], [0, 0, 1, 0]])
    return impl.match(np.array([1.0, 0, 1, 0]), keys)


@check("a match is the share of the query's words that the key has", axes="key; key; key")
def share_of_the_query(impl, rng):
    order = rng.permutation(7)
    keys = np.array(
        [
            [1.0, 1, 1, 0, 0, 0, 0],
            [1, 0, 0, 1, 1, 0, 0],
            [0, 0, 0, 1, 1, 1, 1],
            [1, 1, 1, 1, 1, 1, 0],
            [0, 1, 1, 0, 0, 0, 1],
        ]
    )
    # No key has all three words.
    three, one, none = np.array([[1.0, 0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0]])
    keys = keys[:, order]
    return impl.match(three[order], keys), impl.match(one[order], keys), impl.match(none, keys)


@check("the best match comes first, and equal matches keep the order of the keys", axes="rank; rank")
def best_match_first(impl, rng):
    matches = np.array([0.5, 1.0, 0.5, 0.0, 0.75, 0.25, 0.75, 0.0, 0.5])
    return impl.ranked(np.array([0.5, 1.0, 0.5])), impl.ranked(matches[rng.permutation(9)])


@check("a hard lookup returns the value of the key that equals the query, and no other", axes="lookup value")
def hard_is_exact(impl, rng):
    keys = some_keys(rng)
    values = rng.normal(size=(6, 5))
    return [impl.hard_lookup(keys[number].copy(), keys, values) for number in (4, 1, 5)]


@check("a hard lookup of a query that is no key raises KeyError", raises="KeyError")
def hard_refuses_the_unknown(impl, rng):
    keys = np.array([[1.0, 1, 0, 1], [1, 0, 1, 1], [0, 0, 1, 0]])  # nearly, but no key has just these two words
    return impl.hard_lookup(np.array([1.0, 0, 1, 0]), keys, rng.normal(size=(3, 5)))


@check("a soft lookup mixes the values, the three pictures by .25, .5 and .25", axes="key; value; key; value")
def soft_mixes(impl, rng):
    pictures = np.array([[1.0, 1, 0, 1], [1, 0, 1, 1], [0, 0, 1, 0]])
    printed = impl.soft_lookup(np.array([1.0, 0, 1, 0]), pictures, rng.normal(size=(3, 5)))
    query = np.array([1.0, 1, 1, 0, 0, 1, 0])
    other = impl.soft_lookup(query, some_keys(rng), rng.normal(size=(6, 5)))
    return *printed, *other


@check("a soft lookup answers zeros where no key matches; else its weights add up to 1", axes="key; value; key; value")
def nothing_matches(impl, rng):
    order = rng.permutation(4)
    keys = np.array([[1.0, 1, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0], [0, 0, 1, 1, 0, 0]])[order]
    values = rng.normal(size=(4, 3))
    something = impl.soft_lookup(np.array([1.0, 0, 0, 0, 1, 1]), keys, values)  # matches ⅓ and ⅓, less than 1 in all
    nothing = impl.soft_lookup(np.array([0.0, 0, 0, 0, 1, 0]), keys, values)
    return *something, *nothing
