"""decode_step replaces x by the attention's output.

Each layer adds to its input: x = x + attention.
"""

from solution import attention_step


def decode_step(ids, caches, model, heads):
    past = 0 if caches[0] is None else caches[0]["keys"].shape[2]
    x = model["embedding"][ids] + model["positions"][past : past + ids.shape[1]]
    grown = []
    for weights, cache in zip(model["layers"], caches, strict=True):
        x, cache = attention_step(x, cache, weights, heads)
        grown.append(cache)
    return x @ model["embedding"].T, grown
