"""self_attention divides by the root of the number of words.

In the printed example both are 3, so it goes unnoticed there. d_k is the width of a key, K.shape[1], not len(K).
"""

from solution import attention_scores, attention_weights, outputs, project


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), len(K) if scaled else None)
    return outputs(weights, V), weights
