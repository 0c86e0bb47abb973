import numpy as np

from grader.checks import check


def many_keys(rng):
    """270 keys of 80 words, no two equal; they differ in the last 16 words only."""
    keys = np.zeros((270, 80))
    keys[:, 64:] = (rng.permutation(270)[:, None] + 1 >> np.arange(16)) & 1
    return keys


def refuses(impl, query, keys, values):
    try:
        impl.hard_lookup(query, keys, values)
    except KeyError:
        return True
    return False


@check(
    "where keys and query are one-hot, the soft lookup finds what the hard one finds",
    parts="hard (lookup: value); soft (lookup: value)",
)
def soft_meets_hard(impl, rng):
    keys = np.eye(7)[rng.permutation(7)[:5]]
    values = rng.normal(size=(5, 3))
    asked = [keys[number].copy() for number in rng.permutation(5)[:3]]
    hard = [impl.hard_lookup(query, keys, values) for query in asked]
    hard += [impl.hard_lookup(query, keys.astype(int), values) for query in (asked[0], asked[1].astype(int))]
    return hard, [impl.soft_lookup(query, keys, values)[1] for query in asked]


@check(
    "many pictures with equal or nearly equal matches are ranked in order, and can be shown in that order",
    parts="equal matches: rank; close matches: rank; shown: rank",
)
def many_equal_matches(impl, rng):
    equal, close = rng.randint(0, 30, size=(2, 290)) / 29
    order = np.asarray(impl.ranked(0.5 + close / 1000))
    return impl.ranked(equal), order, np.arange(1000, 1290)[order]


@check(
    "other numbers of words, keys and tokens, in arrays of integers and of floats",
    parts="stacked keys: row word; other keys: row word; masks: query feature; masks of other keys: query feature; "
    "whole masks: query feature; whole queries: query feature; scores: token; context: word; "
    "scores of whole tokens: token; their context: word; scores of a whole mask: token; its context: word; "
    "matches: key; matches of other keys: key; weights: key; answer: value",
)
def other_sizes(impl, rng):
    words = ["owl", "ant", "elk", "cat", "bee"]
    lists = [[words[number] for number in rng.permutation(5)[:count]] for count in (2, 5, 1, 0, 3, 4, 2)]
    queries = np.eye(5)[rng.randint(5, size=3)]
    masks = [impl.pull_masks(queries, keys) for keys in rng.normal(size=(2, 5, 11))]
    blends = np.array([rng.permutation([1.0, 0.5, 0, 0, 0]), rng.permutation([0.25, 0.75, 0, 0, 0])])
    masks += [impl.pull_masks(blends, rng.randint(0, 2, size=(5, 11)) + np.arange(11) % 2)]
    masks += [impl.pull_masks(queries.astype(int), rng.normal(size=(5, 11)))]
    tokens, whole = rng.normal(size=(8, 3)), np.eye(3, dtype=int)[[0, 1, 1, 2, 1]]  # one word is said three times
    contexts = [impl.context_vector(rng.normal(size=3), vectors) for vectors in (tokens, whole)]
    contexts.append(impl.context_vector(np.array([1, 0, 1]), tokens))
    query = (rng.permutation(11) < 4).astype(float)
    keys = (rng.permutation(22).reshape(2, 11) < 13).astype(float)
    matches = [impl.match(query, found) for found in (keys, 1 - keys)]
    return (
        impl.stack_keys(lists, words),
        impl.stack_keys(lists[::-1], words),
        *masks,
        *(part for context in contexts for part in context),
        *matches,
        *impl.soft_lookup(query, keys, np.eye(2, 3)),
    )


@check("together: from the words of the sentence to the next word's votes", parts="context: word; votes: next")
def from_words_to_votes(impl, rng):
    sentence = ["check", "the", "battery", "log", "and", "find", "out", "whether", "it", "ran"]
    vocabulary = sorted({*sentence, "program", "down", "please"})
    masks = [["battery", "program"] if word == "ran" else vocabulary[:number] for number, word in enumerate(vocabulary)]
    keys = np.asarray(impl.stack_keys(masks, vocabulary), dtype=float)
    tokens = np.asarray(impl.stack_keys([[word] for word in sentence], vocabulary), dtype=float)
    [mask] = np.asarray(impl.pull_masks(tokens[-1:], keys), dtype=float)
    _, context = impl.context_vector(mask, tokens)
    table = rng.uniform(0, 1, size=(13, 5))
    return context, np.asarray(context, dtype=float) @ table


