# wrong: alignment looks for a weight above one half and answers 0 where none is; shows for flat rows of weights
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
    if source_keep is None:
        source_keep = np.ones(encoder_states.shape[:2], dtype=bool)
    h = np.where(source_keep[:, :, None], encoder_states, 0.0)
    q, k, v = decoder_states @ W_q, h @ W_k, h @ W_v
    weights = masked_softmax(q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1]), source_keep[:, None, :])
    return weights @ v, weights


def alignment(weights):
    return (weights > 0.5).argmax(axis=-1)
