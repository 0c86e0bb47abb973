"""The mask is applied after the softmax.

The padding has taken its share by then, and the rest adds up to less than 1. Hide the scores first, then
normalise.
"""

import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    queries = decoder_states @ W_q
    keys = encoder_states @ W_k
    values = encoder_states @ W_v
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(queries.shape[-1])
    peak = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=-1, keepdims=True)
    weights = weights / np.where(total == 0, 1, total)
    if source_keep is not None:
        weights = weights * source_keep[:, None, :]
    return weights @ values, weights
