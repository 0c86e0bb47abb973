# wrong: cross_attention scales by the number of source words, gives NaN for all padding and overwrites padded encoder states; alignment is float
"""Cross-attention: the decoder asks, the encoder answers.  In the mask True means keep, False means hide."""

import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    if source_keep is not None:
        encoder_states[~source_keep] = 0
    q = decoder_states @ W_q
    k = encoder_states @ W_k
    v = encoder_states @ W_v
    d_k = k.shape[1]
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(d_k)
    if source_keep is not None:
        scores[np.broadcast_to(~source_keep[:, None, :], scores.shape)] = -np.inf
    scores -= scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores)
    weights /= weights.sum(axis=-1, keepdims=True)
    return weights @ v, weights


def alignment(weights):
    result = np.zeros(weights.shape[:2])
    for b, sentence in enumerate(weights):
        for t, row in enumerate(sentence):
            result[b, t] = row.argmax()
    return result
