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


def masked(rng, batch, length, rank):
    """Queries, keys, values, E, F and a mask that keeps the first tokens of each sentence, never all."""
    keep = np.arange(length) < rng.permutation(np.arange(batch) % (length - 3) + 2)[:, None]
    return (*inputs(rng, length, 11, 6, batch), rng.normal(size=(rank, length)), rng.normal(size=(rank, length)), keep)


@check(
    "projections that change nothing (the identity) give ordinary attention",
    parts="outputs: batch query d_v; weights: batch query slot",
)
def identity_is_dense(impl, rng):
    queries, keys, values = inputs(rng, 7, 11, 6, 2)
    return impl.low_rank_attention(queries, keys, values, np.eye(7), np.eye(7))


@check(
    "seven tokens are summarised in three slots, keys by E and values by F",
    parts="outputs: batch query d_v; weights: batch query slot; "
    "of other tokens (outputs: batch query d_v; weights: batch query slot)",
)
def few_slots(impl, rng):
    queries, keys, values = inputs(rng, 7, 11, 6, 2)
    E, F = rng.normal(size=(3, 7)), rng.normal(size=(3, 7))
    _, others, other_values = inputs(rng, 7, 11, 6, 2)
    return *impl.low_rank_attention(queries, keys, values, E, F), impl.low_rank_attention(
        queries, others, other_values, E, F
    )


@check("tokens are mixed, not features, even if all sizes are equal", parts="outputs: query d_v; weights: query slot")
def square_sizes(impl, rng):
    queries, keys, values = inputs(rng, 5, 5, 5)
    return impl.low_rank_attention(queries, keys, values, rng.normal(size=(5, 5)), rng.normal(size=(5, 5)))


HALVES = np.array([[0.5, 0.5, 0, 0], [0, 0, 0.5, 0.5]])
KEYS, VALUES = np.array([[1.0], [3], [0], [2]]), np.array([[10.0], [30], [20], [40]])


@check(
    "the worked example gives the worked numbers",
    parts="outputs: query d_v; weights: query slot; dense (outputs: query d_v; weights: query slot)",
)
def worked_example(impl, rng):
    query = np.array([[1.0]])
    dense = impl.low_rank_attention(query, KEYS, VALUES, np.eye(4), np.eye(4))
    return *impl.low_rank_attention(query, KEYS, VALUES, HALVES, HALVES), dense


@check(
    "other numbers in the padding change nothing",
    parts="as given (outputs: batch query d_v; weights: batch query slot); "
    "padding changed (outputs: batch query d_v; weights: batch query slot); "
    "as many sentences as tokens (outputs: batch query d_v; weights: batch query slot)",
)
def padding_changes_nothing(impl, rng):
    queries, keys, values, E, F, keep = masked(rng, 2, 7, 3)
    noise = np.where(keep[:, :, None], 0, 3 + rng.normal(size=(2, 7, 1)))
    outs = [impl.low_rank_attention(queries, keys + n, values + n, E, F, keep) for n in (0, noise)]
    square = impl.low_rank_attention(*masked(rng, 5, 5, 2))
    return {"as given": outs[0], "padding changed": outs[1], "as many sentences as tokens": square}


@check(
    "infinity and NaN in the padding change nothing either",
    parts="outputs: batch query d_v; weights: batch query slot",
    follows="padding_changes_nothing",
)
def not_even_nan(impl, rng):
    queries, keys, values, E, F, keep = masked(rng, 2, 7, 3)
    keys[0][~keep[0]], values[0][~keep[0]] = np.inf, np.nan  # in the first sentence only
    with np.errstate(invalid="ignore"):
        return impl.low_rank_attention(queries, keys, values, E, F, keep)


@check(
    "a slot of nothing but padding has the score 0 and still gets a weight",
    parts="outputs: batch query d_v; weights: batch query slot",
    follows="padding_changes_nothing",
)
def slots_of_padding(impl, rng):
    queries, keys, values = inputs(rng, 4, 3, 5, 2)
    keep = np.array([[True, True, False, False], [False, True, True, True]])[rng.permutation(2)]
    halves = HALVES * rng.uniform(0.5, 1.5, size=4)
    return impl.low_rank_attention(queries, keys, values, halves, halves, keep)


