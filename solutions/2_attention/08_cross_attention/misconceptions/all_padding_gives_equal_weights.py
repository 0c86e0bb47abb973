"""A source sentence that is all padding gets equal weights instead of none.

That is what a large negative number such as −1e9 in place of −∞ does: all scores are equal then. Set the
weights of padding to 0.
"""

import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    queries = decoder_states @ W_q
    keys = encoder_states @ W_k
    values = encoder_states @ W_v
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(queries.shape[-1])
    if source_keep is not None:
        scores = np.where(source_keep[:, None, :], scores, -1e9)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return weights @ values, weights
