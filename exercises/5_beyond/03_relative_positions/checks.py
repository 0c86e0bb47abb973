import numpy as np

from grader.checks import check


def softmax(scores):
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True)


@check("each pair gets the row of its clipped distance, left to right", axes="query key")
def rows_of_the_distances(impl, rng):
    return impl.relative_index(8, int(rng.randint(2, 4)))


@check("with a table of zeros the scores are the usual ones", axes="batch query key")
def content_part_of_scores(impl, rng):
    queries, keys = rng.normal(size=(2, 5, 11)), rng.normal(size=(2, 7, 11))
    return impl.relative_scores(queries, keys, np.zeros((3, 11)), rng.randint(0, 3, size=(5, 7)))


@check("with keys of zeros the scores come from the query and the table", axes="batch query key")
def position_part_of_scores(impl, rng):
    queries, table = rng.normal(size=(2, 5, 11)), rng.normal(size=(3, 11))
    return impl.relative_scores(queries, np.zeros((2, 7, 11)), table, rng.randint(0, 3, size=(5, 7)))


@check("content and position add up in the scores", axes="batch query key", follows="position_part_of_scores")
def scores_of_both(impl, rng):
    queries, keys, table = rng.normal(size=(2, 5, 11)), rng.normal(size=(2, 7, 11)), rng.normal(size=(3, 11))
    return impl.relative_scores(queries, keys, table, rng.randint(0, 3, size=(5, 7)))


@check("with values of zeros the outputs are mixtures of the table's rows", axes="batch query d_v")
def position_part_of_outputs(impl, rng):
    weights, table = softmax(2 * rng.normal(size=(2, 7, 7))), rng.normal(size=(3, 6))
    return impl.relative_values(weights, np.zeros((2, 7, 6)), table, rng.randint(0, 3, size=(7, 7)))


@check("values and table add up in the outputs", axes="batch query d_v", follows="position_part_of_outputs")
def outputs_of_both(impl, rng):
    weights, values, table = softmax(rng.normal(size=(2, 5, 7))), rng.normal(size=(2, 7, 6)), rng.normal(size=(3, 6))
    return impl.relative_values(weights, values, table, rng.randint(0, 3, size=(5, 7)))


@check(
    "together: with tables of zeros it is attention that knows no positions",
    axes="batch query d_v; batch query key",
)
def zero_tables_know_no_positions(impl, rng):
    queries, keys, values = (1.5 * rng.normal(size=(2, 7, width)) for width in (11, 11, 6))
    return impl.relative_attention(queries, keys, values, np.zeros((5, 11)), np.zeros((5, 6)))


@check("together: the worked example gives the worked numbers", axes="query d_v; query key")
def worked_example(impl, rng):
    queries, keys, values = np.ones((3, 1)), np.zeros((3, 1)), np.array([[10.0], [20], [30]])
    return impl.relative_attention(queries, keys, values, np.array([[1.0], [0], [2]]), np.array([[-1.0], [0], [1]]))


@check("together: the value table goes into the outputs, even if all widths are equal", axes="query d_v; query key")
def equal_widths(impl, rng):
    queries, keys, values = rng.normal(size=(3, 7, 6))
    key_table, value_table = 1.5 * rng.normal(size=(2, 1, 6))  # one row: all distances are alike
    return impl.relative_attention(queries, keys, values, key_table, value_table)


@check("together: a sentence that is moved to another place gives the same outputs", axes="word d_v")
def moved_sentence(impl, rng):
    words = [rng.normal(size=(4, width)) for width in (5, 5, 6)]
    key_table, value_table = 1.5 * rng.normal(size=(5, 5)), rng.normal(size=(5, 6))
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
    axes="batch query d_v; batch query key",
)
def hidden_keys(impl, rng):
    queries, keys, values = (rng.normal(size=(2, 7, width)) for width in (11, 11, 6))
    key_table, value_table = np.zeros((3, 11)), np.zeros((3, 6))
    keep = np.array([[rng.permutation(7) < 3 + row % 3 for row in range(7)] for _ in range(2)])
    keep[rng.randint(0, 2), rng.randint(0, 7)] = False
    return impl.relative_attention(queries, keys, values, key_table, value_table, keep)
