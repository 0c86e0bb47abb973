"""attention_step cuts the heads with a reshape alone, which mixes tokens and heads.

(batch, new, d_model) must first become (batch, new, heads, d_k), and then be transposed to (batch, heads,
new, d_k). With a single new token both are the same; with a prompt they are not.
"""

from solution import append, attend


def attention_step(x, cache, weights, heads):
    batch, new, d_model = x.shape

    def split(y):
        return y.reshape(batch, heads, new, d_model // heads)

    queries, keys, values = (split(x @ weights[name]) for name in ("W_q", "W_k", "W_v"))
    cache = append(cache, keys, values)
    out = attend(queries, cache["keys"], cache["values"])
    return out.reshape(batch, new, d_model) @ weights["W_o"], cache
