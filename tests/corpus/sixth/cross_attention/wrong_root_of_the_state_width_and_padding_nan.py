# wrong: the scores are divided by the root of the decoder's width, and a sentence of padding gives NaN; it shows when d_k is smaller than d_model, and on such a sentence.
import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    queries, keys, values = decoder_states @ W_q, encoder_states @ W_k, encoder_states @ W_v
    scores = queries @ keys.transpose(0, 2, 1) / np.sqrt(decoder_states.shape[-1])
    if source_keep is not None:
        scores = np.where(source_keep[:, None, :], scores, -np.inf)
    e = np.exp(scores - scores.max(axis=2, keepdims=True))
    weights = e / e.sum(axis=2, keepdims=True)
    return weights @ values, weights


def alignment(weights):
    return np.argmax(weights, axis=-1)
