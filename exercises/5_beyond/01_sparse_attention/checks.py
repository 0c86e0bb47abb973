import numpy as np

from grader.checks import check


class Compare:
    """The scores of one query with some keys, already scaled; counts them."""

    def __init__(self):
        self.count = 0

    def __call__(self, query, keys):
        if not hasattr(keys, "shape"):
            query, keys = np.asarray(query), np.asarray(keys)
        if len(query.shape) != 1 or keys.shape[-1:] != query.shape or len(keys.shape) > 2:
            found = f"{tuple(query.shape)} and {tuple(keys.shape)}"
            raise ValueError(f"compare takes one query (d_k,) and some keys (n, d_k), not {found}")
        self.count += 1 if len(keys.shape) == 1 else len(keys)
        return keys @ query / query.shape[0] ** 0.5


def pairs(rng, queries, keys):
    """A mask with 2, 3, 4, ... visible keys in its rows, at random places."""
    return np.array([rng.permutation(keys) < 2 + row % (keys - 2) for row in range(queries)])


@check("each token sees itself and its neighbours on both sides, and no others", axes="query key")
def window_around_each_token(impl, rng):
    return impl.window_pattern(9, int(rng.randint(2, 4)))


@check("a global token sees all tokens and is seen by all", axes="query key")
def global_tokens(impl, rng):
    tokens = 1 + rng.permutation(8)[:2]
    return impl.global_pattern(9, [int(token) for token in tokens])


@check("each query sees the keys drawn for it", axes="query key")
def keys_drawn_for_each_query(impl, rng):
    # Query i draws among the keys after it, in a circle: never both ways between two tokens.
    chosen = np.array([(i + 1 + rng.permutation(3)[:2]) % 7 for i in range(7)])
    return impl.random_pattern(7, chosen)


@check("a key that one pattern keeps is visible", axes="query key")
def one_pattern_is_enough(impl, rng):
    order = rng.permutation(35).reshape(5, 7)
    return impl.union([order < 9, (order >= 6) & (order < 15), (order >= 12) & (order < 18)])


@check(
    "the union is a new array, and the patterns stay as they were",
    axes="query key; query key; query key",
    follows="one_pattern_is_enough",
)
def patterns_stay_as_they_were(impl, rng):
    order = rng.permutation(35).reshape(5, 7)
    first, second = order < 9, (order >= 6) & (order < 15)
    return impl.union([first, second]), first, second


@check("with every key visible it is ordinary attention", axes="query d_v")
def everything_visible_is_dense(impl, rng):
    queries, keys, values = rng.normal(size=(5, 11)), rng.normal(size=(7, 11)), rng.normal(size=(7, 6))
    return impl.sparse_attention(queries, keys, values, np.ones((5, 7), bool), Compare())


@check("under a mask it gives what dense attention gives under the same mask", axes="query d_v")
def same_as_dense_under_the_mask(impl, rng):
    queries, keys, values = (1.5 * rng.normal(size=(7, width)) for width in (11, 11, 6))
    return impl.sparse_attention(queries, keys, values, pairs(rng, 7, 7), Compare())


@check("a query that sees nothing gets zeros, and the others are not disturbed", axes="query d_v")
def sees_nothing(impl, rng):
    queries, keys, values = rng.normal(size=(5, 11)), rng.normal(size=(7, 11)), 2 + rng.normal(size=(7, 6))
    keep = pairs(rng, 5, 7)
    keep[rng.randint(0, 5)] = False
    return impl.sparse_attention(queries, keys, values, keep, Compare())


@check("only visible pairs are compared: twice the length, about twice the comparisons")
def compares_visible_pairs_only(impl, rng):
    counts = {}
    for length in (8, 16, 32):
        place, compare = np.arange(length), Compare()
        keep = np.abs(place[:, None] - place) <= 1
        keep[:, rng.randint(0, length)] = True
        queries, keys, values = (rng.normal(size=(length, width)) for width in (5, 5, 3))
        impl.sparse_attention(queries, keys, values, keep, compare)
        counts[f"{length} tokens"] = compare.count
    return counts


@check("each visible pair costs d_k multiplications for its score and d_v for its value")
def counts_multiplications(impl, rng):
    return impl.multiplications(pairs(rng, 5, 7), 11, 6), impl.multiplications(np.ones((3, 4), bool), 5, 2)
