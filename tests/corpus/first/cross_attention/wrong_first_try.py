# wrong: cross_attention sets padded states to zero instead of hiding them and forgets the scale; all-padding gives equal weights
import numpy as np


def softmax(x):
    x = x - np.max(x, axis=-1, keepdims=True)
    return np.exp(x) / np.sum(np.exp(x), axis=-1, keepdims=True)


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    if source_keep is not None:
        encoder_states = encoder_states * source_keep[:, :, None]
    queries = decoder_states @ W_q
    keys = encoder_states @ W_k
    values = encoder_states @ W_v
    scores = queries @ keys.swapaxes(-1, -2)
    weights = softmax(scores)
    outputs = weights @ values
    return outputs, weights


def alignment(weights):
    return np.argmax(weights, axis=-1)
