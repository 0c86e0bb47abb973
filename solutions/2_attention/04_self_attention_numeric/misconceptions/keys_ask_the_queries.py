"""self_attention swaps Q and K: the keys are used as queries, and the queries as keys.

project returns Q, K, V in this order, and attention_scores takes Q first. The printed sentence does not show it: there
E is symmetric.
"""

from solution import attention_scores, attention_weights, outputs, project


def self_attention(x, W_q, W_k, W_v, scaled=True):
    K, Q, V = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), K.shape[1] if scaled else None)
    return outputs(weights, V), weights
