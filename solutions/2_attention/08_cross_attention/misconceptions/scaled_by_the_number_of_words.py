"""The scores are divided by the root of the number of source words, not by √d_k.

The scale belongs to the vectors that are compared. Take the last axis of the queries.
"""

import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    queries = decoder_states @ W_q
    keys = encoder_states @ W_k
    values = encoder_states @ W_v
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(keys.shape[1])
    if source_keep is not None:
        scores = np.where(source_keep[:, None, :], scores, -np.inf)
    peak = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=-1, keepdims=True)
    weights = weights / np.where(total == 0, 1, total)
    return weights @ values, weights
