# right: W_q W_kᵀ multiplied first (float32 inside), the softmax in log space, W_v applied after the mixing
import numpy as np

F = np.float32


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    z = np.asarray(decoder_states, dtype=F)
    h = np.array(encoder_states, dtype=F)
    hidden = np.zeros(h.shape[:2], dtype=bool) if source_keep is None else np.logical_not(source_keep)
    h[hidden] = 0
    bilinear = (np.asarray(W_q, F) @ np.asarray(W_k, F).T) / F(np.sqrt(np.shape(W_q)[1]))
    logits = np.einsum("btm,mn,bsn->bts", z, bilinear, h, optimize=True)
    logits = np.where(hidden[:, None, :], F(-np.inf), logits)
    top = np.where(hidden.all(axis=1)[:, None, None], F(0), logits.max(axis=2, keepdims=True))
    with np.errstate(divide="ignore"):
        log_total = np.logaddexp.reduce(logits - top, axis=2, keepdims=True)
    log_total = np.where(np.isneginf(log_total), F(0), log_total)
    weights = np.exp(logits - top - log_total)
    outputs = np.matmul(np.matmul(weights, h), np.asarray(W_v, F))
    return outputs, weights


def alignment(weights):
    return np.argsort(-weights, axis=-1, kind="stable")[..., 0]
