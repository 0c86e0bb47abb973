# wrong: cross_attention lets each source word share out 1 among the target words (softmax over the target axis); shows almost always
"""Cross-attention: the decoder asks, the encoder answers.  In the mask True means keep, False means hide."""

import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    outputs, all_weights = [], []
    for b in range(len(decoder_states)):
        q = decoder_states[b] @ W_q
        k = encoder_states[b] @ W_k
        v = encoder_states[b] @ W_v
        scores = q @ k.T / np.sqrt(W_q.shape[1])
        e = np.exp(scores - scores.max(axis=0))
        if source_keep is not None:
            e[:, ~source_keep[b]] = 0.0
        total = e.sum(axis=0)
        w = e / np.where(total > 0, total, 1.0)
        outputs.append(w @ v)
        all_weights.append(w)
    return np.array(outputs), np.array(all_weights)


def alignment(weights):
    return np.argmax(weights, axis=-1)
