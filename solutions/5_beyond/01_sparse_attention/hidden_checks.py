import numpy as np

from grader.checks import check


class Compare:
    def __init__(self):
        self.count = 0

    def __call__(self, query, keys):
        if not hasattr(keys, "shape"):
            query, keys = np.asarray(query), np.asarray(keys)
        self.count += 1 if len(keys.shape) == 1 else len(keys)
        return keys @ query / query.shape[0] ** 0.5


@check("patterns are right for any length, for no neighbour, for no global token and for keys drawn twice")
def edges_of_the_patterns(impl, rng):
    length = int(rng.randint(5, 9))
    return {
        "no neighbour": impl.window_pattern(length, 0),
        "all neighbours": impl.window_pattern(length, length),
        "some neighbours": impl.window_pattern(length, length - 2),
        "no global token": impl.global_pattern(length, []),
        "the last one": impl.global_pattern(length, [length - 1]),
        "drawn twice": impl.random_pattern(4, np.array([[3, 3, 0], [2, 2, 2], [0, 1, 0], [1, 3, 1]])),
        "drawn anew": impl.random_pattern(4, rng.randint(0, 4, size=(4, 3))),
        "nothing drawn": impl.random_pattern(4, np.zeros((4, 0), int)),
    }


@check("patterns of long sentences, and of arrays that are views")
def long_patterns(impl, rng):
    length = int(rng.randint(262, 270))
    chosen = rng.randint(0, length, size=(2, length))
    chosen[0, -2:] = 1, length - 1
    wide = rng.uniform(size=(2, 2, 300)) < 0.4
    return {
        "window": impl.window_pattern(length, 3)[250:],
        "global": impl.global_pattern(length, [2, length - 2])[250:],
        "random": impl.random_pattern(length, chosen.T)[250:],
        "union of wide patterns": impl.union(list(wide)),
        "union of tall patterns": impl.union([pattern.T for pattern in wide]),
        "union of other patterns": impl.union([~pattern.T for pattern in wide]),
    }


@check(
    "many queries, wide values and other keys, in arrays that are views; whole numbers meet fractions",
    parts="outputs: query d_v",
)
def many_queries(impl, rng):
    queries, keys, values = rng.normal(size=(2, 300)).T, rng.normal(size=(2, 3)).T, 0.01 * rng.normal(size=(2, 3)).T
    keep = rng.uniform(size=(300, 3)) < 0.6
    wide, some = 0.01 * rng.normal(size=(300, 3)).T, queries[:4]
    whole, real = rng.randint(-3, 4, size=(3, 5, 2)), rng.normal(size=(3, 5, 2))
    one_whole = [[whole[i] if i == kept else real[i] for i in range(3)] for kept in range(3)]
    return (
        impl.sparse_attention(queries, keys, values, keep, Compare()),
        impl.sparse_attention(some, keys, wide, keep[:4], Compare()),
        impl.sparse_attention(some, keys[::2], wide[::2], keep[:4, ::2], Compare()),
        impl.sparse_attention(some, keys, wide, keep[:4] & False, Compare()),
        *(impl.sparse_attention(*arrays, rng.uniform(size=(5, 5)) < 0.6, Compare()) for arrays in one_whole),
    )


@check("the cost of one pattern for vectors of several widths", parts="multiplications")
def cost_of_other_widths(impl, rng):
    keep = rng.uniform(size=(6, 4)) < 0.5
    return (
        impl.multiplications(keep, 3, 8),
        impl.multiplications(keep, 8, 5),
        impl.multiplications(keep[:, :1], 64, 1),
        impl.multiplications(np.ones((300, 400), bool), 32768, 16384),
    )


@check(
    "other numbers in tokens that no query sees change nothing, and few queries may attend to many keys",
    parts="as given: query d_v; changed: query d_v",
)
def hidden_tokens_change_nothing(impl, rng):
    queries, keys, values = rng.normal(size=(4, 5)), rng.normal(size=(9, 5)), rng.normal(size=(9, 3))
    order = rng.permutation(9)
    keep = np.zeros((4, 9), bool)
    for row, count in enumerate(rng.permutation([1, 2, 3, 5])):
        keep[row, order[:count]] = True
    unseen = ~keep.any(axis=0)[:, None]
    changed = impl.sparse_attention(
        queries, np.where(unseen, 3 * keys[::-1], keys), np.where(unseen, 50.0, values), keep, Compare()
    )
    return impl.sparse_attention(queries, keys, values, keep, Compare()), changed


@check("together: the cost of window, global and random patterns grows with the length, not with its square")
def cost_of_the_whole_pattern(impl, rng):
    costs = []
    for length in (8, 16, 32, 64):
        chosen = np.array([rng.permutation(length)[:2] for _ in range(length)])
        patterns = [
            impl.window_pattern(length, 1),
            impl.global_pattern(length, [0, 3]),
            impl.random_pattern(length, chosen),
        ]
        costs.append(impl.multiplications(impl.union(patterns), 7, 5))
    return costs
