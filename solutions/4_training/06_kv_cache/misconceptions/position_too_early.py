"""decode_step gives a new token the position of the last one in the cache.

Positions are counted from 0. If the cache holds 4 tokens, they are at positions 0 to 3, and the next is at 4.
"""

from solution import attention_step


def decode_step(ids, caches, model, heads):
    past = 0 if caches[0] is None else caches[0]["keys"].shape[2]
    past = max(past - 1, 0)
    x = model["embedding"][ids] + model["positions"][past : past + ids.shape[1]]
    grown = []
    for weights, cache in zip(model["layers"], caches, strict=True):
        out, cache = attention_step(x, cache, weights, heads)
        x = x + out
        grown.append(cache)
    return x @ model["embedding"].T, grown
