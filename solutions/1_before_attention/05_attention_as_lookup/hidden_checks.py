import numpy as np

from grader.checks import check


def many_keys(rng):
    """270 keys of 80 words, no two equal; they differ in the last 16 words only."""
    keys = np.zeros((270, 80))
    keys[:, 64:] = (rng.permutation(270)[:, None] + 1 >> np.arange(16)) & 1
    return keys


@check(
    "where keys and query are one-hot, the soft lookup finds what the hard one finds",
    parts="hard (lookup: value); soft (lookup: value)",
)
def soft_meets_hard(impl, rng):
    keys = np.eye(7)[rng.permutation(7)[:5]]
    values = rng.normal(size=(5, 3))
    asked = [keys[number].copy() for number in rng.permutation(5)[:3]]
    hard = [impl.hard_lookup(query, keys, values) for query in asked]
    return hard, [impl.soft_lookup(query, keys, values)[1] for query in asked]


@check("many pictures with equal matches are ranked in their order", parts="ranking: rank")
def many_equal_matches(impl, rng):
    return [impl.ranked(matches) for matches in rng.randint(0, 30, size=(2, 290)) / 29]


@check(
    "other numbers of words, keys and tokens",
    parts="stacked keys: row word; masks: query feature; masks of other keys: query feature; scores: token; "
    "context: word; matches: key; matches of other keys: key; weights: key; answer: value",
)
def other_sizes(impl, rng):
    words = ["owl", "ant", "elk", "cat", "bee"]
    lists = [[words[number] for number in rng.permutation(5)[:count]] for count in (2, 5, 1, 0, 3, 4, 2)]
    queries = np.eye(5)[rng.randint(5, size=3)]
    masks = [impl.pull_masks(queries, keys) for keys in rng.normal(size=(2, 5, 11))]
    scores, context = impl.context_vector(rng.normal(size=3), rng.normal(size=(8, 3)))
    query = (rng.permutation(11) < 4).astype(float)
    keys = (rng.permutation(22).reshape(2, 11) < 13).astype(float)
    matches = [impl.match(query, found) for found in (keys, 1 - keys)]
    return (
        impl.stack_keys(lists, words),
        *masks,
        scores,
        context,
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
    parts="many lists: row word; many words: row word; many queries: query feature; wide masks: query feature",
)
def many_masks(impl, rng):
    words = [f"word{number}" for number in rng.permutation(270)]
    lists = [[words[number]] for number in rng.randint(3, size=270)]
    few, wide = 0.1 * rng.normal(size=(3, 2)), 0.1 * rng.normal(size=(270, 260))
    return (
        impl.stack_keys(lists, words[:3]),
        impl.stack_keys([words[200:], words[::50]], words),
        impl.pull_masks(0.1 * rng.normal(size=(270, 3)), few),
        impl.pull_masks(0.1 * rng.normal(size=(2, 270)), wide),
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


@check("a long query shares a small part of its words with each of many keys", axes="key")
def many_matches(impl, rng):
    keys = (rng.uniform(size=(270, 290)) < 0.01).astype(float)
    return impl.match((rng.permutation(290) < 281).astype(float), keys)


@check(
    "a hard lookup tells many keys apart, and returns the values it is given now",
    parts="one value: value; wide value: value; small value: value",
)
def hard_among_many(impl, rng):
    keys = many_keys(rng)
    values, wide = 0.01 * rng.normal(size=(270, 2)), rng.normal(size=(270, 270))
    query = keys[rng.randint(200, 270)].copy()
    return [impl.hard_lookup(query, keys, found) for found in (values, wide, 10 * values)]


@check(
    "a soft lookup mixes the values of many keys, and those it is given now",
    parts="narrow values (weights: key; answer: value); wide values (weights: key; answer: value)",
)
def soft_among_many(impl, rng):
    keys = many_keys(rng)
    query = keys[rng.randint(200, 270)].copy()
    values, wide = rng.normal(size=(270, 2)), rng.normal(size=(270, 270))
    return impl.soft_lookup(query, keys, values), impl.soft_lookup(query, keys, wide)
