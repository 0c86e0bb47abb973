# wrong: zeros are returned only if every sentence is all padding; it shows with one such sentence among others.
import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    queries, keys, values = decoder_states @ W_q, encoder_states @ W_k, encoder_states @ W_v
    scores = queries @ keys.transpose(0, 2, 1) / np.sqrt(W_q.shape[1])
    if source_keep is not None:
        if not source_keep.any():
            weights = np.zeros(scores.shape)
            return weights @ values, weights
        scores = np.where(source_keep[:, None, :], scores, -np.inf)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ values, weights


def alignment(weights):
    return np.argmax(weights, axis=-1)
