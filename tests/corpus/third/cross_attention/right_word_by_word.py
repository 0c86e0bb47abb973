# right: loops over sentences and target words, math.exp over the real source words only; alignment takes the last of the best in a Python max.
import math

import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    batch, target, _ = decoder_states.shape
    source = encoder_states.shape[1]
    root = math.sqrt(W_q.shape[1])
    outputs = np.zeros((batch, target, W_v.shape[1]))
    weights = np.zeros((batch, target, source))
    for b in range(batch):
        real = [j for j in range(source) if source_keep is None or source_keep[b, j]]
        keys = {j: encoder_states[b, j] @ W_k for j in real}
        values = {j: encoder_states[b, j] @ W_v for j in real}
        for i in range(target):
            query = decoder_states[b, i] @ W_q
            scores = {j: float(query @ keys[j]) / root for j in real}
            if not scores:
                continue
            top = max(scores.values())
            exps = {j: math.exp(s - top) for j, s in scores.items()}
            total = math.fsum(exps.values())
            for j in real:
                weights[b, i, j] = exps[j] / total
                outputs[b, i] += weights[b, i, j] * values[j]
    return outputs, weights


def alignment(weights):
    source = weights.shape[2]
    return np.array([[max(range(source), key=lambda j: (row[j], j)) for row in table] for table in weights])
