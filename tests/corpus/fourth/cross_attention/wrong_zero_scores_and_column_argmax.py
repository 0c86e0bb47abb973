# wrong: the scores of padding become 0 instead of -inf, and alignment takes the maximum over the target words
import numpy as np


def _softmax(scores):
    top = scores.max(axis=-1, keepdims=True)
    e = np.exp(scores - np.where(np.isfinite(top), top, 0.0))
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total > 0, total, 1.0)


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    scores = decoder_states @ W_q @ (encoder_states @ W_k).transpose(0, 2, 1) / np.sqrt(W_q.shape[1])
    if source_keep is not None:
        scores = scores * source_keep[:, None, :]
    weights = _softmax(scores)
    return weights @ (encoder_states @ W_v), weights


def alignment(weights):
    return np.argmax(weights, axis=1)
