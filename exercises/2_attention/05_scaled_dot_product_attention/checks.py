import numpy as np

from grader.checks import check

QUERIES = ((2.0, 0.0, 2.0, 0.0), (0.0, 4.0, 0.0, 0.0))
KEYS = ((1.0, 0.0, 1.0, 0.0), (0.0, 1.0, 0.0, 1.0), (1.0, 1.0, 0.0, 0.0))
VALUES = ((10.0, 0.0), (0.0, 10.0), (5.0, 5.0))


@check(
    "the worked examples give the worked numbers",
    parts="outputs: query feature; weights: query key; outputs of S3: query feature; weights of S3: query key",
)
def worked_example(impl, rng):
    three_words = (  # of S3: as many queries as keys, and d_k = d_v
        np.array([[1.0, 0, 2], [2, 2, 2], [2, 1, 3]]),
        np.array([[0.0, 1, 1], [4, 4, 0], [2, 3, 1]]),
        np.array([[1.0, 2, 3], [2, 8, 0], [2, 6, 3]]),
    )
    return *impl.attention(np.array(QUERIES), np.array(KEYS), np.array(VALUES)), *impl.attention(*three_words)


@check(
    "the worked example with hidden keys gives the worked numbers",
    parts="outputs: query feature; weights: query key",
    follows="worked_example",
)
def worked_example_with_a_mask(impl, rng):
    keep = np.array([[True, True, False], [False, False, False]])
    return impl.attention(np.array(QUERIES), np.array(KEYS), np.array(VALUES), keep=keep)


@check("the weights are the softmax over the keys of Q Kᵀ / √d_k", axes="query key")
def weights_of_scaled_scores(impl, rng):
    queries, keys = rng.normal(size=(5, 11)), 1.3 * rng.normal(size=(7, 11))
    return impl.attention(queries, keys, rng.normal(size=(7, 6)))[1]


@check(
    "an output is the sum of the values, each times its weight",
    axes="query feature",
    follows="weights_of_scaled_scores",
)
def outputs_mix_the_values(impl, rng):
    queries, keys = rng.normal(size=(5, 11)), 1.3 * rng.normal(size=(7, 11))
    return impl.attention(queries, keys, 3.0 * rng.normal(size=(7, 6)) + 1.0)[0]


@check(
    "a sentence gets the same outputs in a batch and alone",
    parts="in a batch: batch query feature; alone: query feature",
    follows="outputs_mix_the_values",
)
def batch_of_sentences(impl, rng):
    queries, keys, values = rng.normal(size=(3, 5, 11)), rng.normal(size=(3, 7, 11)), rng.normal(size=(3, 7, 6))
    return impl.attention(queries, keys, values)[0], impl.attention(queries[1], keys[1], values[1])[0]


@check(
    "the order of the keys, each with its value, makes no difference",
    parts="one order: query feature; another order: query feature",
    follows="outputs_mix_the_values",
)
def order_of_keys(impl, rng):
    queries, keys, values = rng.normal(size=(5, 11)), rng.normal(size=(7, 11)), rng.normal(size=(7, 6))
    order = rng.permutation(7)
    return impl.attention(queries, keys, values)[0], impl.attention(queries, keys[order], values[order])[0]


@check(
    "a query gets the same output whatever the other queries are",
    parts="five queries: query feature; two queries: query feature",
    follows="outputs_mix_the_values",
)
def each_query_alone(impl, rng):
    queries, keys, values = rng.normal(size=(5, 11)), rng.normal(size=(7, 11)), rng.normal(size=(7, 6))
    return impl.attention(queries, keys, values)[0], impl.attention(queries[[4, 1]], keys, values)[0]


@check(
    "one query, one key or one feature alone still has all its axes",
    parts="one query (outputs: batch query feature; weights: batch query key); "
    "one key (outputs: batch query feature; weights: batch query key); "
    "one feature (outputs: batch query feature; weights: batch query key)",
)
def axes_of_length_one(impl, rng):
    one_query = impl.attention(rng.normal(size=(3, 1, 5)), rng.normal(size=(3, 8, 5)), rng.normal(size=(3, 8, 7)))
    one_key = impl.attention(rng.normal(size=(1, 4, 5)), rng.normal(size=(1, 1, 5)), rng.normal(size=(1, 1, 6)))
    one_feature = impl.attention(rng.normal(size=(3, 4, 1)), rng.normal(size=(3, 6, 1)), rng.normal(size=(3, 6, 1)))
    return one_query, one_key, one_feature


