import numpy as np

from grader.checks import check


@check(
    "distances are right in sentences shorter and longer than the table, and with a table of one row",
    parts="short: query key; long: query key; as long as the table: query key; one row: query key; "
    "attention with one row (outputs: query d_v; weights: query key)",
)
def short_and_long(impl, rng):
    length = int(rng.randint(6, 11))
    return {
        "short": impl.relative_index(3, int(rng.randint(4, 9))),
        "long": impl.relative_index(length, 1),
        "as long as the table": impl.relative_index(5, 4),
        "one row": impl.relative_index(4, 0),
        "attention with one row": impl.relative_attention(*(rng.normal(size=(n, 2)) for n in (3, 3, 3, 1, 1))),
    }


@check("distances are right in a long text with a large table", axes="query key")
def a_long_text(impl, rng):
    return impl.relative_index(int(rng.randint(300, 320)), int(rng.randint(150, 200)))


@check(
    "together: one pair of tables serves every head, each may have its own mask, and a sentence may be much longer "
    "than the tables",
    parts="a mask for each head (outputs: batch head query d_v; weights: batch head query key); "
    "as many sentences as words (outputs: batch query d_v; weights: batch query key); "
    "a mask of queries (outputs: batch query d_v; weights: batch query key)",
)
def one_table_for_all_heads(impl, rng):
    queries, keys, values = (rng.normal(size=(2, 3, 11, width)) for width in (5, 5, 4))
    keep = np.tril(np.ones((11, 11), bool)) & (rng.permutation(33).reshape(3, 1, 11) % 5 > 0)  # a mask for each head
    tables, square = (rng.normal(size=(5, 5)), rng.normal(size=(5, 4))), slice(4)
    few = [part[:, :, square].reshape(-1, 4, part.shape[-1])[square] for part in (queries, keys, values)]
    return (
        impl.relative_attention(queries, keys, values, *tables, keep),
        impl.relative_attention(*few, *tables, np.tri(4, dtype=bool)),
        impl.relative_attention(*few, *tables, rng.permutation(4)[:, None] < 3),
    )


@check(
    "together: a sentence of more than 256 words",
    parts="outputs: query d_v; weights: query key",
)
def many_words(impl, rng):
    queries, keys, values = (rng.normal(size=(260, 2)) for _ in range(3))
    return impl.relative_attention(queries, keys, values / 100, rng.normal(size=(7, 2)), rng.normal(size=(7, 2)) / 100)


@check(
    "scores and outputs take any relation between tokens, such as steps in a tree",
    parts="scores: head query key; outputs: head query d_v",
)
def any_relation(impl, rng):
    index = rng.permutation(30).reshape(5, 6) % 5
    queries, keys, values = rng.normal(size=(3, 5, 70)), rng.normal(size=(3, 6, 70)), rng.normal(size=(3, 6, 2))
    scores = impl.relative_scores(queries, keys, rng.normal(size=(5, 70)), index.astype(np.uint8))  # 4 · 70 is over 255
    weights = rng.uniform(size=(3, 5, 6))
    return scores, impl.relative_values(weights, values, rng.normal(size=(5, 2)), index.astype(np.uint8))


@check(
    "tables of many rows, many queries, many keys, and small numbers",
    parts="scores of many queries: query key; scores of many keys: query key; outputs of many queries: query d_v; "
    "wide outputs: query d_v",
)
def large_tables(impl, rng):
    def index(*shape):
        return rng.randint(0, 401, size=shape)

    key_table, value_table = rng.normal(size=(401, 3)) / 100, rng.normal(size=(401, 260)) / 100
    many, few = rng.normal(size=(260, 3)), rng.normal(size=(2, 3))
    return (
        impl.relative_scores(many, few / 100, key_table, index(260, 2)),
        impl.relative_scores(few, many / 100, key_table, index(2, 260)),
        impl.relative_values(np.abs(many), rng.normal(size=(3, 2)) / 100, value_table[:, :2], index(260, 3)),
        impl.relative_values(np.abs(few), rng.normal(size=(3, 260)) / 100, value_table, index(2, 3)),
    )


@check(
    "no call remembers an earlier one",
    parts="scores (call: query key); outputs (call: query d_v); together (call (outputs: query d_v; "
    "weights: query key))",
)
def nothing_is_remembered(impl, rng):
    def tables():
        return rng.normal(size=(3, 5)), rng.normal(size=(3, 4))

    queries, weights = rng.normal(size=(6, 5)), rng.uniform(size=(6, 6))
    keys, values = rng.normal(size=(2, 6, 5)), rng.normal(size=(2, 6, 4))
    index = rng.randint(0, 3, size=(6, 6))
    scores = [impl.relative_scores(queries, keys[call], tables()[0], index) for call in range(2)]
    outputs = [impl.relative_values(weights, values[call], tables()[1], index) for call in range(2)]
    return scores, outputs, [impl.relative_attention(queries, keys[call], values[call], *tables()) for call in range(2)]
