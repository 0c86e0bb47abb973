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
        "one pattern": impl.union([rng.uniform(size=(4, 3)) < 0.5]),
    }


@check("other numbers in tokens that no query sees change nothing, and few queries may ask many keys", axes="query d_v")
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
    return {"as given": impl.sparse_attention(queries, keys, values, keep, Compare()), "changed": changed}


@check("scores of several thousand do not overflow", axes="query d_v")
def loud_scores(impl, rng):
    # Exact in single precision: whole queries, keys on a grid, and √16 = 4.
    queries = rng.randint(-3, 4, size=(5, 16)).astype(float)
    keys = rng.randint(-32, 33, size=(7, 16)) / 64.0
    queries[:, 0], keys[:, 0] = rng.permutation([-16000.0, 16000.0, -12000.0, 12000.0, 20000.0]), 1.0
    keys[rng.randint(0, 7), 0] = -1.0  # far from the others
    keep = np.array([rng.permutation(7) < visible for visible in (2, 3, 4, 5, 7)])
    return impl.sparse_attention(queries, keys, rng.normal(size=(7, 6)), keep, Compare())


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
