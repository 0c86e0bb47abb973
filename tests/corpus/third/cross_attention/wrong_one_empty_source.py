# wrong: an all-padding source is caught only if the whole batch is padding; one such sentence beside real ones gets NaN in weights and outputs.
import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    Q = np.matmul(decoder_states, W_q)
    K = np.matmul(encoder_states, W_k)
    V = np.matmul(encoder_states, W_v)
    if source_keep is not None and source_keep.sum() == 0:
        weights = np.zeros((Q.shape[0], Q.shape[1], K.shape[1]))
        return np.matmul(weights, V), weights
    scores = np.matmul(Q, np.moveaxis(K, 1, 2)) * Q.shape[-1] ** -0.5
    if source_keep is not None:
        M = np.where(source_keep, 0.0, -np.inf)
        scores = scores + M[:, np.newaxis, :]
    scores -= scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores)
    weights /= weights.sum(axis=-1, keepdims=True)
    return np.matmul(weights, V), weights


def alignment(weights):
    # the last of the largest: sort and take the end
    return np.argsort(weights, axis=-1)[..., -1]
