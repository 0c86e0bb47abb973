# wrong: the scores are divided by the root of d_model instead of d_k
import numpy as np


def _softmax(scores):
    top = scores.max(axis=-1, keepdims=True)
    e = np.exp(scores - np.where(np.isfinite(top), top, 0.0))
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total > 0, total, 1.0)


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    scale = np.sqrt(decoder_states.shape[-1])
    scores = np.einsum("btd,bsd->bts", decoder_states @ W_q, encoder_states @ W_k) / scale
    if source_keep is not None:
        scores = np.where(source_keep[:, None], scores, -np.inf)
    weights = _softmax(scores)
    return np.einsum("bts,bsd->btd", weights, encoder_states @ W_v), weights


def alignment(weights):
    return np.argmax(weights, axis=-1)
