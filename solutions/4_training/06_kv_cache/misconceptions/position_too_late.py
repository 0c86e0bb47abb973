"""decode_step gives a new token the position after its own.

Positions are counted from 0. If the cache holds 4 tokens, the next is at position 4.
"""

from solution import attention_step


def decode_step(ids, caches, model, heads):
    past = 0 if caches[0] is None else caches[0]["keys"].shape[2]
    x = model["embedding"][ids] + model["positions"][past + 1 : past + 1 + ids.shape[1]]
    grown = []
    for weights, cache in zip(model["layers"], caches, strict=True):
        out, cache = attention_step(x, cache, weights, heads)
        x = x + out
        grown.append(cache)
    return x @ model["embedding"].T, grown
