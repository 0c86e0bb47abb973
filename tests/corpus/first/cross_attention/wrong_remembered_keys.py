# wrong: cross_attention reuses keys and values while the encoder states are the same array; shows for a second block's W_k, W_v
import numpy as np

_memory = {"states": None, "keys": None, "values": None}


def _read(encoder_states, W_k, W_v):
    if _memory["states"] is not encoder_states:
        _memory["states"] = encoder_states
        _memory["keys"] = encoder_states @ W_k
        _memory["values"] = encoder_states @ W_v
    return _memory["keys"], _memory["values"]


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    keys, values = _read(encoder_states, W_k, W_v)
    queries = decoder_states @ W_q / np.sqrt(W_q.shape[-1])
    scores = queries @ np.swapaxes(keys, -1, -2)
    if source_keep is not None:
        scores = np.where(np.expand_dims(source_keep, 1), scores, -np.inf)
    peak = np.nan_to_num(scores.max(axis=-1, keepdims=True), neginf=0.0)
    e = np.exp(scores - peak)
    z = e.sum(axis=-1, keepdims=True)
    z[z == 0] = 1.0
    weights = e / z
    return weights @ values, weights


def alignment(weights):
    return np.argmax(weights, axis=-1)
