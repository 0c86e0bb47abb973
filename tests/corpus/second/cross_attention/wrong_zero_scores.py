# wrong: cross_attention sets scores of padding to 0 and takes no maximum before exp; alignment goes along the target axis
"""Cross-attention: the decoder asks, the encoder answers.  In the mask True means keep, False means hide."""

import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    Q = decoder_states @ W_q
    K = encoder_states @ W_k
    V = encoder_states @ W_v
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(Q.shape[-1])
    if source_keep is not None:
        scores = scores * source_keep[:, None, :]
    e = np.exp(scores)
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ V, weights


def alignment(weights):
    return np.argmax(weights, axis=1)
