import numpy as np

from grader.checks import check


def normal(rng, *shape):
    values = rng.normal(size=shape)
    values.flat[0] = 0  # a number like any other
    return values


def softmax(scores):
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True)


@check(
    "each pair gets the row of its clipped distance, left to right",
    parts="six words, max_distance 2: query key; eight words: query key; the same with another limit: query key; "
    "one word: query key",
)
def rows_of_the_distances(impl, rng):
    first, second = (int(limit) for limit in rng.permutation([2, 3, 4])[:2])
    eight = [impl.relative_index(8, limit) for limit in (first, second)]
    return impl.relative_index(6, 2), *eight, impl.relative_index(1, 3)


@check("with a table of zeros the scores are the usual ones", axes="batch query key")
def content_part_of_scores(impl, rng):
    queries, keys = normal(rng, 2, 5, 11), normal(rng, 2, 7, 11)
    return impl.relative_scores(queries, keys, np.zeros((3, 11)), rng.randint(0, 3, size=(5, 7)))


@check("with keys of zeros the scores come from the query and the table", axes="batch query key")
def position_part_of_scores(impl, rng):
    queries, table = normal(rng, 2, 6, 11), normal(rng, 3, 11)
    return impl.relative_scores(queries, np.zeros((2, 6, 11)), table, rng.randint(0, 3, size=(6, 6)))


@check(
    "content and position add up in the scores",
    parts="five queries, seven keys: batch query key; all lengths equal: batch query key; one query: batch query key",
    follows="position_part_of_scores",
)
def scores_of_both(impl, rng):
    def scores(batch, queries, keys, d_k):
        parts = normal(rng, batch, queries, d_k), normal(rng, batch, keys, d_k), normal(rng, 5, d_k)
        # Ordered by columns in memory, as after a transposition.
        return impl.relative_scores(*map(np.asfortranarray, (*parts, rng.randint(0, 5, size=(queries, keys)))))

    return scores(2, 5, 7, 11), scores(4, 4, 4, 4), scores(1, 1, 3, 5)


@check("with values of zeros the outputs are mixtures of the table's rows", axes="batch query d_v")
def position_part_of_outputs(impl, rng):
    weights, table = softmax(2 * normal(rng, 2, 7, 7)), normal(rng, 3, 6)
    return impl.relative_values(weights, np.zeros((2, 7, 6)), table, rng.randint(0, 3, size=(7, 7)))


@check(
    "values and table add up in the outputs",
    parts="five queries, seven keys: batch query d_v; all lengths equal: batch query d_v; one query: batch query d_v",
    follows="position_part_of_outputs",
)
def outputs_of_both(impl, rng):
    def outputs(batch, queries, keys, d_v):
        parts = softmax(normal(rng, batch, queries, keys)), normal(rng, batch, keys, d_v), normal(rng, 5, d_v)
        return impl.relative_values(*map(np.asfortranarray, (*parts, rng.randint(0, 5, size=(queries, keys)))))

    return outputs(2, 5, 7, 6), outputs(4, 4, 4, 4), outputs(1, 1, 3, 5)


@check(
    "together: with tables of zeros it is attention that knows no positions",
    parts="outputs: batch query d_v; weights: batch query key",
)
def zero_tables_know_no_positions(impl, rng):
    queries, keys, values = (1.5 * normal(rng, 2, 7, width) for width in (11, 11, 6))
    return impl.relative_attention(queries, keys, values, np.zeros((5, 11)), np.zeros((5, 6)))


@check(
    "together: the worked examples give the worked numbers",
    parts="queries of 1 (outputs: query d_v; weights: query key); queries of -1 (outputs: query d_v; "
    "weights: query key)",
)
def worked_example(impl, rng):
    keys, values = np.zeros((3, 1)), np.array([[10.0], [20], [30]])
    tables = np.array([[1.0], [0], [2]]), np.array([[-1.0], [0], [1]])
    return [impl.relative_attention(np.full((3, 1), query), keys, values, *tables) for query in (1.0, -1.0)]


