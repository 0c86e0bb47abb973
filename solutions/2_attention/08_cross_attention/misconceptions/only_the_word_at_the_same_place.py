"""Each target word sees only the source word at its own position.

One of the sources (S4) claims this for <SOS> and "I". Words are not translated one by one in the same order: the
weights of every query are spread over all source words.
"""

import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    queries = decoder_states @ W_q
    keys = encoder_states @ W_k
    values = encoder_states @ W_v
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(queries.shape[-1])
    scores = np.where(np.eye(*scores.shape[-2:], dtype=bool), scores, -np.inf)
    if source_keep is not None:
        scores = np.where(source_keep[:, None, :], scores, -np.inf)
    peak = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=-1, keepdims=True)
    weights = weights / np.where(total == 0, 1, total)
    return weights @ values, weights
