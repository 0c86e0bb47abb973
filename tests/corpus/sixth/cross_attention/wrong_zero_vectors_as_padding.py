# wrong: without source_keep the vectors of zeros are hidden; it shows on a real word whose vector is zero.
import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    if source_keep is None:
        source_keep = np.any(encoder_states != 0, axis=-1)
    queries, keys, values = decoder_states @ W_q, encoder_states @ W_k, encoder_states @ W_v
    scores = queries @ keys.transpose(0, 2, 1) / np.sqrt(W_q.shape[1])
    scores = np.where(source_keep[:, None, :], scores, -np.inf)
    top = scores.max(axis=2, keepdims=True)
    e = np.exp(scores - np.where(np.isinf(top), 0, top))
    total = e.sum(axis=2, keepdims=True)
    weights = e / np.where(total == 0, 1, total)
    return weights @ values, weights


def alignment(weights):
    return np.argmax(weights, axis=-1)
