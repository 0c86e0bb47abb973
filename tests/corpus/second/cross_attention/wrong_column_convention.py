# wrong: cross_attention computes q = W z, k = W h, v = W h as for column vectors (W turned); shows when the matrices are not symmetric
"""Cross-attention: the decoder asks, the encoder answers.  In the mask True means keep, False means hide."""

import numpy as np


def masked_softmax(scores, keep):
    scores = np.where(keep, scores, -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    top = np.where(np.isfinite(top), top, 0.0)
    e = np.exp(scores - top)
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1.0, total)


def project(matrix, states):
    result = []
    for sentence in states:
        result.append([np.dot(matrix, word) for word in sentence])
    return np.array(result)


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    q = project(W_q, decoder_states)
    k = project(W_k, encoder_states)
    v = project(W_v, encoder_states)
    scores = np.matmul(q, np.swapaxes(k, 1, 2)) / np.sqrt(W_k.shape[1])
    if source_keep is None:
        keep = np.ones(scores.shape, dtype=bool)
    else:
        keep = source_keep[:, None, :]
    weights = masked_softmax(scores, keep)
    return weights @ v, weights


def alignment(weights):
    return np.argmax(weights, axis=-1)
