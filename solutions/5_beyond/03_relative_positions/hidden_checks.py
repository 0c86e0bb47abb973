import numpy as np

from grader.checks import check


@check("distances are right in sentences shorter and longer than the table, and with a table of one row")
def short_and_long(impl, rng):
    length = int(rng.randint(6, 11))
    return {
        "short": impl.relative_index(3, int(rng.randint(4, 9))),
        "long": impl.relative_index(length, 1),
        "as long as the table": impl.relative_index(5, 4),
        "one row": impl.relative_index(4, 0),
        "one word": impl.relative_index(1, 3),
    }


@check(
    "together: one pair of tables serves every head, and a sentence may be much longer than the tables",
    axes="batch head query d_v; batch head query key",
)
def one_table_for_all_heads(impl, rng):
    queries, keys, values = (rng.normal(size=(2, 3, 11, width)) for width in (5, 5, 4))
    keep = np.tril(np.ones((11, 11), bool))
    return impl.relative_attention(queries, keys, values, rng.normal(size=(5, 5)), rng.normal(size=(5, 4)), keep)


@check(
    "scores and outputs take any relation between tokens, such as steps in a tree",
    axes="head query key; head query d_v",
)
def any_relation(impl, rng):
    index = rng.permutation(30).reshape(5, 6) % 4
    queries, keys, values = rng.normal(size=(3, 5, 7)), rng.normal(size=(3, 6, 7)), rng.normal(size=(3, 6, 2))
    scores = impl.relative_scores(queries, keys, rng.normal(size=(4, 7)), index)
    weights = rng.uniform(size=(3, 5, 6))
    return scores, impl.relative_values(weights, values, rng.normal(size=(4, 2)), index)


@check("together: scores of several thousand do not overflow", axes="query d_v; query key")
def loud_scores(impl, rng):
    # Exact in single precision: whole numbers, a grid of 1/64, and √16 = 4.
    queries = rng.randint(-3, 4, size=(7, 16)).astype(float)
    keys = rng.randint(-16, 17, size=(7, 16)) / 64.0
    key_table = rng.randint(-16, 17, size=(5, 16)) / 64.0
    queries[:, 0], keys[:, 0], key_table[:, 0] = 4000.0 * rng.permutation([-4, 4, -3, 3, -2, 2, 1]), 0.0, 1.0
    key_table[2, 0] = -1.0
    return impl.relative_attention(queries, keys, rng.normal(size=(7, 6)), key_table, rng.normal(size=(5, 6)))
