# wrong: without source_keep, source vectors of zeros are taken for padding and hidden
import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    if source_keep is None:
        source_keep = np.any(encoder_states != 0, axis=-1)
    batch, target = decoder_states.shape[:2]
    weights = np.zeros((batch, target, encoder_states.shape[1]))
    outputs = np.zeros((batch, target, W_v.shape[1]))
    for b in range(batch):
        real = np.flatnonzero(source_keep[b])
        if real.size:
            words = encoder_states[b, real]
            scores = decoder_states[b] @ W_q @ (words @ W_k).T / np.sqrt(W_k.shape[1])
            e = np.exp(scores - scores.max(axis=1)[:, None])
            w = e / e.sum(axis=1)[:, None]
            weights[b][:, real] = w
            outputs[b] = w @ (words @ W_v)
    return outputs, weights


def alignment(weights):
    return np.array([[max(range(len(row)), key=row.__getitem__) for row in sentence] for sentence in weights], dtype=int)
