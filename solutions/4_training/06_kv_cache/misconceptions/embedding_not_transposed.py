"""decode_step multiplies by the embedding, not by its transpose.

A logit is x · the embedding of a token, for each token: x @ embedding.T. Where vocab_size and d_model are equal, the
shapes do not show it.
"""

from solution import attention_step


def decode_step(ids, caches, model, heads):
    past = 0 if caches[0] is None else caches[0]["keys"].shape[2]
    x = model["embedding"][ids] + model["positions"][past : past + ids.shape[1]]
    grown = []
    for weights, cache in zip(model["layers"], caches, strict=True):
        out, cache = attention_step(x, cache, weights, heads)
        x = x + out
        grown.append(cache)
    return x @ model["embedding"], grown
