"""The weights are applied to the words x, not to the values V.

x gives the weights through Q and K; what is mixed with them is V.
"""

from solution import attention_scores, attention_weights, outputs, project


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, _ = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), K.shape[1] if scaled else None)
    return outputs(weights, x), weights
