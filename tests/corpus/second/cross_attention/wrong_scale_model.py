# wrong: cross_attention divides by the root of d_model (width of the decoder states), not of d_k; shows when d_k differs from d_model
"""Cross-attention: the decoder asks, the encoder answers.  In the mask True means keep, False means hide."""

import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    d_model = decoder_states.shape[-1]
    if source_keep is not None:
        encoder_states = np.where(source_keep[..., None], encoder_states, 0)
    Q = np.einsum("btm,mk->btk", decoder_states, W_q)
    K = np.einsum("bsm,mk->bsk", encoder_states, W_k)
    V = np.einsum("bsm,mv->bsv", encoder_states, W_v)
    scores = np.einsum("btk,bsk->bts", Q, K) / d_model ** 0.5
    if source_keep is not None:
        scores = np.where(source_keep[:, None, :], scores, -np.inf)
    peak = scores.max(axis=-1, keepdims=True)
    peak[peak == -np.inf] = 0
    e = np.exp(scores - peak)
    s = e.sum(axis=-1, keepdims=True)
    weights = np.divide(e, s, out=np.zeros_like(e), where=s > 0)
    return np.einsum("bts,bsv->btv", weights, V), weights


def alignment(weights):
    return np.argmax(weights, axis=-1)
