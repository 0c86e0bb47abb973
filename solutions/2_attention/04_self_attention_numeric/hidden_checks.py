import numpy as np

from grader.checks import check


@check("keys and values may have different widths", parts="Q: word d_k; K: word d_k; V: word d_v")
def projections_of_two_widths(impl, rng):
    x = rng.normal(size=(6, 5))
    return impl.project(x, rng.normal(size=(5, 2)), rng.normal(size=(5, 2)), rng.normal(size=(5, 7)))


@check(
    "projections of many words, to many numbers and in arrays that are views",
    parts="long (Q: word d_k; K: word d_k; V: word d_v); wide (Q: word d_k; K: word d_k; V: word d_v)",
)
def projections_of_many_words(impl, rng):
    x, W_q, W_k, W_v = 0.05 * rng.normal(size=(4, 3, 300))
    x[0, 0] = W_q[1, 0] = W_k[1, 1] = W_v[2, 0] = 0.0
    narrow = W_q.T[:3], W_k.T[:3]
    return impl.project(x.T, *narrow, W_v.T[:3]), impl.project(x.T[:3], *narrow, W_v)


@check(
    "projections of integers, and of integers with floats",
    parts="all whole (Q: word d_k; K: word d_k; V: word d_v); x whole (Q: word d_k; K: word d_k; V: word d_v); "
    "W_q whole (Q: word d_k; K: word d_k; V: word d_v); W_k whole (Q: word d_k; K: word d_k; V: word d_v); "
    "W_v whole (Q: word d_k; K: word d_k; V: word d_v)",
)
def projections_of_whole_numbers(impl, rng):
    whole = x, *matrices = rng.randint(-40, 41, size=(4, 3, 3))
    one_whole = [[array if i == kept else array / 3 for i, array in enumerate(whole)] for kept in (1, 2, 3)]
    return (
        impl.project(*whole),
        impl.project(x, *(W / 3 for W in matrices[::-1])),  # the same words, other matrices
        *(impl.project(*arrays) for arrays in one_whole),
    )


@check("there may be more keys than queries", parts="two queries: query key; one query: query key")
def more_keys_than_queries(impl, rng):
    few, one = rng.normal(size=(2, 5)), rng.normal(size=(1, 3))
    return impl.attention_scores(few, rng.normal(size=(9, 5))), impl.attention_scores(one, rng.normal(size=(4, 3)))


@check(
    "scores of many queries or keys, of whole numbers and of views",
    parts="many queries: query key; many keys: query key; other keys: query key; "
    "others again: query key; whole numbers: query key; whole queries: query key; whole keys: query key",
)
def scores_of_many(impl, rng):
    many, few = 0.05 * rng.normal(size=(2, 300)).T, rng.normal(size=(2, 3)).T
    many[0, 0] = few[1, 0] = 0.0
    queries, keys = rng.randint(-40, 41, size=(2, 4, 3))
    return (
        impl.attention_scores(many, few),
        impl.attention_scores(few, many),
        impl.attention_scores(few, few),
        impl.attention_scores(few, few + 1),
        impl.attention_scores(queries, keys),
        impl.attention_scores(queries, keys / 3),
        impl.attention_scores(queries / 3, keys),
    )


@check(
    "weights of many keys, of many queries and of views",
    parts="many keys: query key; many queries: query key",
)
def weights_of_many(impl, rng):
    scores = rng.normal(size=(2, 300))
    return impl.attention_weights(scores), impl.attention_weights(scores.T, d_k=5)


@check(
    "contributions of many keys and to many numbers, and of the same weights to other values",
    parts="many keys: query key d_v; many numbers: query key d_v; other values: query key d_v; "
    "others again: query key d_v; whole weights: query key d_v",
)
def contributions_of_many(impl, rng):
    many, few = rng.normal(size=(2, 300)).T, rng.uniform(size=(2, 3)).T
    return (
        impl.contributions(many[:3].T, few),
        impl.contributions(few, many.T),
        impl.contributions(few, many[4:6]),
        impl.contributions(few, many[6:8]),
        impl.contributions(np.array([[0, 1], [2, 0], [1, 1]]), many[4:6]),
    )


@check("contributions of long sentences", axes="query key d_v")
def contributions_of_long_sentences(impl, rng):
    return impl.contributions(rng.uniform(size=(2, 300)), rng.normal(size=(300, 2)))


@check(
    "outputs are right for more keys than queries, for wide values and for whole-number weights",
    parts="more keys: query d_v; wide values: query d_v; whole weights: query d_v",
)
def outputs_of_more_keys(impl, rng):
    few, values = impl.outputs(rng.uniform(size=(2, 6)), rng.normal(size=(6, 5))), rng.normal(size=(3, 11))
    return few, impl.outputs(rng.uniform(size=(4, 3)), values), impl.outputs(np.array([[0, 1, 0], [2, 0, 1]]), values)


@check(
    "outputs of many queries, with many numbers, and of the same weights with other values",
    parts="many queries: query d_v; many numbers: query d_v; other values: query d_v",
)
def outputs_of_many(impl, rng):
    many, few = 0.05 * rng.uniform(size=(2, 300)).T, rng.uniform(size=(2, 3)).T
    few[1, 1] = many[1, 0] = 0.0
    return impl.outputs(many, few[:2]), impl.outputs(few, many.T), impl.outputs(few, many[4:6])


@check(
    "together: shuffled words get the same outputs, shuffled alike, even where scores are in the thousands",
    parts="in order (outputs: word d_v; weights: query key); shuffled (outputs: word d_v; weights: query key); "
    "loud (outputs: word d_v; weights: query key)",
)
def shuffled_sentence(impl, rng):
    x, shuffle = rng.normal(size=(6, 5)), rng.permutation(6)
    W_q, W_k, W_v = rng.normal(size=(5, 8)) * 0.5, rng.normal(size=(5, 8)) * 0.5, rng.normal(size=(5, 2))
    loud = rng.randint(-9, 10, size=(7, 4, 4))  # √4 = 2: such scores are exact in single precision too
    loud[0, :, 0] = 30, 10, -10, -30  # rows at very different heights
    loud[1:3, 0] = 20, 0, 0, 0
    return (
        impl.self_attention(x, W_q, W_k, W_v),
        impl.self_attention(x[shuffle], W_q, W_k, W_v),
        impl.self_attention(*loud[:4]),
    )


@check(
    "together: a long sentence, wide values and views",
    parts="long (outputs: word d_v; weights: query key); wide (outputs: word d_v; weights: query key)",
)
def long_sentence(impl, rng):
    x, W_q, W_k, W_v = 0.4 * rng.normal(size=(4, 2, 260))
    x[0, 0] = W_q[1, 0] = W_k[0, 1] = W_v[1, 0] = 0.0
    narrow = [matrix.T[:2] for matrix in (W_q, W_k)]
    outputs, weights = impl.self_attention(x.T, *narrow, W_v.T[:2])
    return (outputs, weights[-2:]), impl.self_attention(x.T[:3], *narrow, W_v)
