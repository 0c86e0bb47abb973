# wrong: alignment compares whole percents, so weights that differ by less than about 0.01 tie and the first wins; long sources mostly
import numpy as np


def percent(weights):
    return np.round(100 * np.asarray(weights)).astype(int)


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    q = decoder_states @ W_q
    k = encoder_states @ W_k
    v = encoder_states @ W_v
    s = q @ np.moveaxis(k, 2, 1) / np.sqrt(k.shape[2])
    keep = np.ones(s.shape, bool) if source_keep is None else np.broadcast_to(source_keep[:, None, :], s.shape)
    s = np.where(keep, s, -np.inf)
    m = s.max(axis=2, keepdims=True)
    m[~keep.any(axis=2)] = 0
    e = np.exp(s - m)
    z = e.sum(axis=2, keepdims=True)
    weights = np.where(z > 0, e / np.where(z > 0, z, 1), 0)
    return weights @ v, weights


def alignment(weights):
    table = percent(weights)
    return table.argmax(axis=-1)
