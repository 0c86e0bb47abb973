# wrong: exp is taken of the raw scores; scores above 709 become infinite and the weights NaN, and a row far below -745 becomes 0/0 (or zeros); small scores are right.
import math

import numpy as np


def _project(states, W):
    rows = []
    for vector in states:
        rows.append([sum(vector[m] * W[m][c] for m in range(len(vector))) for c in range(len(W[0]))])
    return rows


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    batch, target = decoder_states.shape[:2]
    source, d_v = encoder_states.shape[1], W_v.shape[1]
    outputs = np.zeros((batch, target, d_v))
    weights = np.zeros((batch, target, source))
    root = math.sqrt(W_q.shape[1])
    for b in range(batch):
        q, k, v = _project(decoder_states[b], W_q), _project(encoder_states[b], W_k), _project(encoder_states[b], W_v)
        for i in range(target):
            for j in range(source):
                if source_keep is None or source_keep[b, j]:
                    weights[b, i, j] = np.exp(np.dot(q[i], k[j]) / root)
            total = weights[b, i].sum()
            if total > 0:
                weights[b, i] /= total
            outputs[b, i] = weights[b, i] @ np.array(v)
    return outputs, weights


def alignment(weights):
    result = np.zeros(weights.shape[:2], dtype=int)
    for b in range(weights.shape[0]):
        for i in range(weights.shape[1]):
            for j in range(weights.shape[2]):
                if weights[b, i, j] > weights[b, i, result[b, i]]:
                    result[b, i] = j
    return result
