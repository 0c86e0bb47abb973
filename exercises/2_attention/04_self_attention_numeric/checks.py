import numpy as np

from grader.checks import check

X = np.array([[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]])
W_KEY = np.array([[0, 0, 1], [1, 1, 0], [0, 1, 0], [1, 1, 0]])
W_QUERY = np.array([[1, 0, 1], [1, 0, 0], [0, 0, 1], [0, 1, 1]])
W_VALUE = np.array([[0, 2, 0], [0, 3, 0], [1, 0, 3], [1, 1, 0]])


@check("the printed sentence and matrices give the worked Q, K and V", axes="word d_k; word d_k; word d_v")
def printed_projections(impl, rng):
    return impl.project(X.copy(), W_QUERY.copy(), W_KEY.copy(), W_VALUE.copy())


@check("every word is multiplied by each of the three matrices", axes="word d_k; word d_k; word d_v")
def three_projections(impl, rng):
    W_q, W_k, W_v = rng.normal(size=(3, 4, 4))
    return impl.project(rng.normal(size=(5, 4)), W_q, W_k, W_v)


@check("the worked Q and K give the worked scores", axes="query key")
def printed_scores(impl, rng):
    Q = np.array([[1, 0, 2], [2, 2, 2], [2, 1, 3]])
    K = np.array([[0, 1, 1], [4, 4, 0], [2, 3, 1]])
    return impl.attention_scores(Q, K)


@check("row i of the scores is query i against all keys", axes="query key")
def queries_in_rows(impl, rng):
    return impl.attention_scores(rng.normal(size=(5, 3)), rng.normal(size=(5, 3)))


@check("without d_k the weights are the softmax of each row of scores", axes="query key")
def plain_softmax(impl, rng):
    return impl.attention_weights(1.5 * rng.normal(size=(5, 7)))


@check("with d_k the scores are divided by its root before the softmax", axes="query key")
def scaled_softmax(impl, rng):
    return impl.attention_weights(4 * rng.normal(size=(5, 7)), d_k=11)


@check("scores far apart do not overflow, scaled or not", axes="query key; query key")
def scores_far_apart(impl, rng):
    # On a 1/64 grid these numbers are exact in single precision too.
    scores = rng.randint(-96, 97, size=(5, 7)) / 64.0
    scores[1] += 800.0
    scores[2, :3] -= 800.0
    scores[3, :4] += 600.0
    scores[3, 4:] -= 200.0
    scores[4] -= 800.0
    scores[4, 5:] += 1600.0
    return impl.attention_weights(scores), impl.attention_weights(scores, d_k=1024)


@check("the caller's scores are left as they were", axes="query key; query key; query key", follows="plain_softmax")
def leaves_scores_alone(impl, rng):
    scores = 1.5 * rng.normal(size=(3, 5)) + 2
    return impl.attention_weights(scores), impl.attention_weights(scores, d_k=4), scores


@check("each value, times its weight, is a contribution of its own", axes="query key d_v")
def contributions_one_by_one(impl, rng):
    shares = rng.uniform(0.1, 1.0, size=(5, 7))
    return impl.contributions(shares / shares.sum(axis=1, keepdims=True), rng.normal(size=(7, 3)))


@check("an output is the sum of the values, each with its weight", axes="query d_v")
def weighted_sum_of_values(impl, rng):
    shares = rng.uniform(0.1, 1.0, size=(5, 5)) + np.eye(5)
    return impl.outputs(shares / shares.sum(axis=1, keepdims=True), rng.normal(size=(5, 3)))


@check(
    "together: the printed sentence gives the worked outputs, unscaled and scaled",
    axes="word d_v; query key; word d_v; query key",
)
def printed_example(impl, rng):
    plain = impl.self_attention(X.copy(), W_QUERY.copy(), W_KEY.copy(), W_VALUE.copy(), scaled=False)
    scaled = impl.self_attention(X.copy(), W_QUERY.copy(), W_KEY.copy(), W_VALUE.copy(), scaled=True)
    return {"unscaled": plain, "scaled": scaled}


@check(
    "together: a sentence of other sizes, scaled unless told otherwise",
    axes="word d_v; query key; word d_v; query key",
    follows="printed_example",
)
def other_sizes(impl, rng):
    x = rng.normal(size=(5, 7))
    W_q, W_k, W_v = rng.normal(size=(7, 3)) * 0.6, rng.normal(size=(7, 3)) * 0.6, rng.normal(size=(7, 4))
    plain = impl.self_attention(x.copy(), W_q, W_k, W_v, scaled=False)
    return {"unscaled": plain, "scaled": impl.self_attention(x.copy(), W_q, W_k, W_v)}
