"""−1e9 is written into the padded keys instead of the scores.

A query with negative numbers turns them into a very large score. Hide the scores: they are what the softmax sees.
"""

import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    queries = decoder_states @ W_q
    keys = encoder_states @ W_k
    values = encoder_states @ W_v
    if source_keep is not None:
        keys = np.where(source_keep[:, :, None], keys, -1e9)
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(queries.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    if source_keep is not None:
        weights = weights * source_keep.any(axis=1)[:, None, None]
    return weights @ values, weights
