"""The padded encoder states are overwritten in the caller's array.

The result is right, but every decoder block reads the same encoder states. Hide the scores; the states can stay
as they are.
"""

import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    if source_keep is not None:
        encoder_states[~source_keep] = 0.0
    queries = decoder_states @ W_q
    keys = encoder_states @ W_k
    values = encoder_states @ W_v
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(queries.shape[-1])
    if source_keep is not None:
        scores = np.where(source_keep[:, None, :], scores, -np.inf)
    peak = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=-1, keepdims=True)
    weights = weights / np.where(total == 0, 1, total)
    return weights @ values, weights
