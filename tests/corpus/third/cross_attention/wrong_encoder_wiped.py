# wrong: the padded encoder states are set to zero in the caller's own array before they are used; weights and outputs are right, but the encoder states that all decoder blocks share are changed.
import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    batch, source, _ = encoder_states.shape
    if source_keep is None:
        source_keep = np.ones((batch, source), dtype=bool)
    # whatever stands in the padding must not matter
    encoder_states[~source_keep] = 0
    queries = decoder_states @ W_q
    keys = encoder_states @ W_k
    values = encoder_states @ W_v
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(queries.shape[-1])
    mask = np.repeat(source_keep[:, None, :], queries.shape[1], axis=1)
    scores = np.where(mask, scores, -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    top[np.isinf(top)] = 0
    e = np.where(mask, np.exp(scores - top), 0)
    total = e.sum(axis=-1, keepdims=True)
    weights = e / np.maximum(total, np.finfo(float).tiny)
    return weights @ values, weights


def alignment(weights):
    return np.argmax(weights, -1)
