import numpy as np

from grader.checks import check


@check(
    "attention works with a head axis, with one mask for all heads or one each, and with nothing but padding",
    parts="outputs: batch head query feature; weights: batch head query key; one mask each: batch head query feature; "
    "one for all: batch head query feature; keys for all: batch head query feature",
)
def with_a_head_axis(impl, rng):
    queries, keys = rng.normal(size=(4, 3, 5, 11)), rng.normal(size=(4, 3, 7, 11))
    values = rng.normal(size=(4, 3, 7, 6))
    shared = np.arange(7) < rng.permutation([4, 6, 0, 7])[:, None, None, None]  # (4, 1, 1, 7)
    one_each = np.arange(7) < rng.randint(1, 7, size=(4, 3, 5, 1))
    outputs, weights = impl.attention(queries, keys, values, keep=shared)
    masks = one_each, one_each[0, 0], rng.permutation(7) < 4
    return outputs, weights, *(impl.attention(queries, keys, values, keep=mask)[0] for mask in masks)


@check("three leading axes, all of them as long as the queries, keys and features", parts="outputs; weights")
def all_sizes_equal(impl, rng):
    queries, keys, values = rng.normal(size=(3, 3, 3, 3, 3, 3))
    keep = rng.uniform(size=(3, 1, 3, 3)) < 0.6
    return impl.attention(queries, keys, values, keep=keep)


@check(
    "the scale follows the width of the queries and keys, narrow or wide",
    parts="d_k 3 (outputs: query feature; weights: query key); d_k 50 (outputs: query feature; weights: query key)",
)
def narrow_and_wide(impl, rng):
    values = rng.normal(size=(7, 2))
    narrow = impl.attention(rng.normal(size=(5, 3)), rng.normal(size=(7, 3)), values)
    wide = impl.attention(rng.normal(size=(5, 50)), rng.normal(size=(7, 50)), values)
    return narrow, wide


@check("hidden keys stay hidden, and visible ones keep their order, however low or high the scores", axes="query key")
def low_scores(impl, rng):
    # One visible key a row, so that its weight is exactly 1. A number put in a hidden place must be lower still.
    # In the last two rows all are visible; one is the best, of those around -2¹⁰² and 2¹⁰².
    keys = 2.0**52 * np.repeat(rng.permutation([1, 2, 2, 2, 2, 3])[:, None], 4, axis=-1)
    queries = 2.0 ** np.array([[-40.0], [-16.0], [49.0], [49.0], [49.0]]) * np.ones((5, 4))
    queries[:4] *= -1.0
    keep = np.array([rng.permutation(6) < visible for visible in (1, 1, 1, 6, 6)])
    return impl.attention(queries, keys, rng.normal(size=(6, 3)), keep=keep)[1]


@check(
    "many queries, many keys and many features, also in arrays that are views",
    parts="many queries (outputs: query feature; weights: query key); "
    "many keys (outputs: query feature; weights: query key); "
    "many features (outputs: query feature; weights: query key)",
)
def many_of_each(impl, rng):
    many, few = rng.normal(size=(2, 300)).T, rng.normal(size=(3, 2))
    return (
        impl.attention(many, few, few),
        impl.attention(few, many, many),
        impl.attention(few, few, rng.normal(size=(300, 3)).T),
    )


@check(
    "where every key is hidden there is nothing but zeros",
    parts="all visible (outputs: query feature; weights: query key); "
    "some visible (outputs: query feature; weights: query key); "
    "none visible (outputs: query feature; weights: query key); "
    "some queries blind (outputs: query feature; weights: query key)",
)
def everything_hidden(impl, rng):
    queries, keys, values = rng.normal(size=(4, 5)), rng.normal(size=(6, 5)), rng.normal(size=(6, 3)) + 1.0
    keep = rng.uniform(size=(4, 6)) < 0.6
    return (
        impl.attention(queries, keys, values, keep=keep | True),
        impl.attention(queries, keys, values, keep=keep),
        impl.attention(queries, keys, values, keep=keep & False),
        impl.attention(queries, keys, values, keep=rng.permutation(4)[:, None] < 2),
    )
