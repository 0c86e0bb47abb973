# wrong: cross_attention masks [:, :, None] (target rows), never subtracts the largest score; alignment takes argmax over the targets
import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    q = decoder_states @ W_q
    k = encoder_states @ W_k
    v = encoder_states @ W_v
    d_k = k.shape[2]
    scores = np.exp(q @ k.transpose(0, 2, 1) / np.sqrt(d_k))
    if source_keep is not None:
        scores = scores * source_keep[:, :, None]
    weights = scores / np.maximum(scores.sum(axis=2, keepdims=True), 1e-12)
    return weights @ v, weights


def alignment(weights):
    return weights.argmax(axis=1)
