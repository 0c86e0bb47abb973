"""attention_step attends to the new keys and values only: the past is in the cache, but it is not used.

Attend to the extended cache: its "keys" and "values" hold the past and the new tokens.
"""

from solution import append, attend


def attention_step(x, cache, weights, heads):
    def split(y):
        return y.unflatten(-1, (heads, -1)).transpose(1, 2)

    queries, keys, values = (split(x @ weights[name]) for name in ("W_q", "W_k", "W_v"))
    cache = append(cache, keys, values)
    out = attend(queries, keys, values)
    return out.transpose(1, 2).flatten(2) @ weights["W_o"], cache
