import numpy as np

from grader.checks import check


@check("the worked examples give the worked numbers", axes="query feature; query key; query feature; query key")
def worked_example(impl, rng):
    queries = np.array([[2.0, 0, 2, 0], [0, 4, 0, 0]])
    keys = np.array([[1.0, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]])
    values = np.array([[10.0, 0], [0, 10], [5, 5]])
    three_words = (  # of S3: as many queries as keys, and d_k = d_v
        np.array([[1.0, 0, 2], [2, 2, 2], [2, 1, 3]]),
        np.array([[0.0, 1, 1], [4, 4, 0], [2, 3, 1]]),
        np.array([[1.0, 2, 3], [2, 8, 0], [2, 6, 3]]),
    )
    return *impl.attention(queries, keys, values), *impl.attention(*three_words)


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
    axes="batch query feature; query feature",
    follows="outputs_mix_the_values",
)
def batch_of_sentences(impl, rng):
    queries, keys, values = rng.normal(size=(3, 5, 11)), rng.normal(size=(3, 7, 11)), rng.normal(size=(3, 7, 6))
    return impl.attention(queries, keys, values)[0], impl.attention(queries[1], keys[1], values[1])[0]


@check(
    "the order of the keys, each with its value, makes no difference",
    axes="query feature; query feature",
    follows="outputs_mix_the_values",
)
def order_of_keys(impl, rng):
    queries, keys, values = rng.normal(size=(5, 11)), rng.normal(size=(7, 11)), rng.normal(size=(7, 6))
    order = rng.permutation(7)
    return impl.attention(queries, keys, values)[0], impl.attention(queries, keys[order], values[order])[0]


@check(
    "a query gets the same output whoever else asks",
    axes="query feature; query feature",
    follows="outputs_mix_the_values",
)
def each_query_alone(impl, rng):
    queries, keys, values = rng.normal(size=(5, 11)), rng.normal(size=(7, 11)), rng.normal(size=(7, 6))
    return impl.attention(queries, keys, values)[0], impl.attention(queries[[4, 1]], keys, values)[0]


@check("hidden keys get no weight, and the visible ones share all of it", axes="query key")
def hidden_keys(impl, rng):
    queries, keys = rng.normal(size=(5, 11)), rng.normal(size=(7, 11))
    keep = np.array([rng.permutation(7) < visible for visible in (3, 5, 2, 6, 4)])
    return impl.attention(queries, keys, rng.normal(size=(7, 6)), keep=keep)[1]


@check(
    "padding, hidden by a mask (batch, 1, key), may hold anything: the outputs stay the same",
    axes="batch query feature; batch query feature",
    follows="hidden_keys",
)
def padding_may_be_anything(impl, rng):
    queries, keys, values = rng.normal(size=(2, 5, 11)), rng.normal(size=(2, 7, 11)), rng.normal(size=(2, 7, 6))
    keep = np.arange(7) < rng.permutation([3, 6])[:, None, None]  # (2, 1, 7)
    real = np.swapaxes(keep, -1, -2)  # (2, 7, 1)
    other_keys = np.where(real, keys, rng.normal(size=(2, 7, 11)))
    other_values = np.where(real, values, 5.0 * rng.normal(size=(2, 7, 6)) + 8.0)
    return (
        impl.attention(queries, keys, values, keep=keep)[0],
        impl.attention(queries, other_keys, other_values, keep=keep)[0],
    )


@check(
    "a query that may see no key gets zeros, the others are not disturbed",
    axes="query feature; query key",
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
    return impl.attention(queries, keys, rng.normal(size=(7, 6)))[1]


@check(
    "queries, keys, values and mask are left as they were",
    axes="query feature; query feature; key feature; key feature; query key",
    follows="hidden_keys",
)
def leaves_inputs_alone(impl, rng):
    queries, keys, values = rng.normal(size=(5, 11)), rng.normal(size=(7, 11)), rng.normal(size=(7, 6))
    keep = np.array([rng.permutation(7) < visible for visible in (3, 5, 2, 6, 4)])
    outputs = impl.attention(queries, keys, values, keep=keep)[0]
    return outputs, queries, keys, values, keep
