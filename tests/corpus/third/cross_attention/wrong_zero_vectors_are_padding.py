# wrong: besides source_keep every encoder vector of zeros is taken for padding, although only source_keep says what is padding; shows for a real source word whose vector is all zeros, also without a mask.
import numpy as np


def find_real_words(encoder_states, source_keep):
    real = np.any(encoder_states != 0, axis=-1)
    if source_keep is not None:
        real = real & source_keep
    return real


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    q = np.einsum("btm,md->btd", decoder_states, W_q)
    k = np.einsum("bsm,md->bsd", encoder_states, W_k)
    v = np.einsum("bsm,mv->bsv", encoder_states, W_v)
    scores = np.einsum("btd,bsd->bts", q, k) / np.sqrt(k.shape[-1])
    real = find_real_words(encoder_states, source_keep)[:, np.newaxis, :]
    scores = np.where(real, scores, -np.inf)
    top = np.where(real.any(-1, keepdims=True), scores.max(-1, keepdims=True), 0.0)
    e = np.exp(scores - top)
    total = e.sum(-1, keepdims=True)
    weights = np.divide(e, total, out=np.zeros_like(e), where=total > 0)
    return np.einsum("bts,bsv->btv", weights, v), weights


def alignment(weights):
    return np.argmax(weights, axis=2)
