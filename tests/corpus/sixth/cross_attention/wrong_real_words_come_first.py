# wrong: each sentence is cut after as many words as it has real ones; it shows on padding on the left or in the middle.
import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    batch, target, _ = decoder_states.shape
    source = encoder_states.shape[1]
    weights = np.zeros((batch, target, source))
    outputs = np.zeros((batch, target, W_v.shape[1]))
    for b in range(batch):
        n = source if source_keep is None else int(source_keep[b].sum())
        if n == 0:
            continue
        scores = (decoder_states[b] @ W_q) @ (encoder_states[b, :n] @ W_k).T / np.sqrt(W_k.shape[1])
        e = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights[b, :, :n] = e / e.sum(axis=1, keepdims=True)
        outputs[b] = weights[b, :, :n] @ (encoder_states[b, :n] @ W_v)
    return outputs, weights


def alignment(weights):
    return np.argmax(weights, axis=-1)
