# wrong: cross_attention puts -1e9 into the padded keys, not the scores; a query with a negative sum then sees nothing but padding
import numpy as np


def _softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    queries = np.matmul(decoder_states, W_q)
    keys = np.matmul(encoder_states, W_k)
    values = np.matmul(encoder_states, W_v)
    if source_keep is not None:
        keys = np.where(source_keep[:, :, None], keys, -1e9)

    weights = _softmax(np.matmul(queries, np.swapaxes(keys, 1, 2)) / np.sqrt(keys.shape[-1]))
    if source_keep is not None:
        has_words = source_keep.any(axis=1)
        weights = weights * has_words[:, None, None]
    return np.matmul(weights, values), weights


def alignment(weights):
    return np.argmax(weights, axis=2)