@check(
    "a sentence of nothing but padding gets equal weights and outputs of 0, alone or in a batch",
    parts="in a batch (outputs: batch query d_v; weights: batch query slot); "
    "alone (outputs: query d_v; weights: query slot)",
    follows="slots_of_padding",
)
def nothing_but_padding(impl, rng):
    queries, keys, values, E, F, keep = masked(rng, 2, 7, 3)
    keep[0] = False
    alone = impl.low_rank_attention(queries[0], keys[0], values[0], E, F, keep[0])
    return impl.low_rank_attention(queries, keys, values, E, F, keep), alone


@check(
    "scores of several thousand do not overflow",
    parts="outputs: query d_v; weights: query slot",
    follows="few_slots",
)
def loud_scores(impl, rng):
    # Exact in single precision: whole numbers, a grid of 1/64, and √16 = 4.
    queries = rng.randint(-3, 4, size=(5, 16)).astype(float)
    keys = rng.randint(-16, 17, size=(7, 16)) / 64.0
    queries[:, 0], keys[:, 0] = rng.permutation([-16000.0, 16000.0, -12000.0, 12000.0, 20000.0]), 0.0
    keys[:2, 0] = 1.0, -0.5
    E = rng.randint(-1, 2, size=(4, 7)).astype(float)
    E[:, 0], E[:, 1] = (1, 1, 1, 0), (0, 0, 0, 2)
    queries, keys = 2.0**13 * queries, keys / 2.0**13  # the same scores
    return impl.low_rank_attention(queries, keys, rng.normal(size=(7, 6)), E, rng.normal(size=(4, 7)))


@check("twice the length costs twice the multiplications, counted while your code runs")
def cost_grows_with_the_length(impl, rng):
    counts, shortest = {}, int(rng.randint(8, 16))
    for length in (shortest, 2 * shortest, 4 * shortest):
        multiply, (queries, keys, values) = Multiply(), inputs(rng, length, 5, 7)
        E, F = rng.normal(size=(3, length)), rng.normal(size=(3, length))
        impl.low_rank_attention(queries, keys, values, E, F, None, multiply)
        counts[f"{length} tokens"] = multiply.count
    return counts


@check(
    "the weights of the slots, carried back through F, are weights of the tokens",
    parts="worked example: query token; three slots: batch query token; the same weights, other F: batch query token; "
    "all sizes equal: batch query token",
)
def what_each_token_gives(impl, rng):
    example = impl.effective_weights(np.array([[0.7311, 0.2689]]), HALVES)
    weights, square = rng.uniform(size=(2, 5, 3)), rng.uniform(size=(4, 4, 4))
    weights /= weights.sum(-1, keepdims=True)
    back = [impl.effective_weights(weights, F) for F in rng.normal(size=(2, 3, 7))]
    return example, *back, impl.effective_weights(square, rng.normal(size=(4, 4)))


def costs(function, names, sizes):
    return {", ".join(f"{n} {size}" for n, size in zip(names, s, strict=True)): function(*s) for s in sizes}


@check("dense attention costs two products of length × length × width")
def cost_of_dense(impl, rng):
    length, d_k, d_v = (int(number) for number in rng.randint(11, 60, size=3))
    sizes = (512, 64, 64), (512, d_k, 64), (512, 64, d_v), (length, 64, 64), (length, d_k, d_v)
    return costs(impl.dense_multiplications, ("length", "d_k", "d_v"), sizes)


@check("low-rank attention costs two products for the slots and two for the attention")
def cost_of_low_rank(impl, rng):
    length, rank, d_k, d_v = (int(number) for number in rng.randint(11, 60, size=4))
    sizes = (512, 128, 64, 64), (512, 256, 64, 64), (512, 128, d_k, 64), (512, 128, 64, d_v), (4096, 128, 64, 64)
    return costs(impl.low_rank_multiplications, ("length", "rank", "d_k", "d_v"), (*sizes, (length, rank, d_k, d_v)))
