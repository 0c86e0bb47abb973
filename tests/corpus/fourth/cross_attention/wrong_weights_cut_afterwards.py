# wrong: the softmax runs over all source words and padding is removed and the rest renormalised; visible scores far below the hidden ones leave zeros
import numpy as np


def _softmax(scores):
    top = scores.max(axis=-1, keepdims=True)
    e = np.exp(scores - np.where(np.isfinite(top), top, 0.0))
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total > 0, total, 1.0)


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    scores = (decoder_states @ W_q) @ (encoder_states @ W_k).transpose(0, 2, 1) / np.sqrt(W_q.shape[1])
    weights = _softmax(scores)
    if source_keep is not None:
        weights = weights * source_keep[:, None, :]
        total = weights.sum(axis=-1, keepdims=True)
        weights = np.divide(weights, total, out=np.zeros_like(weights), where=total > 0)
    return weights @ (encoder_states @ W_v), weights


def alignment(weights):
    return np.argmax(weights, axis=-1)