@check(
    "together: the value table goes into the outputs, even if all lengths and widths are equal",
    parts="outputs: batch query d_v; weights: batch query key",
)
def equal_widths(impl, rng):
    queries, keys, values = (np.asfortranarray(normal(rng, 5, 5, 5)) for _ in range(3))
    key_table, value_table = (np.asfortranarray(1.5 * normal(rng, 5, 5)) for _ in range(2))
    return impl.relative_attention(queries, keys, values, key_table, value_table)


@check(
    "together: a short sentence, even a single word, uses the middle of long tables",
    parts="three words (outputs: query d_v; weights: query key); one word (outputs: query d_v; weights: query key)",
)
def short_sentence(impl, rng):
    found = {}
    for name, words, rows in (("three words", 3, 11), ("one word", 1, 5)):
        queries, keys, values = (normal(rng, words, width) for width in (5, 5, 4))
        found[name] = impl.relative_attention(queries, keys, values, normal(rng, rows, 5), 1 + normal(rng, rows, 4))
    return found


@check(
    "together: a sentence that is moved to other positions gives the same outputs",
    parts="from 0 on: word d_v; from 2 on: word d_v; from 5 on: word d_v",
)
def moved_sentence(impl, rng):
    words = [normal(rng, 4, width) for width in (5, 5, 6)]
    key_table, value_table = 1.5 * normal(rng, 5, 5), normal(rng, 5, 6)
    outputs = {}
    for start in (0, 2, 5):
        around = [rng.normal(size=(9, part.shape[1])) for part in words]
        for all_tokens, part in zip(around, words, strict=True):
            all_tokens[start : start + 4] = part
        place = np.arange(9)
        keep = (start <= place) & (place < start + 4)
        result, _ = impl.relative_attention(*around, key_table, value_table, keep)
        outputs[f"from {start} on"] = result[start : start + 4]
    return outputs


@check(
    "together: hidden keys get no weight, and a query that sees nothing gets zeros",
    parts="some keys hidden (outputs: batch query d_v; weights: batch query key); "
    "all hidden (outputs: batch query d_v; weights: batch query key); "
    "one row for all queries (outputs: batch query d_v; weights: batch query key)",
)
def hidden_keys(impl, rng):
    parts = *(normal(rng, 2, 7, width) for width in (11, 11, 6)), np.zeros((3, 11)), np.zeros((3, 6))
    keep = np.array([[rng.permutation(7) < 3 + row % 3 for row in range(7)] for _ in range(2)])
    blind, padded = rng.randint(0, 7, size=2)
    keep[0, blind], keep[1, :, padded] = False, False
    masks = keep, np.zeros((7, 7), bool), keep[1].any(0)
    return [impl.relative_attention(*parts, mask) for mask in masks]


@check(
    "together: scores of any size, even hidden ones",
    parts="scores of thousands (outputs: query d_v; weights: query key); "
    "scores below -1e30 (outputs: query d_v; weights: query key); "
    "scores of thousands, none hidden (outputs: query d_v; weights: query key)",
    follows="hidden_keys",
)
def loud_scores(impl, rng):
    # Exact in single precision: whole numbers, a grid of 1/64, and √16 = 4.
    queries = rng.randint(-3, 4, size=(7, 16)).astype(float)
    keys = rng.randint(-16, 17, size=(7, 16)) / 64.0
    key_table = rng.randint(-16, 17, size=(5, 16)) / 64.0
    queries[:, 0], keys[:, 0], key_table[:, 0] = 4000.0 * rng.permutation([-4, 4, -3, 3, -2, 2, 1]), 0.0, 1.0
    key_table[2, 0] = -1.0  # a token likes itself most if its query is negative; but it is hidden from itself
    values, value_table = normal(rng, 7, 6), normal(rng, 5, 6)
    parts = 2.0**13 * queries, keys / 2.0**13, values, key_table / 2.0**13, value_table
    loud = impl.relative_attention(*parts, ~np.eye(7, dtype=bool))
    low_table = np.zeros((5, 16))
    low_table[:, 0] = 2.0**52 * np.array([5, 4, 3, 2, 1])
    ahead_hidden = np.tril(np.ones((7, 7), bool))
    low = impl.relative_attention(np.full((7, 16), -(2.0**52)), 0 * keys, values, low_table, value_table, ahead_hidden)
    return loud, low, impl.relative_attention(*parts)
