# wrong: cross_attention takes all-zero encoder vectors for padding, without source_keep too; shows for a real source word of zeros
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
    real = np.any(encoder_states != 0, axis=-1)
    if source_keep is not None:
        real = real & source_keep
    memory = encoder_states * real[:, :, None]
    scores = (decoder_states @ W_q) @ (memory @ W_k).transpose(0, 2, 1) / np.sqrt(W_q.shape[1])
    weights = masked_softmax(scores, real[:, None, :])
    return weights @ (memory @ W_v), weights


def alignment(weights):
    return np.argmax(weights, axis=-1)
