"""decode_step counts positions in a variable that is kept between calls.

Two continuations of the same caches, or two sentences in turn, then get wrong positions. The caches know how long
their past is: caches[0]["keys"].shape[2].
"""

from solution import attention_step

POSITION = 0


def decode_step(ids, caches, model, heads):
    global POSITION
    if caches[0] is None:
        POSITION = 0
    x = model["embedding"][ids] + model["positions"][POSITION : POSITION + ids.shape[1]]
    POSITION += ids.shape[1]
    grown = []
    for weights, cache in zip(model["layers"], caches, strict=True):
        out, cache = attention_step(x, cache, weights, heads)
        x = x + out
        grown.append(cache)
    return x @ model["embedding"].T, grown
