# wrong: zeros only if all sentences are padding, NaN for one such sentence; alignment returns floats.
"""Cross-attention: the decoder attends to the encoder's output.  In the mask True means keep, False means hide."""

import numpy as np


def cross_attention(
    decoder_states: np.ndarray,
    encoder_states: np.ndarray,
    W_q: np.ndarray,
    W_k: np.ndarray,
    W_v: np.ndarray,
    source_keep: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    queries = decoder_states @ W_q
    keys = encoder_states @ W_k
    values = encoder_states @ W_v
    scores = queries @ keys.transpose(0, 2, 1) / np.sqrt(W_k.shape[1])
    if source_keep is not None:
        if not source_keep.any():
            return np.zeros(scores.shape[:2] + (W_v.shape[1],)), np.zeros_like(scores)
        scores = np.where(source_keep[:, None, :], scores, -np.inf)
    scores = scores - scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores)
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return weights @ values, weights


def alignment(weights: np.ndarray) -> np.ndarray:
    best = np.zeros(weights.shape[:2])
    for s in range(1, weights.shape[2]):
        highest = np.take_along_axis(weights, best[..., None].astype(int), axis=2)[..., 0]
        best[weights[:, :, s] > highest] = s
    return best
