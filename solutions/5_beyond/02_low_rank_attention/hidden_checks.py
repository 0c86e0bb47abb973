import numpy as np

from grader.checks import check


def inputs(rng, length, d_k, d_v, *batch):
    return (1.5 * rng.normal(size=(*batch, length, width)) for width in (d_k, d_k, d_v))


@check(
    "one projection and one mask serve all heads, and there may be fewer queries than tokens",
    parts="a mask for each sentence (outputs: batch head query d_v; weights: batch head query slot); "
    "one mask for all (outputs: batch head query d_v; weights: batch head query slot)",
)
def one_projection_for_all_heads(impl, rng):
    queries, keys, values = inputs(rng, 7, 5, 4, 2, 3)
    keep = np.arange(7) >= rng.permutation([1, 3])[:, None, None]
    E, F = rng.normal(size=(2, 2, 7))
    return [impl.low_rank_attention(queries[:, :, :4], keys, values, E, F, mask) for mask in (keep, keep[0, 0])]


@check(
    "a padded sentence gives what the sentence without its padding gives",
    parts="padded (outputs: query d_v; weights: query slot); short (outputs: query d_v; weights: query slot)",
)
def padding_is_like_a_shorter_sentence(impl, rng):
    queries, keys, values = inputs(rng, 9, 5, 4)
    E, F, length = rng.normal(size=(4, 9)), rng.normal(size=(4, 9)), int(rng.randint(3, 8))
    padded = impl.low_rank_attention(queries, keys, values, E, F, np.arange(9) < length)
    short = impl.low_rank_attention(queries, keys[:length], values[:length], E[:, :length], F[:, :length])
    return {"padded": padded, "short": short}


def transposed(rng, rows, columns, scale=1.0):
    """A matrix with a zero, as a view that is not contiguous in memory."""
    matrix = rng.normal(0, scale, size=(columns, rows)).T
    matrix[0, 1] = 0.0
    return matrix


@check(
    "many queries, slots and tokens, and wide values",
    parts="many queries (outputs: query d_v; weights: query slot); "
    "many slots (outputs: query d_v; weights: query slot); "
    "many tokens (outputs: query d_v; weights: query slot)",
)
def many_slots(impl, rng):
    found = []
    for query, length, d_v, rank in (260, 5, 3, 2), (2, 3, 260, 260), (2, 300, 3, 4):
        shapes = (query, 2), (length, 2), (length, d_v), (rank, length), (rank, length)
        scales = 1.0, 1.0, 0.01, 1.0 / length, 1.0 / length
        arrays = [transposed(rng, *shape, scale) for shape, scale in zip(shapes, scales, strict=True)]
        found.append(impl.low_rank_attention(*arrays))
    return found


@check("the effective weights of many queries and of many tokens", parts="effective weights: query token")
def many_effective_weights(impl, rng):
    rows = impl.effective_weights(transposed(rng, 260, 3, 0.1), transposed(rng, 3, 4, 0.1))
    return rows, impl.effective_weights(transposed(rng, 4, 3, 0.1), transposed(rng, 3, 260, 0.1))


@check("the two costs meet where the rank is half the length")
def costs_that_meet(impl, rng):
    half, d_k, d_v = (int(number) for number in rng.randint(3, 30, size=3))
    return {
        "dense": impl.dense_multiplications(2 * half, d_k, d_v),
        "half": impl.low_rank_multiplications(2 * half, half, d_k, d_v),
        "one slot": impl.low_rank_multiplications(2 * half, 1, d_k, d_v),
    }
