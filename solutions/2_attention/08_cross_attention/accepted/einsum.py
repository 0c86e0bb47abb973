"""einsum; W_q and W_k are joined into one matrix, and W_v comes last."""

import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    scores = np.einsum("bti,ik,jk,bsj->bts", decoder_states, W_q, W_k, encoder_states) / W_k.shape[1] ** 0.5
    shares = np.exp(scores - scores.max(axis=2, keepdims=True))
    if source_keep is not None:
        shares = np.einsum("bts,bs->bts", shares, source_keep)
    weights = shares / np.maximum(shares.sum(axis=2, keepdims=True), 1e-300)
    return np.einsum("bts,bsj,jv->btv", weights, encoder_states, W_v), weights


def alignment(weights):
    return np.argsort(weights, axis=2)[..., -1]
