import numpy as np

from grader.checks import check


class Multiply:
    """The matrix product; counts multiplications of two numbers."""

    def __init__(self):
        self.count = 0

    def __call__(self, a, b):
        if not (hasattr(a, "shape") and hasattr(b, "shape")):
            a, b = np.asarray(a), np.asarray(b)
        product = a @ b
        self.count += int(np.prod(tuple(product.shape))) * a.shape[-1]
        return product


def inputs(rng, length, d_k, d_v, *batch):
    return (1.5 * rng.normal(size=(*batch, length, width)) for width in (d_k, d_k, d_v))


@check(
    "projections that change nothing (the identity) give ordinary attention", axes="batch query d_v; batch query slot"
)
def identity_is_dense(impl, rng):
    queries, keys, values = inputs(rng, 7, 11, 6, 2)
    return impl.low_rank_attention(queries, keys, values, np.eye(7), np.eye(7))


@check("seven tokens are summed up in three slots, keys by E and values by F", axes="batch query d_v; batch query slot")
def few_slots(impl, rng):
    queries, keys, values = inputs(rng, 7, 11, 6, 2)
    return impl.low_rank_attention(queries, keys, values, rng.normal(size=(3, 7)), rng.normal(size=(3, 7)))


@check("tokens are mixed, not features, even if all sizes are equal", axes="query d_v; query slot")
def square_sizes(impl, rng):
    queries, keys, values = inputs(rng, 5, 5, 5)
    return impl.low_rank_attention(queries, keys, values, rng.normal(size=(5, 5)), rng.normal(size=(5, 5)))


@check("the worked example gives the worked numbers", axes="query d_v; query slot")
def worked_example(impl, rng):
    halves = np.array([[0.5, 0.5, 0, 0], [0, 0, 0.5, 0.5]])
    keys, values = np.array([[1.0], [3], [0], [2]]), np.array([[10.0], [30], [20], [40]])
    return impl.low_rank_attention(np.array([[1.0]]), keys, values, halves, halves)


@check("other numbers in the padding change nothing", axes="batch query d_v; batch query slot")
def padding_changes_nothing(impl, rng):
    queries, keys, values = inputs(rng, 7, 11, 6, 2)
    E, F = rng.normal(size=(3, 7)), rng.normal(size=(3, 7))
    keep = np.arange(7) < rng.permutation([2, 6])[:, None]
    noise = np.where(keep[:, :, None], 0, 3 + rng.normal(size=(2, 7, 1)))
    outs = [impl.low_rank_attention(queries, keys + n, values + n, E, F, keep) for n in (0, noise)]
    return {"as given": outs[0], "padding changed": outs[1]}


@check(
    "keys and values stay as they were",
    axes="batch query d_v; batch query slot; batch token d_k; batch token d_v",
    follows="padding_changes_nothing",
)
def inputs_stay_as_they_were(impl, rng):
    queries, keys, values = inputs(rng, 7, 11, 6, 2)
    E, F = rng.normal(size=(3, 7)), rng.normal(size=(3, 7))
    keep = np.arange(7) < rng.permutation([2, 6])[:, None]
    outputs, weights = impl.low_rank_attention(queries, keys, values, E, F, keep)
    return outputs, weights, keys, values


@check("twice the length costs twice the multiplications, counted while your code runs")
def cost_grows_with_the_length(impl, rng):
    counts = {}
    for length in (8, 16, 32):
        multiply, (queries, keys, values) = Multiply(), inputs(rng, length, 5, 7)
        E, F = rng.normal(size=(3, length)), rng.normal(size=(3, length))
        impl.low_rank_attention(queries, keys, values, E, F, None, multiply)
        counts[f"{length} tokens"] = multiply.count
    return counts


@check("the weights of the slots, carried back through F, are weights of the tokens", axes="batch query token")
def what_each_token_gives(impl, rng):
    weights = rng.uniform(size=(2, 5, 3))
    return impl.effective_weights(weights / weights.sum(-1, keepdims=True), rng.normal(size=(3, 7)))


@check("dense attention costs two products of length × length × width")
def cost_of_dense(impl, rng):
    return [impl.dense_multiplications(*sizes) for sizes in ((7, 5, 3), (64, 16, 16), (512, 64, 64))]


@check("low-rank attention costs two products for the slots and two for the attention")
def cost_of_low_rank(impl, rng):
    return [impl.low_rank_multiplications(*sizes) for sizes in ((7, 2, 5, 3), (64, 8, 16, 16), (4096, 128, 64, 64))]
