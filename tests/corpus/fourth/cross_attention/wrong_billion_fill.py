# wrong: hidden scores become -1e9; beside visible scores of -1e30 the padding takes all the weight, and an all-padding source gets equal weights
import numpy as np


def _softmax(scores):
    top = scores.max(axis=-1, keepdims=True)
    e = np.exp(scores - np.where(np.isfinite(top), top, 0.0))
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total > 0, total, 1.0)


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    q, k, v = decoder_states @ W_q, encoder_states @ W_k, encoder_states @ W_v
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    if source_keep is not None:
        scores[np.broadcast_to(~source_keep[:, None, :], scores.shape)] = -1e9
    scores = scores - scores.max(-1, keepdims=True)
    weights = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
    return weights @ v, weights


def alignment(weights):
    return np.argmax(weights, axis=-1)
