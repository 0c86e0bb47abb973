# wrong: a look-ahead mask is laid over the source, so target word t sees only the source words up to t
import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    batch, target, _ = decoder_states.shape
    source = encoder_states.shape[1]
    keep = np.tril(np.ones((target, source), dtype=bool))[None].repeat(batch, axis=0)
    if source_keep is not None:
        keep = keep & source_keep[:, None, :]
    scores = (decoder_states @ W_q) @ np.swapaxes(encoder_states @ W_k, 1, 2) / np.sqrt(W_q.shape[1])
    weights = np.zeros(scores.shape)
    for b, t in np.ndindex(batch, target):
        seen = keep[b, t]
        if seen.any():
            e = np.exp(scores[b, t, seen] - scores[b, t, seen].max())
            weights[b, t, seen] = e / e.sum()
    return weights @ (encoder_states @ W_v), weights


def alignment(weights):
    return np.array([[max(range(len(row)), key=row.__getitem__) for row in sentence] for sentence in weights], dtype=int)
