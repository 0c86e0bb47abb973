"""decode_step counts the positions of the new tokens from 0, whatever is in the cache.

The new tokens come after those in the cache: their positions start at the number of keys that the cache
holds.
"""

from solution import attention_step


def decode_step(ids, caches, model, heads):
    x = model["embedding"][ids] + model["positions"][: ids.shape[1]]
    grown = []
    for weights, cache in zip(model["layers"], caches, strict=True):
        out, cache = attention_step(x, cache, weights, heads)
        x = x + out
        grown.append(cache)
    return x @ model["embedding"].T, grown
