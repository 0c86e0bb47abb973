# wrong: hidden scores are -1e4: visible scores of -1e5 beside them lose all their weight.
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
    scores = queries @ np.swapaxes(keys, 1, 2) / np.sqrt(W_q.shape[1])
    if source_keep is not None:
        scores = np.where(source_keep[:, None, :], scores, -1e4)
    e = np.exp(scores - scores.max(axis=2, keepdims=True))
    weights = e / e.sum(axis=2, keepdims=True)
    if source_keep is not None:
        nothing = ~source_keep.any(axis=1)
        weights[nothing] = 0.0
    return weights @ values, weights


def alignment(weights: np.ndarray) -> np.ndarray:
    return weights.argmax(axis=-1)
