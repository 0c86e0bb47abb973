"""decode_step gives all new tokens the same position.

The first of them is at position past, the next at past + 1 and so on: model["positions"][past : past + new].
"""

from solution import attention_step


def decode_step(ids, caches, model, heads):
    past = 0 if caches[0] is None else caches[0]["keys"].shape[2]
    x = model["embedding"][ids] + model["positions"][past]
    grown = []
    for weights, cache in zip(model["layers"], caches, strict=True):
        out, cache = attention_step(x, cache, weights, heads)
        x = x + out
        grown.append(cache)
    return x @ model["embedding"].T, grown
