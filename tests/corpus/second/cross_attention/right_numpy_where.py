# right: vectorised numpy, padding zeroed in a copy first, softmax helper with -inf
"""Cross-attention: the decoder asks, the encoder answers.  In the mask True means keep, False means hide."""

import numpy as np


def masked_softmax(scores, keep):
    scores = np.where(keep, scores, -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    top = np.where(np.isfinite(top), top, 0.0)
    e = np.exp(scores - top)
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1.0, total)


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    batch, source, _ = encoder_states.shape
    if source_keep is None:
        source_keep = np.ones((batch, source), dtype=bool)
    memory = np.where(source_keep[:, :, None], encoder_states, 0.0)
    queries = decoder_states @ W_q
    keys = memory @ W_k
    values = memory @ W_v
    scores = queries @ keys.transpose(0, 2, 1) / np.sqrt(W_q.shape[1])
    weights = masked_softmax(scores, source_keep[:, None, :])
    return weights @ values, weights


def alignment(weights):
    return np.argmax(weights, axis=-1)
