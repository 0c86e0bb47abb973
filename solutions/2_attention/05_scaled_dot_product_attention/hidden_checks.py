import numpy as np

from grader.checks import check


@check(
    "attention works with a head axis, with one mask for every head or one each, and with nothing but padding",
    axes="batch head query feature; batch head query key; batch head query feature",
)
def with_a_head_axis(impl, rng):
    queries, keys = rng.normal(size=(4, 3, 5, 11)), rng.normal(size=(4, 3, 7, 11))
    values = rng.normal(size=(4, 3, 7, 6))
    shared = np.arange(7) < rng.permutation([4, 6, 0, 7])[:, None, None, None]  # (4, 1, 1, 7)
    one_each = np.arange(7) < rng.randint(1, 7, size=(4, 3, 5, 1))
    outputs, weights = impl.attention(queries, keys, values, keep=shared)
    return outputs, weights, impl.attention(queries, keys, values, keep=one_each)[0]


@check("the scale follows the width of the queries and keys, narrow or wide")
def narrow_and_wide(impl, rng):
    values = rng.normal(size=(7, 2))
    narrow = impl.attention(rng.normal(size=(5, 3)), rng.normal(size=(7, 3)), values)
    wide = impl.attention(rng.normal(size=(5, 50)), rng.normal(size=(7, 50)), values)
    return {"d_k = 3": narrow, "d_k = 50": wide}


@check("one query against keys of its own for each sentence", axes="batch query feature; batch query key")
def one_query(impl, rng):
    return impl.attention(rng.normal(size=(3, 1, 5)), rng.normal(size=(3, 8, 5)), rng.normal(size=(3, 8, 7)))


@check("a hidden key with a score of 16000 does not drown out visible ones near -16000", axes="query key")
def loud_hidden_keys(impl, rng):
    queries, keys = rng.randint(-16, 17, size=(3, 16)) / 8.0, rng.randint(-16, 17, size=(7, 16)) / 8.0
    hidden = rng.permutation(7)[:3]
    queries[:, 0], keys[:, 0] = -256.0, 250.0  # visible: -256 · 250 / 4 = -16000
    keys[hidden, 0] = -250.0
    keep = np.ones((1, 7), bool)
    keep[0, hidden] = False
    return impl.attention(queries, keys, rng.normal(size=(7, 6)), keep=keep)[1]
