"""attention_step adds x to its output; decode_step would add it again.

attention_step returns the attention's output alone. The residual is decode_step's: x = x + attention.
"""

from solution import append, attend


def attention_step(x, cache, weights, heads):
    def split(y):
        return y.unflatten(-1, (heads, -1)).transpose(1, 2)

    queries, keys, values = (split(x @ weights[name]) for name in ("W_q", "W_k", "W_v"))
    cache = append(cache, keys, values)
    out = attend(queries, cache["keys"], cache["values"])
    return x + out.transpose(1, 2).flatten(2) @ weights["W_o"], cache