@check("hidden keys get no weight, and the visible ones share all of it", axes="query key")
def hidden_keys(impl, rng):
    queries, keys = rng.normal(size=(6, 11)), rng.normal(size=(6, 11))
    keep = np.array([rng.permutation(6) < visible for visible in (3, 5, 2, 6, 4, 1)])
    return impl.attention(queries, keys, rng.normal(size=(6, 7)), keep=keep)[1]


@check(
    "padding, hidden by a mask (batch, 1, key), may hold anything: the outputs stay the same",
    parts="some padding: batch query feature; other padding: batch query feature",
    follows="hidden_keys",
)
def padding_may_be_anything(impl, rng):
    queries, keys, values = rng.normal(size=(5, 5, 11)), rng.normal(size=(5, 5, 11)), rng.normal(size=(5, 5, 6))
    keep = np.arange(5) < rng.permutation(5)[:, None, None] + 1  # (5, 1, 5)
    real = np.swapaxes(keep, -1, -2)  # (5, 5, 1)
    other_keys = np.where(real, keys, rng.normal(size=(5, 5, 11)))
    other_values = np.where(real, values, 5.0 * rng.normal(size=(5, 5, 6)) + 8.0)
    return (
        impl.attention(queries, keys, values, keep=keep)[0],
        impl.attention(queries, other_keys, other_values, keep=keep)[0],
    )


@check(
    "a query that may see no key gets zeros, and the others are not affected",
    parts="outputs: query feature; weights: query key",
    follows="hidden_keys",
)
def nothing_to_see(impl, rng):
    queries, keys, values = rng.normal(size=(5, 11)), rng.normal(size=(7, 11)), rng.normal(size=(7, 6)) + 1.0
    keep = np.array([rng.permutation(7) < visible for visible in (3, 5, 2, 6, 4)])
    keep[rng.randint(5)] = False
    return impl.attention(queries, keys, values, keep=keep)


@check("scores of 1600, 0 and -1600 are all turned into finite weights", axes="query key")
def large_scores(impl, rng):
    # Eighths, and √16 = 4: right scores are exact in single precision too.
    queries, keys = rng.randint(-16, 17, size=(3, 16)) / 8.0, rng.randint(-16, 17, size=(7, 16)) / 8.0
    queries[:, 0] = rng.permutation([100.0, 0.0, -100.0])
    keys[:, 0] = 64.0
    return impl.attention(2.0**17 * queries, keys / 2.0**17, rng.normal(size=(7, 6)))[1]


@check("a hidden key with a score of 16000 does not drown out visible ones near -16000", axes="query key")
def loud_hidden_keys(impl, rng):
    queries, keys = rng.randint(-16, 17, size=(4, 16)) / 8.0, rng.randint(-16, 17, size=(7, 16)) / 8.0
    hidden = rng.permutation(7)[:3]
    queries[:, 0], keys[:, 0] = -256.0, 250.0  # visible: -256 · 250 / 4 = -16000
    queries[2, 0] = 0.0  # one query has ordinary scores
    keys[hidden, 0] = -250.0
    keep = np.ones((1, 7), bool)
    keep[0, hidden] = False
    return impl.attention(queries, keys, rng.normal(size=(7, 6)), keep=keep)[1]


@check(
    "a mask with fewer axes than the scores lines up with their last axes",
    parts="a mask of keys (outputs: batch query feature; weights: batch query key); "
    "a mask of queries and keys (outputs: batch query feature; weights: batch query key); "
    "a mask for each head (outputs: batch head query feature; weights: batch head query key)",
    follows="hidden_keys",
)
def mask_with_fewer_axes(impl, rng):
    queries, keys, values = rng.normal(size=(5, 5, 5, 4)), rng.normal(size=(5, 5, 7, 4)), rng.normal(size=(5, 5, 7, 6))
    of_keys = rng.permutation(7) < 4
    of_heads = np.arange(7) < rng.randint(1, 7, size=(5, 5, 1))
    return (
        impl.attention(queries[0], keys[0], values[0], keep=of_keys),
        impl.attention(queries[0], keys[0], values[0], keep=of_heads[0]),
        impl.attention(queries, keys, values, keep=of_heads),
    )
