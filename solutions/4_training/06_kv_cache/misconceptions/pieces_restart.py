"""decode_step starts at position 0 whenever several tokens are new.

Several new tokens may have a past: a sentence can be passed in pieces. Their positions start at the number of keys
that the cache holds, however many they are.
"""

from solution import attention_step


def decode_step(ids, caches, model, heads):
    past = 0 if caches[0] is None or ids.shape[1] > 1 else caches[0]["keys"].shape[2]
    x = model["embedding"][ids] + model["positions"][past : past + ids.shape[1]]
    grown = []
    for weights, cache in zip(model["layers"], caches, strict=True):
        out, cache = attention_step(x, cache, weights, heads)
        x = x + out
        grown.append(cache)
    return x @ model["embedding"].T, grown
