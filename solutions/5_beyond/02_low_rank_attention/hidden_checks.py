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
    "a padded sentence gives the same as the sentence without its padding",
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


def parts(results):
    return dict(zip(("outputs", "weights"), results, strict=True))


@check("a mask broadcasts to the leading axes of the keys: a mask for each head, as many sentences as heads")
def masks_of_fewer_axes(impl, rng):
    queries, keys, values = inputs(rng, 5, 3, 4, 3, 3)
    E, F = rng.normal(size=(2, 2, 5))
    keep = rng.permutation(np.array([[1, 1, 1, 0, 1], [0, 1, 1, 0, 0], [1, 0, 0, 1, 0]], dtype=bool))  # (head, length)
    masks = {"a mask for each head": keep, "for each sentence": keep[:, None], "one for all": keep[:1, None]}
    found = {name: parts(impl.low_rank_attention(queries, keys, values, E, F, m)) for name, m in masks.items()}
    one = impl.low_rank_attention(queries[0, :, :1], keys[0], values[0], E[:1], F[:1], keep)
    two = impl.low_rank_attention(queries[0, :, :1], keys[0], values[0], E, F, keep[:1])
    return {**found, "one query, one slot": parts(one), "one query, two slots": parts(two)}


@check("every product is computed with multiply, also with a mask and with heads, and there are four")
def four_products(impl, rng):
    made, length = [], int(rng.randint(6, 12))

    def multiply(a, b):
        if not (hasattr(a, "shape") and hasattr(b, "shape")):
            a, b = np.asarray(a), np.asarray(b)
        product = a @ b
        made.append(int(np.prod(tuple(product.shape))) * a.shape[-1])
        return product

    queries, keys, values = inputs(rng, length, 5, 4, 2, 3)
    E, F = rng.normal(size=(2, 3, length))
    impl.low_rank_attention(queries, keys, values, E, F, None, multiply)
    heads = sum(made)
    made.clear()
    impl.low_rank_attention(queries, keys, values, E, F, np.arange(length) < 4, multiply)
    # With 4 tokens real, the products that make the slots may leave the padding out.
    least, most = (6 * (real * 3 * 9 + length * 3 * 9) for real in (4, length))
    return {"multiplications for 6 heads": heads, "all of them with a mask": least <= sum(made) <= most}


@check("effective weights of heads, of one slot, and with negative numbers")
def effective_weights_of_heads(impl, rng):
    heads, square = rng.uniform(size=(2, 3, 4, 2)), rng.normal(size=(3, 3))
    np.fill_diagonal(square, 1.0)
    return {
        "heads": impl.effective_weights(heads, rng.normal(size=(2, 5))),
        "one slot": impl.effective_weights(np.ones((2, 4, 1)), rng.normal(size=(1, 5))),
        "ones on the diagonal": impl.effective_weights(rng.uniform(size=(2, 3)), square),
    }


@check("large costs are exact, and more slots than tokens cost more")
def large_costs(impl, rng):
    length = int(rng.randint(200, 400))
    return {
        "last digits of dense": impl.dense_multiplications(length, 70_001, 64_003) % 100_003,
        "last digits of low rank": impl.low_rank_multiplications(length, 1001, 70_001, 64_003) % 100_003,
        "more slots": impl.low_rank_multiplications(10, length, 6, 5),
    }
