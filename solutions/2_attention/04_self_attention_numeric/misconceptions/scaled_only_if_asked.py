"""self_attention scales only if scaled=True is passed.

It must scale unless scaled=False is passed: the default is True.
"""

from solution import attention_scores, attention_weights, outputs, project


def self_attention(x, W_q, W_k, W_v, scaled=False):
    Q, K, V = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), K.shape[1] if scaled else None)
    return outputs(weights, V), weights
