# right: batched numpy products; padded rows are emptied in a copy, scores hidden with -inf
import numpy as np


def _softmax(scores):
    top = scores.max(axis=-1, keepdims=True)
    e = np.exp(scores - np.where(np.isfinite(top), top, 0.0))
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total > 0, total, 1.0)


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    memory = np.array(encoder_states, dtype=np.float64)
    if source_keep is not None:
        memory[~np.asarray(source_keep)] = 0.0
    q, k, v = decoder_states @ W_q, memory @ W_k, memory @ W_v
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(W_k.shape[1])
    if source_keep is not None:
        scores = np.where(np.asarray(source_keep)[:, None, :], scores, -np.inf)
    weights = _softmax(scores)
    return weights @ v, weights


def alignment(weights):
    return np.argmax(weights, axis=-1)
