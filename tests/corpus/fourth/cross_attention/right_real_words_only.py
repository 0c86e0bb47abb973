# right: sentence by sentence: the padding is cut out before anything is computed, weights are put back
import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    batch, target, _ = decoder_states.shape
    source = encoder_states.shape[1]
    outputs = np.zeros((batch, target, W_v.shape[1]))
    weights = np.zeros((batch, target, source))
    for b in range(batch):
        real = np.arange(source) if source_keep is None else np.flatnonzero(source_keep[b])
        if len(real) == 0:
            continue
        words = encoder_states[b][real]
        keys, values = words @ W_k, words @ W_v
        for t in range(target):
            scores = keys @ (decoder_states[b, t] @ W_q) / len(W_q[0]) ** 0.5
            e = np.exp(scores - max(scores))
            weights[b, t, real] = e / sum(e)
            outputs[b, t] = weights[b, t, real] @ values
    return outputs, weights


def alignment(weights):
    return np.array([[max(range(len(row)), key=row.__getitem__) for row in sentence] for sentence in weights], dtype=int)
