"""self_attention divides by the root of d_v, the width of the values.

The dot products have d_k terms, so d_k is what they grow with: the number of columns of W_q and W_k.
"""

from solution import attention_scores, attention_weights, outputs, project


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), V.shape[1] if scaled else None)
    return outputs(weights, V), weights
