# wrong: cross_attention adds -1e9 to padded scores and looks for -1e8 to find all padding; shows when scores are as large as 1e9
"""Cross-attention: the decoder asks, the encoder answers.  In the mask True means keep, False means hide."""

import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    queries = decoder_states @ W_q
    keys = encoder_states @ W_k
    values = encoder_states @ W_v
    scores = queries @ keys.transpose(0, 2, 1) / np.sqrt(keys.shape[-1])
    if source_keep is not None:
        scores = scores + np.where(source_keep, 0.0, -1e9)[:, None, :]
    largest = scores.max(axis=-1, keepdims=True)
    e = np.exp(scores - largest)
    weights = e / e.sum(axis=-1, keepdims=True)
    weights = np.where(largest < -1e8, 0.0, weights)
    return weights @ values, weights


def alignment(weights):
    batch, target, source = weights.shape
    result = np.zeros((batch, target), dtype=int)
    for b in range(batch):
        for t in range(target):
            best = 0
            for s in range(source):
                if weights[b, t, s] > weights[b, t, best]:
                    best = s
            result[b, t] = best
    return result
