# wrong: alignment looks for the places that equal the maximum and reshapes them to (batch, target); when two source words share the most weight there are too many of them and it fails, e.g. for equal weights or rows of zeros.
import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    d_k = W_q.shape[-1]
    q = np.tensordot(decoder_states, W_q, axes=1) / np.sqrt(d_k)
    k = np.tensordot(encoder_states, W_k, axes=1)
    v = np.tensordot(encoder_states, W_v, axes=1)
    outputs, weights = [], []
    for b in range(len(q)):
        scores = q[b] @ k[b].T
        keep = np.full(k.shape[1], True) if source_keep is None else source_keep[b]
        w = np.zeros_like(scores)
        if keep.any():
            s = scores[:, keep]
            e = np.exp(s - s.max(axis=1, keepdims=True))
            w[:, keep] = e / e.sum(axis=1, keepdims=True)
        weights.append(w)
        outputs.append(w @ v[b])
    return np.array(outputs), np.array(weights)


def alignment(weights):
    best = weights.max(axis=-1, keepdims=True)
    _, _, positions = np.nonzero(weights == best)
    return positions.reshape(weights.shape[:2])
