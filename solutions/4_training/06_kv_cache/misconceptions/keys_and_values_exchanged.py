"""attention_step appends the values as keys and the keys as values.

The order is append(cache, keys, values): keys are made with W_k, values with W_v.
"""

from solution import append, attend


def attention_step(x, cache, weights, heads):
    def split(y):
        return y.unflatten(-1, (heads, -1)).transpose(1, 2)

    queries, keys, values = (split(x @ weights[name]) for name in ("W_q", "W_k", "W_v"))
    cache = append(cache, values, keys)
    out = attend(queries, cache["keys"], cache["values"])
    return out.transpose(1, 2).flatten(2) @ weights["W_o"], cache
