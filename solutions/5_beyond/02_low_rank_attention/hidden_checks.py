import numpy as np

from grader.checks import check


def inputs(rng, length, d_k, d_v, *batch):
    return (1.5 * rng.normal(size=(*batch, length, width)) for width in (d_k, d_k, d_v))


@check(
    "one projection and one mask serve all heads, and there may be fewer queries than tokens",
    axes="batch head query d_v; batch head query slot",
)
def one_projection_for_all_heads(impl, rng):
    queries, keys, values = inputs(rng, 7, 5, 4, 2, 3)
    keep = np.arange(7) >= rng.permutation([1, 3])[:, None, None]
    return impl.low_rank_attention(
        queries[:, :, :4], keys, values, rng.normal(size=(2, 7)), rng.normal(size=(2, 7)), keep
    )


@check("a padded sentence gives what the sentence without its padding gives", axes="query d_v; query slot")
def padding_is_like_a_shorter_sentence(impl, rng):
    queries, keys, values = inputs(rng, 9, 5, 4)
    E, F, length = rng.normal(size=(4, 9)), rng.normal(size=(4, 9)), int(rng.randint(3, 8))
    padded = impl.low_rank_attention(queries, keys, values, E, F, np.arange(9) < length)
    short = impl.low_rank_attention(queries, keys[:length], values[:length], E[:, :length], F[:, :length])
    return {"padded": padded, "short": short}


@check("scores of several thousand do not overflow", axes="query d_v; query slot")
def loud_scores(impl, rng):
    # Exact in single precision: whole numbers, a grid of 1/64, and √16 = 4.
    queries = rng.randint(-3, 4, size=(5, 16)).astype(float)
    keys = rng.randint(-16, 17, size=(7, 16)) / 64.0
    queries[:, 0], keys[:, 0] = rng.permutation([-16000.0, 16000.0, -12000.0, 12000.0, 20000.0]), 0.0
    keys[:2, 0] = 1.0, -0.5
    E = rng.randint(-1, 2, size=(4, 7)).astype(float)
    E[:, 0], E[:, 1] = (1, 1, 1, 0), (0, 0, 0, 2)
    return impl.low_rank_attention(queries, keys, rng.normal(size=(7, 6)), E, rng.normal(size=(4, 7)))


@check("the two costs meet where the rank is half the length")
def costs_that_meet(impl, rng):
    half, d_k, d_v = (int(number) for number in rng.randint(3, 30, size=3))
    return {
        "dense": impl.dense_multiplications(2 * half, d_k, d_v),
        "half": impl.low_rank_multiplications(2 * half, half, d_k, d_v),
        "one slot": impl.low_rank_multiplications(2 * half, 1, d_k, d_v),
    }
