# wrong: alignment gives no source word twice while others are free; shows when two early target words look at the same source word
import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    q = np.einsum("btm,md->btd", decoder_states, W_q)
    k = np.einsum("bsm,md->bsd", encoder_states, W_k)
    v = np.einsum("bsm,md->bsd", encoder_states, W_v)
    scores = np.einsum("btd,bsd->bts", q, k) / np.sqrt(W_q.shape[1])
    if source_keep is not None:
        scores = np.where(source_keep[:, None, :], scores, -np.inf)
    top = scores.max(-1, keepdims=True)
    top[np.isneginf(top)] = 0.0
    e = np.exp(scores - top)
    total = e.sum(-1, keepdims=True)
    weights = np.divide(e, total, out=np.zeros_like(e), where=total > 0)
    return np.einsum("bts,bsd->btd", weights, v), weights


def alignment(weights):
    batch, target, source = weights.shape
    result = np.zeros((batch, target), dtype=int)
    for b in range(batch):
        free = np.ones(source, dtype=bool)
        for t in range(target):
            row = weights[b, t]
            if free.any():
                row = np.where(free, row, -1.0)
            best = int(np.argmax(row))
            free[best] = False
            result[b, t] = best
    return result
