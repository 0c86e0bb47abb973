"""A source sentence that is all padding is attended to, as if it were real.

Adding a large negative number such as −1e9 to hidden scores does that: it changes no difference between them. Replace
them by −∞, and return zeros where no source word is visible.
"""

import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    queries = decoder_states @ W_q
    keys = encoder_states @ W_k
    values = encoder_states @ W_v
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(queries.shape[-1])
    if source_keep is not None:
        scores = scores + np.where(source_keep[:, None, :], 0.0, -1e9)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return weights @ values, weights
