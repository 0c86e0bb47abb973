import numpy as np

from grader.checks import check

X = ((1, 0, 1, 0), (0, 2, 0, 2), (1, 1, 1, 1))
W_KEY = ((0, 0, 1), (1, 1, 0), (0, 1, 0), (1, 1, 0))
W_QUERY = ((1, 0, 1), (1, 0, 0), (0, 0, 1), (0, 1, 1))
W_VALUE = ((0, 2, 0), (0, 3, 0), (1, 0, 3), (1, 1, 0))
Q = ((1, 0, 2), (2, 2, 2), (2, 1, 3))
K = ((0, 1, 1), (4, 4, 0), (2, 3, 1))
V = ((1, 2, 3), (2, 8, 0), (2, 6, 3))
SCORES = ((2, 4, 4), (4, 16, 12), (4, 12, 10))


def printed():
    """The printed sentence and its matrices, in the order of the arguments."""
    return [np.array(numbers) for numbers in (X, W_QUERY, W_KEY, W_VALUE)]


@check("the printed sentence and matrices give the worked Q, K and V", parts="Q: word d_k; K: word d_k; V: word d_v")
def printed_projections(impl, rng):
    return impl.project(*printed())


@check("every word is multiplied by each of the three matrices", parts="Q: word d_k; K: word d_k; V: word d_v")
def three_projections(impl, rng):
    W_q, W_k, W_v = rng.normal(size=(3, 4, 4))
    return impl.project(rng.normal(size=(4, 4)), W_q, W_k, W_v)


@check("a sentence of one word, with queries and keys of width 1", parts="Q: word d_k; K: word d_k; V: word d_v")
def one_word(impl, rng):
    return impl.project(
        rng.normal(size=(1, 5)), rng.normal(size=(5, 1)), rng.normal(size=(5, 1)), rng.normal(size=(5, 3))
    )


@check("the worked Q and K give the worked scores", axes="query key")
def printed_scores(impl, rng):
    return impl.attention_scores(np.array(Q), np.array(K))


@check("row i of the scores is query i against all keys", axes="query key")
def queries_in_rows(impl, rng):
    return impl.attention_scores(rng.normal(size=(5, 3)), rng.normal(size=(5, 3)))


@check("one query against several keys, and one key", parts="one query: query key; one key: query key")
def one_query(impl, rng):
    queries, keys = rng.normal(size=(6, 3)), rng.normal(size=(4, 3))
    return impl.attention_scores(queries[:1], keys), impl.attention_scores(queries, keys[:1])


@check("the worked scores give the worked weights", parts="unscaled: query key; scaled: query key")
def printed_weights(impl, rng):
    return impl.attention_weights(np.array(SCORES)), impl.attention_weights(np.array(SCORES), d_k=3)


@check("without d_k the weights are the softmax of each row of scores", axes="query key")
def plain_softmax(impl, rng):
    scores = 1.5 * rng.normal(size=(5, 7))
    scores[rng.randint(5), rng.randint(7)] = 0.0
    return impl.attention_weights(scores)


@check("with d_k the scores are divided by its root before the softmax", axes="query key")
def scaled_softmax(impl, rng):
    return impl.attention_weights(4 * rng.normal(size=(5, 7)), d_k=11)


@check("weights of one query, and of one key", parts="one query: query key; one key: query key")
def weights_of_one_query(impl, rng):
    return impl.attention_weights(rng.normal(size=(1, 5)), d_k=4), impl.attention_weights(rng.normal(size=(4, 1)))


@check("scores far apart do not overflow, scaled or not", parts="unscaled: query key; scaled: query key")
def scores_far_apart(impl, rng):
    # On a 1/64 grid these numbers are exact in single precision too.
    scores = rng.randint(-96, 97, size=(5, 7)) / 64.0
    scores[1] += 80_000.0
    scores[2, :3] -= 800.0
    scores[3, :4] += 600.0
    scores[3, 4:] -= 200.0
    scores[4] -= 800.0
    scores[4, 5:] += 1600.0
    return impl.attention_weights(scores), impl.attention_weights(scores, d_k=1024)


@check("the worked weights of query 1 give the worked contributions", axes="query key d_v")
def printed_contributions(impl, rng):
    weights = np.exp(np.array(SCORES[:1], float))
    return impl.contributions(weights / weights.sum(), np.array(V))


@check("each value, times its weight, is a contribution of its own", axes="query key d_v")
def contributions_one_by_one(impl, rng):
    shares = rng.uniform(0.1, 1.0, size=(5, 7))
    return impl.contributions(shares / shares.sum(axis=1, keepdims=True), rng.normal(size=(7, 3)))


@check(
    "as many queries as keys and values of that width: each weight multiplies the value of its key",
    axes="query key d_v",
)
def square_contributions(impl, rng):
    weights, values = rng.uniform(0.1, 1.0, size=(4, 4)), rng.normal(size=(4, 4))
    weights[1] = values[3, 0] = 0.0
    return impl.contributions(weights, values)


@check("an output is the sum of the values, each with its weight", axes="query d_v")
def weighted_sum_of_values(impl, rng):
    shares = rng.uniform(0.1, 1.0, size=(5, 5)) + np.eye(5)
    return impl.outputs(shares / shares.sum(axis=1, keepdims=True), rng.normal(size=(5, 3)))


@check(
    "weights that are used as they are: rounded, or all of them 0",
    parts="rounded: query d_v; no weight: query d_v",
)
def weights_as_they_are(impl, rng):
    weights = rng.uniform(0.1, 1.0, size=(4, 3))
    weights[rng.randint(4)] = 0.0
    return impl.outputs(np.array([[0, 0.5, 0.5]]), np.array(V)), impl.outputs(weights, rng.normal(size=(3, 1)))


@check(
    "together: the printed sentence gives the worked outputs, unscaled and scaled",
    parts="unscaled (outputs: word d_v; weights: query key); scaled (outputs: word d_v; weights: query key)",
)
def printed_example(impl, rng):
    return impl.self_attention(*printed(), scaled=False), impl.self_attention(*printed(), scaled=True)


@check(
    "together: a sentence of other sizes, scaled by default",
    parts="unscaled (outputs: word d_v; weights: query key); scaled (outputs: word d_v; weights: query key)",
    follows="printed_example",
)
def other_sizes(impl, rng):
    x = rng.normal(size=(5, 7))
    W_q, W_k, W_v = rng.normal(size=(7, 3)) * 0.6, rng.normal(size=(7, 3)) * 0.6, rng.normal(size=(7, 4))
    return impl.self_attention(x, W_q, W_k, W_v, scaled=False), impl.self_attention(x, W_q, W_k, W_v)


@check(
    "together: as many words as numbers in each of their vectors, and one word; whole numbers meet fractions",
    parts="x whole (outputs: word d_v; weights: query key); one word (outputs: word d_v; weights: query key); "
    "W_q whole (outputs: word d_v; weights: query key); W_k whole (outputs: word d_v; weights: query key); "
    "W_v whole (outputs: word d_v; weights: query key)",
    follows="printed_example",
)
def sizes_that_coincide(impl, rng):
    whole, (x, *matrices) = rng.randint(-2, 3, size=(4, 4, 4)), 0.7 * rng.normal(size=(4, 4, 4))
    one_whole = [[whole[i] if i == kept else array for i, array in enumerate((x, *matrices))] for kept in (1, 2, 3)]
    return (
        impl.self_attention(whole[0], *matrices),
        impl.self_attention(whole[0, :1], *matrices),
        *(impl.self_attention(*arrays) for arrays in one_whole),
    )
