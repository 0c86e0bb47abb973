from grader.checks import check


@check(
    "keys and values may have different widths, and nothing of the caller's is changed",
    axes="word d_k; word d_k; word d_v; word d_model",
)
def projections_of_two_widths(impl, rng):
    x = rng.normal(size=(6, 5))
    return *impl.project(x, rng.normal(size=(5, 2)), rng.normal(size=(5, 2)), rng.normal(size=(5, 7))), x


@check("there may be more keys than queries", axes="query key; query key")
def more_keys_than_queries(impl, rng):
    few, one = rng.normal(size=(2, 5)), rng.normal(size=(1, 3))
    return impl.attention_scores(few, rng.normal(size=(9, 5))), impl.attention_scores(one, rng.normal(size=(4, 3)))


@check("outputs are right for more keys than queries, and for wide values", axes="query d_v; query d_v")
def outputs_of_more_keys(impl, rng):
    few = impl.outputs(rng.uniform(size=(2, 6)), rng.normal(size=(6, 5)))
    return few, impl.outputs(rng.uniform(size=(4, 3)), rng.normal(size=(3, 11)))


@check(
    "together: shuffled words get the same outputs, shuffled alike",
    axes="word d_v; query key; word d_v; query key",
)
def shuffled_sentence(impl, rng):
    x, shuffle = rng.normal(size=(6, 5)), rng.permutation(6)
    W_q, W_k, W_v = rng.normal(size=(5, 8)) * 0.5, rng.normal(size=(5, 8)) * 0.5, rng.normal(size=(5, 2))
    plain = impl.self_attention(x, W_q, W_k, W_v)
    return {"in order": plain, "shuffled": impl.self_attention(x[shuffle], W_q, W_k, W_v)}
