import numpy as np

from grader.checks import check


class Compare:
    """The scores of one query with some keys, already scaled; counts them."""

    def __init__(self, sharpness=1.0):
        self.count = 0
        self.sharpness = sharpness

    def __call__(self, query, keys):
        if not hasattr(keys, "shape"):
            query, keys = np.asarray(query), np.asarray(keys)
        if len(query.shape) != 1 or keys.shape[-1:] != query.shape or len(keys.shape) > 2:
            found = f"{tuple(query.shape)} and {tuple(keys.shape)}"
            raise ValueError(f"compare takes one query (d_k,) and some keys (n, d_k), not {found}")
        self.count += 1 if len(keys.shape) == 1 else len(keys)
        return keys @ query / query.shape[0] ** 0.5 * self.sharpness


def pairs(rng, queries, keys):
    """A mask with 2, 3, 4, ... visible keys in its rows, at random places."""
    return np.array([rng.permutation(keys) < 2 + row % (keys - 2) for row in range(queries)])


# The patterns that the statement draws: the keys drawn for each query, and the patterns without them.
CHOSEN = ((4, 6), (3, 7), (5, 7), (0, 6), (1, 7), (2, 0), (3, 1), (4, 2))
NEAR = np.tri(8, k=1, dtype=bool) & np.tri(8, k=1, dtype=bool).T


def with_pairs(pattern):
    """A pattern, and the number that the statement prints below it."""
    return pattern, int(np.asarray(pattern).sum())


@check(
    "each token sees itself and its neighbours on both sides, and no others",
    parts="as drawn: query key; pairs drawn; another: query key; one token: query key",
)
def window_around_each_token(impl, rng):
    another = impl.window_pattern(11, int(rng.randint(3, 5)))
    return *with_pairs(impl.window_pattern(8, 1)), another, impl.window_pattern(1, 2)


@check(
    "a global token sees all tokens and is seen by all",
    parts="as drawn: query key; pairs drawn; another: query key; one token: query key",
)
def global_tokens(impl, rng):
    tokens = [int(token) for token in 1 + rng.permutation(8)[:2]]
    return *with_pairs(impl.global_pattern(8, [0, 1])), impl.global_pattern(9, tokens), impl.global_pattern(1, [0])


@check(
    "each query sees the keys drawn for it",
    parts="as drawn: query key; pairs drawn; another: query key; one token: query key",
)
def keys_drawn_for_each_query(impl, rng):
    # Query i draws among the keys after it, in a circle: never both ways between two tokens.
    chosen = np.array([(i + 1 + rng.permutation(3)[:2]) % 7 for i in range(7)])
    another, one = impl.random_pattern(7, chosen), impl.random_pattern(1, np.array([[0]]))
    return *with_pairs(impl.random_pattern(8, np.array(CHOSEN))), another, one


@check("a query can draw a key more than once, and as many keys as there are tokens", axes="query key")
def keys_drawn_twice(impl, rng):
    chosen = rng.randint(0, 6, size=(6, 6))
    chosen[:3] = chosen[:3, :1]  # the same key each time
    return impl.random_pattern(6, chosen)


@check(
    "a key that one pattern keeps is visible",
    parts="as drawn: query key; pairs drawn; another: query key; one query: query key",
)
def one_pattern_is_enough(impl, rng):
    everywhere, drawn = np.zeros((2, 8, 8), bool)
    everywhere[:2] = everywhere[:, :2] = True
    drawn[np.arange(8)[:, None], np.array(CHOSEN)] = True
    order = rng.permutation(35).reshape(5, 7)
    another = impl.union([order < 9, (order >= 6) & (order < 15), (order >= 12) & (order < 18)])
    one_query = impl.union([order[:1] < 12, order[:1] > 20])
    return *with_pairs(impl.union([NEAR.copy(), everywhere, drawn])), another, one_query


@check("one, two or four patterns are united, and as many patterns as tokens", parts="union: query key")
def any_number_of_patterns(impl, rng):
    patterns = [rng.uniform(size=(4, 4)) < 0.25 for _ in range(4)]
    patterns[1][:] = False
    return impl.union(patterns[:1]), impl.union(patterns[:2]), impl.union(patterns)


