# wrong: cross_attention hides the source words after the target's position with a look-ahead mask; shows if the source is 2 or more words
import numpy as np


def softmax(scores):
    top = scores.max(axis=-1, keepdims=True)
    e = np.exp(scores - np.where(np.isinf(top), 0.0, top))
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1.0, total)


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    Q = decoder_states @ W_q
    K = encoder_states @ W_k
    V = encoder_states @ W_v
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(Q.shape[-1])

    visible = np.tri(Q.shape[1], K.shape[1], dtype=bool)[None]
    if source_keep is not None:
        visible = visible & source_keep[:, None, :]
    weights = softmax(np.where(visible, scores, -np.inf))
    return weights @ V, weights


def alignment(weights):
    return weights.argmax(axis=-1)
