import numpy as np

from grader.checks import check

SENTENCE = ["check", "the", "program", "log", "and", "find", "out", "whether", "it", "ran"]
VOCABULARY = sorted({*SENTENCE, "battery", "down", "please"})
PICTURES = np.array([[1, 1, 0, 1], [1, 0, 1, 1], [0, 0, 1, 0]])  # beach, boat, dog, tree
DOGS_ON_THE_BEACH = np.array([1, 0, 1, 0])


def one_hot(numbers, size):
    return np.eye(size)[numbers]


def some_keys(rng):
    """Seven different keys of seven words. The third has all the words of the fifth, and more; the first has fewer."""
    keys = np.array(
        [
            [1.0, 0, 0, 0, 0, 0, 0],
            [0, 1, 1, 0, 0, 0, 1],
            [1, 1, 1, 1, 0, 0, 0],
            [0, 0, 0, 1, 1, 1, 0],
            [1, 1, 0, 0, 0, 0, 0],
            [0, 0, 1, 1, 0, 1, 0],
            [0, 0, 1, 1, 0, 1, 1],
        ]
    )
    return keys[:, rng.permutation(7)]


def some_values(rng, *shape):
    """Values with an exact 0 among them, in an array that is not contiguous."""
    values = rng.normal(size=shape)
    values[4, 2] = 0.0
    return np.asfortranarray(values)


@check(
    "each list of words becomes a row of 0 and 1, in the order of the vocabulary",
    parts="seven lists: row word; one list: row word",
)
def lists_become_rows(impl, rng):
    words = ["tree", "boat", "dog", "dogfish", "cat", "sun", "car"]
    vocabulary = [words[number] for number in rng.permutation(7)]
    lists = [[words[number] for number in rng.permutation(7)[:count]] for count in (3, 1, 0, 4, 2, 6)]
    lists.append(["dogfish", "car", "dogfish"])  # one word twice, and no dog
    return impl.stack_keys(lists, vocabulary), impl.stack_keys(lists[3:4], vocabulary)


@check(
    "the query 'ran' pulls out its mask, battery and program; every query gets the mask of its own word",
    parts="ran: query feature; seven queries: query feature",
)
def every_query_its_own(impl, rng):
    keys = (rng.permutation(169).reshape(13, 13) < 40).astype(float)
    keys[VOCABULARY.index("ran")] = [0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]
    ran = one_hot([VOCABULARY.index("ran")], 13)
    seven = one_hot(rng.permutation(7)[[0, 1, 2, 3, 4, 5, 5]], 7)  # one word twice
    return impl.pull_masks(ran, keys), impl.pull_masks(seven, rng.uniform(-1, 2, size=(7, 7)))


@check("a query that is half one word and half another gets half of both masks", axes="query feature")
def blended_queries(impl, rng):
    first, second, third = rng.permutation(7)[:3]
    queries = np.zeros((2, 7))
    queries[0, [first, second]] = 0.5
    queries[1, [first, second, third]] = 0.25, 0.625, 0.125
    return impl.pull_masks(np.asfortranarray(queries), np.asfortranarray(rng.uniform(0, 2, size=(7, 7))))


@check(
    "in 'check the program ... it ran' only program gets a score, and it is the context",
    parts="scores: token; context: word",
)
def printed_context(impl, rng):
    tokens = one_hot([VOCABULARY.index(word) for word in SENTENCE], 13)
    mask = np.array([0.0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0])
    return impl.context_vector(mask, tokens)


@check(
    "each token is scored by its dot product with the mask and weighted by that score",
    parts="seven tokens (scores: token; context: word); one token (scores: token; context: word)",
)
def tokens_weighted(impl, rng):
    mask, tokens = rng.uniform(0, 2, size=7), np.asfortranarray(rng.uniform(-1, 2, size=(7, 7)))
    return impl.context_vector(mask, tokens), impl.context_vector(mask, tokens[2:3])