@check("the worked example gives the worked outputs", parts="two keys: query d_v; all keys: query d_v")
def worked_example(impl, rng):
    query, keys, values = np.array([[1]]), np.array([[1], [2], [3]]), np.array([[10], [20], [30]])
    keep = np.array([[False, True, True]])
    return (
        impl.sparse_attention(query, keys, values, keep, Compare()),
        impl.sparse_attention(query, keys, values, keep | True, Compare()),
    )


@check("with every key visible it is ordinary attention", axes="query d_v")
def everything_visible_is_dense(impl, rng):
    queries, keys, values = rng.normal(size=(5, 11)), rng.normal(size=(7, 11)), rng.normal(size=(7, 6))
    return impl.sparse_attention(queries, keys, values, np.ones((5, 7), bool), Compare())


@check("under a mask it gives what dense attention gives under the same mask", axes="query d_v")
def same_as_dense_under_the_mask(impl, rng):
    queries, keys, values = (1.5 * rng.normal(size=(7, width)) for width in (11, 11, 6))
    return impl.sparse_attention(queries, keys, values, pairs(rng, 7, 7), Compare())


@check("a query that sees nothing gets zeros, and the others are not affected", axes="query d_v")
def sees_nothing(impl, rng):
    queries, keys, values = rng.normal(size=(5, 11)), rng.normal(size=(7, 11)), 2 + rng.normal(size=(7, 6))
    keep = pairs(rng, 5, 7)
    keep[rng.randint(0, 5)] = False
    return impl.sparse_attention(queries, keys, values, keep, Compare())


@check("as many queries as keys, and vectors of that width", axes="query d_v")
def square_arrays(impl, rng):
    queries, keys, values = rng.normal(size=(3, 5, 5))
    values[rng.randint(5), rng.randint(5)] = 0.0
    return impl.sparse_attention(queries, keys, values, pairs(rng, 5, 5), Compare())


@check("scores of several thousand do not overflow", axes="query d_v")
def loud_scores(impl, rng):
    # Exact in single precision: whole queries, keys on a grid, and √16 = 4.
    queries = rng.randint(-3, 4, size=(5, 16)).astype(float)
    keys = rng.randint(-32, 33, size=(7, 16)) / 64.0
    queries[:, 0], keys[:, 0] = rng.permutation([-16000.0, 16000.0, 0.0, 12000.0, 20000.0]), 1.0
    keys[rng.randint(0, 7), 0] = -1.0  # far from the others
    keep = np.array([rng.permutation(7) < visible for visible in (2, 3, 4, 5, 7)])
    return impl.sparse_attention(2.0**13 * queries, keys / 2.0**13, rng.normal(size=(7, 6)), keep, Compare())


@check("the scores are what compare returns, however it compares", axes="query d_v")
def scores_of_compare(impl, rng):
    queries, keys, values = (rng.normal(size=(6, width)) for width in (4, 4, 3))
    return impl.sparse_attention(queries, keys, values, pairs(rng, 6, 6), Compare(sharpness=2.5))


@check(
    "only visible pairs are compared, each once: twice the length, about twice the comparisons",
    parts="comparisons for 8 tokens; comparisons for 16 tokens; comparisons for 32 tokens",
)
def compares_visible_pairs_only(impl, rng):
    counts = []
    for length in (8, 16, 32):
        place, compare = np.arange(length), Compare()
        keep = np.abs(place[:, None] - place) <= 1
        keep[:, rng.permutation(length)[: rng.randint(1, 4)]] = True
        queries, keys, values = (rng.normal(size=(length, width)) for width in (5, 5, 3))
        impl.sparse_attention(queries, keys, values, keep, compare)
        counts.append(compare.count)
    return tuple(counts)


@check(
    "each visible pair costs d_k multiplications for its score and d_v for its value",
    parts="some pairs; all pairs; no pair",
)
def counts_multiplications(impl, rng):
    keep = rng.uniform(size=(5, 7)) < 0.4
    keep[rng.randint(5)] = False
    return (
        impl.multiplications(keep, 11, 6),
        impl.multiplications(keep | True, 5, 2),
        impl.multiplications(keep & False, 5, 2),
    )
