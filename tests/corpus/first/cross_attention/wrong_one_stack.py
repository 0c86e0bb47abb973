# wrong: cross_attention joins decoder and encoder states into one array first, which fails when the two kinds differ in width
import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    target = decoder_states.shape[1]
    both = np.concatenate([decoder_states, encoder_states], axis=1)
    queries = (both @ W_q)[:, :target]
    keys = (both @ W_k)[:, target:]
    values = (both @ W_v)[:, target:]

    scores = np.einsum("bid,bjd->bij", queries, keys) / W_k.shape[1] ** 0.5
    if source_keep is not None:
        scores = np.where(source_keep[:, None], scores, -np.inf)
    with np.errstate(invalid="ignore"):
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights = weights / weights.sum(axis=-1, keepdims=True)
    weights = np.nan_to_num(weights)
    return np.einsum("bij,bjd->bid", weights, values), weights


def alignment(weights):
    return weights.argmax(-1)