@check("'dogs on the beach' has the matches .5, 1 and .5 with the three pictures", axes="key")
def printed_matches(impl, rng):
    return impl.match(DOGS_ON_THE_BEACH, PICTURES)


@check(
    "a match is the share of the query's words that the key has",
    parts="three words: key; one word: key; no word: key; one key: key",
)
def share_of_the_query(impl, rng):
    order = rng.permutation(7)
    keys = np.array(
        [
            [1.0, 1, 1, 0, 0, 0, 0],
            [1, 0, 0, 1, 1, 0, 0],
            [0, 0, 0, 1, 1, 1, 1],
            [1, 1, 1, 1, 1, 1, 0],
            [0, 1, 1, 0, 0, 0, 1],
            [0, 1, 0, 0, 0, 0, 0],
            [0, 0, 0, 0, 0, 0, 1],
        ]
    )
    # No key has all three words.
    three, one, none = np.array([[1.0, 0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0]])[:, order]
    keys = keys[rng.permutation(7)][:, order]
    return impl.match(three, keys), impl.match(one, keys), impl.match(none, keys), impl.match(three, keys[:1])


@check(
    "the best match comes first, and equal matches keep the order of the keys",
    parts="printed matches: rank; many matches: rank; one match: rank",
)
def best_match_first(impl, rng):
    matches = rng.permutation(np.arange(40) % 9) / 8
    return impl.ranked(np.array([0.5, 1.0, 0.5])), impl.ranked(matches), impl.ranked(matches[:1])


@check("a hard lookup returns the value of the key that equals the query, and no other", parts="lookup: value")
def hard_is_exact(impl, rng):
    keys, values = some_keys(rng), some_values(rng, 7, 7)
    queries = keys[4].copy(), keys[0].astype(int), keys[6].copy()
    found = [impl.hard_lookup(query, keys, values) for query in queries]
    return [*found, impl.hard_lookup(keys[4].copy(), keys, values[:, 2:3])]  # this value is 0


@check("a hard lookup of a query that equals no key raises KeyError", raises="KeyError")
def hard_refuses_the_unknown(impl, rng):
    return impl.hard_lookup(DOGS_ON_THE_BEACH, PICTURES, rng.normal(size=(3, 5)))  # no key has just these two words


@check(
    "a soft lookup mixes the values, those of the three pictures with weights .25, .5 and .25",
    parts="pictures (weights: key; answer: value); whole numbers (weights: key; answer: value); "
    "seven keys (weights: key; answer: value); one key (weights: key; answer: value)",
)
def soft_mixes(impl, rng):
    query, keys, values = np.array([1.0, 1, 1, 0, 0, 1, 0]), some_keys(rng), some_values(rng, 7, 7)
    return (
        impl.soft_lookup(DOGS_ON_THE_BEACH, PICTURES, np.array([[8], [4], [0]])),
        impl.soft_lookup(DOGS_ON_THE_BEACH, PICTURES, 4 * rng.randint(-9, 9, size=(3, 5)) + [[1], [0], [0]]),
        impl.soft_lookup(query, keys, values),
        impl.soft_lookup(keys[2].copy(), keys[2:3], values[2:3, 2:]),
    )


@check(
    "a soft lookup returns zeros where no key matches; otherwise its weights add up to 1",
    parts="something matches (weights: key; answer: value); nothing matches (weights: key; answer: value)",
)
def nothing_matches(impl, rng):
    order = rng.permutation(4)
    keys = np.array([[1.0, 1, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0], [0, 0, 1, 1, 0, 0]])[order]
    values = rng.normal(size=(4, 3))
    something = impl.soft_lookup(np.array([1.0, 0, 0, 0, 1, 1]), keys, values)  # matches ⅓ and ⅓, less than 1 in all
    nothing = impl.soft_lookup(np.array([0.0, 0, 0, 0, 1, 0]), keys, values)
    return something, nothing
