"""numpy in single precision; hidden weights are cleared after exp."""

import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    decoder_states, encoder_states, W_q, W_k, W_v = (
        np.asarray(x, dtype=np.float32) for x in (decoder_states, encoder_states, W_q, W_k, W_v)
    )
    queries, keys, values = decoder_states @ W_q, encoder_states @ W_k, encoder_states @ W_v
    scores = queries @ keys.transpose(0, 2, 1) * np.float32(queries.shape[-1] ** -0.5)
    keep = np.ones(scores.shape, bool) if source_keep is None else np.broadcast_to(source_keep[:, None], scores.shape)
    scores = np.where(keep, scores, np.finfo(np.float32).min)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True)) * keep
    weights = weights / np.maximum(weights.sum(axis=-1, keepdims=True), np.float32(0.5))
    return weights @ values, weights


def alignment(weights):
    return np.asarray(weights, dtype=np.float32).argmax(-1)
