"""exp is taken of the scores as they are, and large scores overflow.

exp(1600) is infinite and exp(−1600) is 0, so the division gives NaN. Subtract the largest score of each row
first: the weights do not change.
"""

import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    queries = decoder_states @ W_q
    keys = encoder_states @ W_k
    values = encoder_states @ W_v
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(queries.shape[-1])
    if source_keep is not None:
        scores = np.where(source_keep[:, None, :], scores, -np.inf)
    weights = np.exp(scores)
    total = weights.sum(axis=-1, keepdims=True)
    weights = weights / np.where(total == 0, 1, total)
    return weights @ values, weights
