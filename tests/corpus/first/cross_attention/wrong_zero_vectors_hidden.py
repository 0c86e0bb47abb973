# wrong: without source_keep, cross_attention takes encoder vectors of zeros for padding; None means no padding, so they must get weight
import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    if source_keep is None:
        source_keep = np.any(encoder_states != 0, axis=-1)
    q, k, v = decoder_states @ W_q, encoder_states @ W_k, encoder_states @ W_v

    scores = np.matmul(q, k.transpose(0, 2, 1)) / np.sqrt(k.shape[-1])
    scores = np.where(source_keep[:, None, :], scores, -np.inf)
    largest = scores.max(axis=-1, keepdims=True)
    largest = np.where(np.isfinite(largest), largest, 0.0)
    weights = np.exp(scores - largest)
    sums = weights.sum(axis=-1, keepdims=True)
    weights = weights / np.where(sums > 0, sums, 1.0)
    return np.matmul(weights, v), weights


def alignment(weights):
    return np.argmax(weights, -1)
