# wrong: cross_attention lets target word t see only the source words 0 to t; shows whenever there are two source words or more
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
    batch, target, _ = decoder_states.shape
    source = encoder_states.shape[1]
    q, k, v = decoder_states @ W_q, encoder_states @ W_k, encoder_states @ W_v
    scores = q @ np.moveaxis(k, 1, 2) / np.sqrt(k.shape[-1])
    visible = np.tril(np.ones((target, source), dtype=bool))[None]
    if source_keep is not None:
        visible = visible & source_keep[:, None, :]
    weights = masked_softmax(scores, visible)
    return weights @ v, weights


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
