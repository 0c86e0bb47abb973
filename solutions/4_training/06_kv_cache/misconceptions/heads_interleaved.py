"""attention_step gives feature i·heads + h to head h; it is h·d_k + i.

A head has d_k neighboring features: split the last axis into (heads, d_k), in this order, and join it in the same way.
"""

from solution import append, attend


def attention_step(x, cache, weights, heads):
    def split(y):
        return y.unflatten(-1, (-1, heads)).permute(0, 3, 1, 2)

    queries, keys, values = (split(x @ weights[name]) for name in ("W_q", "W_k", "W_v"))
    cache = append(cache, keys, values)
    out = attend(queries, cache["keys"], cache["values"])
    return out.permute(0, 2, 3, 1).flatten(2) @ weights["W_o"], cache
