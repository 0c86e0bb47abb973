"""einsum; W_q and W_k are joined into one matrix, and W_v comes last."""

import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    scores = np.einsum("bti,ik,jk,bsj->bts", decoder_states, W_q, W_k, encoder_states) / W_k.shape[1] ** 0.5
    real = np.ones(encoder_states.shape[:2], bool) if source_keep is None else source_keep
    peak = scores.max(axis=2, keepdims=True, where=real[:, None], initial=-1e300)
    shares = np.einsum("bts,bs->bts", np.exp(np.minimum(scores - peak, 0)), real)
    weights = shares / np.maximum(shares.sum(axis=2, keepdims=True), 1e-300)
    return np.einsum("bts,bsj,jv->btv", weights, encoder_states, W_v), weights


def alignment(weights):
    return np.argsort(weights, axis=2)[..., -1]
