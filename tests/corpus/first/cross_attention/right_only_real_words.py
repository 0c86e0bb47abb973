# right: sentence by sentence; the padded words are left out altogether and their columns stay zero
import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    batch, target = decoder_states.shape[:2]
    source = encoder_states.shape[1]
    weights = np.zeros((batch, target, source))
    outputs = np.zeros((batch, target, W_v.shape[1]))
    for b in range(batch):
        real = np.arange(source) if source_keep is None else np.flatnonzero(source_keep[b])
        if real.size == 0:
            continue
        words = encoder_states[b][real]
        scores = (decoder_states[b] @ W_q) @ (words @ W_k).T / np.sqrt(W_q.shape[1])
        e = np.exp(scores - scores.max(axis=1, keepdims=True))
        e /= e.sum(axis=1, keepdims=True)
        weights[b][:, real] = e
        outputs[b] = e @ (words @ W_v)
    return outputs, weights


def alignment(weights):
    return weights.argmax(axis=-1)