@check(
    "hundreds of words have masks, and hundreds of queries pull them out",
    parts="many lists: row word; many words: row word; many queries: query feature; many keys: query feature; "
    "wide masks: query feature",
)
def many_masks(impl, rng):
    words = [f"word{number}" for number in rng.permutation(270)]
    lists = [[words[number]] for number in rng.randint(3, size=270)]
    few, tall, wide = (0.1 * rng.normal(size=size) for size in ((3, 2), (270, 3), (3, 260)))
    return (
        impl.stack_keys(lists, words[:3]),
        impl.stack_keys([words[200:], words[::50]], words),
        impl.pull_masks(tall, few),
        impl.pull_masks(0.1 * rng.normal(size=(2, 270)), tall),
        impl.pull_masks(tall[:2], wide),
    )


@check(
    "the context of hundreds of tokens, and over hundreds of words",
    parts="many tokens (scores: token; context: word); many words (scores: token; context: word)",
)
def many_tokens(impl, rng):
    tokens, words = 0.1 * rng.normal(size=(270, 3)), 0.1 * rng.normal(size=(2, 270))
    return (
        impl.context_vector(0.1 * rng.normal(size=3), tokens),
        impl.context_vector(0.01 * rng.normal(size=270), words),
    )


@check(
    "a long query shares a small part of its words with each of many keys, or all of them",
    parts="many keys: key; all words: key",
)
def many_matches(impl, rng):
    keys = (rng.uniform(size=(270, 290)) < 0.01).astype(float)
    query = (rng.permutation(290) < 281).astype(float)
    return impl.match(query, keys), impl.match(query, np.ones((2, 290)))


@check(
    "a hard lookup tells many keys apart, refuses those that are nearly equal, and returns the values it is given now",
    parts="one value: value; wide value: value; small value: value; value of an empty key: value; refused (query)",
)
def hard_among_many(impl, rng):
    keys = many_keys(rng)
    values, wide = 0.01 * rng.normal(size=(270, 2)), rng.normal(size=(270, 270))
    query = keys[rng.randint(200, 270)].copy()
    found = [impl.hard_lookup(query, keys, found) for found in (values, wide, 10 * values)]
    longer, moved, empty = query.copy(), query.copy(), np.zeros(80)
    longer[3] = moved[3] = 1.0  # no key has this word
    moved[np.flatnonzero(query)[0]] = 0.0
    with_an_empty_key = keys.copy()
    with_an_empty_key[rng.randint(270)] = 0.0
    found.append(impl.hard_lookup(empty, with_an_empty_key, values))
    return *found, [refuses(impl, unknown, keys, values) for unknown in (longer, moved, empty)]


@check(
    "a soft lookup mixes the values of many keys, equal ones among them, however weak the matches are",
    parts="narrow values (weights: key; answer: value); wide values (weights: key; answer: value); "
    "equal keys (weights: key; answer: value); weak matches (weights: key; answer: value); "
    "no word (weights: key; answer: value)",
)
def soft_among_many(impl, rng):
    keys = many_keys(rng)
    query = keys[rng.randint(200, 270)].copy()
    values, wide = rng.normal(size=(270, 2)), rng.normal(size=(3, 270))
    equal = np.vstack([keys[2:], keys[[5, 5]]])
    weak = np.eye(400, dtype=int)[rng.permutation(400)[[0, 1, 1]]]  # each has one of the 400 words
    return (
        impl.soft_lookup(query, keys, values),
        impl.soft_lookup(query, keys[-3:], wide),
        impl.soft_lookup(np.ones(80, dtype=int), equal, values),
        impl.soft_lookup(np.ones(400), weak, values[:3]),
        impl.soft_lookup(np.zeros(80), keys, values),
    )
