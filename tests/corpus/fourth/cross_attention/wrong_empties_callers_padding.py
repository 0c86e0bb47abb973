# wrong: the padded vectors are set to zero in the caller's own encoder_states
import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    outputs, weights = [], []
    for b in range(len(decoder_states)):
        h = encoder_states[b]
        keep = np.ones(len(h), dtype=bool) if source_keep is None else source_keep[b]
        h[~keep] = 0
        scores = (decoder_states[b] @ W_q) @ (h @ W_k).T / np.sqrt(W_k.shape[1])
        w = np.zeros(scores.shape)
        if keep.any():
            e = np.exp(scores[:, keep] - scores[:, keep].max(axis=1, keepdims=True))
            w[:, keep] = e / e.sum(axis=1, keepdims=True)
        weights.append(w)
        outputs.append(w @ (h @ W_v))
    return np.stack(outputs), np.stack(weights)


def alignment(weights):
    return np.array([[max(range(len(row)), key=row.__getitem__) for row in sentence] for sentence in weights], dtype=int)
