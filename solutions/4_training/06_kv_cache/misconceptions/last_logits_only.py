"""decode_step returns the logits of the last token only.

Return logits for every new token, (batch, new, vocab_size). generate picks the last.
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
    return x[:, -1:] @ model["embedding"].T, grown
