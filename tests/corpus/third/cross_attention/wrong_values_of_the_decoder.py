# wrong: the values are made from the decoder's states; nothing crashes when target and source have the same length and width, but the outputs mix the wrong words (and other lengths give an error).
import numpy as np


def softmax(x):
    m = x.max(axis=-1, keepdims=True)
    e = np.exp(x - np.where(np.isneginf(m), 0, m))
    s = e.sum(axis=-1, keepdims=True)
    return e / np.where(s == 0, 1, s)


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    queries = decoder_states @ W_q
    keys = encoder_states @ W_k
    values = decoder_states @ W_v
    scores = queries @ keys.transpose(0, 2, 1) / np.sqrt(W_k.shape[1])
    if source_keep is not None:
        scores = np.where(source_keep[:, None, :], scores, -np.inf)
    weights = softmax(scores)
    return weights @ values, weights


def alignment(weights):
    return weights.argmax(axis=-1)
