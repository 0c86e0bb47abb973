# right: loops over batch, target and the kept source words, math.exp, dot products by hand
"""Cross-attention: the decoder asks, the encoder answers.  In the mask True means keep, False means hide."""

import math

import numpy as np


def row_times_matrix(row, matrix):
    return [sum(row[i] * matrix[i][j] for i in range(len(row))) for j in range(len(matrix[0]))]


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    batch, target, _ = decoder_states.shape
    source = encoder_states.shape[1]
    W_q, W_k, W_v = W_q.tolist(), W_k.tolist(), W_v.tolist()
    d_k, d_v = len(W_k[0]), len(W_v[0])
    outputs = np.zeros((batch, target, d_v))
    weights = np.zeros((batch, target, source))
    for b in range(batch):
        real = [j for j in range(source) if source_keep is None or source_keep[b, j]]
        if not real:
            continue
        keys = {j: row_times_matrix(encoder_states[b, j].tolist(), W_k) for j in real}
        values = {j: row_times_matrix(encoder_states[b, j].tolist(), W_v) for j in real}
        for t in range(target):
            q = row_times_matrix(decoder_states[b, t].tolist(), W_q)
            score = {j: sum(x * y for x, y in zip(q, keys[j])) / math.sqrt(d_k) for j in real}
            top = max(score.values())
            e = {j: math.exp(score[j] - top) for j in real}
            total = sum(e.values())
            for j in real:
                weights[b, t, j] = e[j] / total
                for c in range(d_v):
                    outputs[b, t, c] += weights[b, t, j] * values[j][c]
    return outputs, weights


def alignment(weights):
    batch, target, source = weights.shape
    result = np.zeros((batch, target), dtype=int)
    for b in range(batch):
        for t in range(target):
            best = 0
            for s in range(source):
                if weights[b, t, s] > weights[b, t, best]:
                    best = s
            result[b, t] = best
    return result
