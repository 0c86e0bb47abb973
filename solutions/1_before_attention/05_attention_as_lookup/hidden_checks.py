import numpy as np

from grader.checks import check


@check(
    "where keys and query are one-hot, the soft lookup finds what the hard one finds", axes="lookup value; lookup value"
)
def soft_meets_hard(impl, rng):
    keys = np.eye(7)[rng.permutation(7)[:5]]
    values = rng.normal(size=(5, 3))
    asked = [keys[number].copy() for number in rng.permutation(5)[:3]]
    hard = [impl.hard_lookup(query, keys, values) for query in asked]
    return hard, [impl.soft_lookup(query, keys, values)[1] for query in asked]


@check(
    "many pictures with equal matches are ranked in their order, and the matches left as they were", axes="rank; key"
)
def many_equal_matches(impl, rng):
    matches = rng.randint(0, 4, size=61) / 4.0
    return impl.ranked(matches), matches


@check("other numbers of words, keys and tokens", axes="row word; query feature; token; word; key; key; value")
def other_sizes(impl, rng):
    words = ["owl", "ant", "elk", "cat", "bee"]
    lists = [[words[number] for number in rng.permutation(5)[:count]] for count in (2, 5, 1, 0, 3, 4, 2)]
    masks = impl.pull_masks(np.eye(5)[rng.randint(5, size=3)], rng.normal(size=(5, 11)))
    scores, context = impl.context_vector(rng.normal(size=3), rng.normal(size=(8, 3)))
    query = (rng.permutation(11) < 4).astype(float)
    keys = (rng.permutation(22).reshape(2, 11) < 13).astype(float)
    matches = impl.match(query, keys)
    return impl.stack_keys(lists, words), masks, scores, context, matches, *impl.soft_lookup(query, keys, np.eye(2, 3))


@check("together: from the words of the sentence to the next word's votes", axes="word; next")
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
