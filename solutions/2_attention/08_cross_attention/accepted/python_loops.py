"""One sentence and one target word at a time; padded source words are taken out before anything is computed."""

import math

import numpy as np


def one_word(query, keys, values, real):
    scores = {j: sum(query * keys[j]) / math.sqrt(len(query)) for j in real}
    peak = max(scores.values())
    total = sum(math.exp(score - peak) for score in scores.values())
    weights = [math.exp(scores[j] - peak) / total if j in scores else 0.0 for j in range(len(keys))]
    return sum(weights[j] * values[j] for j in real), weights


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    batch, target, _ = decoder_states.shape
    source = encoder_states.shape[1]
    outputs, weights = np.zeros((batch, target, W_v.shape[1])), np.zeros((batch, target, source))
    for b in range(batch):
        keys, values = encoder_states[b] @ W_k, encoder_states[b] @ W_v
        real = [j for j in range(source) if source_keep is None or source_keep[b, j]]
        for t in range(target if real else 0):
            outputs[b, t], weights[b, t] = one_word(decoder_states[b, t] @ W_q, keys, values, real)
    return outputs, weights


def alignment(weights):
    return [
        [max(range(len(row)), key=row.__getitem__) for row in sentence] for sentence in np.asarray(weights).tolist()
    ]
