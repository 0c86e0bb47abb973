# wrong: the mask of the first sentence serves for all, and padding is struck from the weights after the softmax.
"""Cross-attention: the decoder attends to the encoder's output.  In the mask True means keep, False means hide."""

import numpy as np


def _softmax(scores, keep):
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    e = np.exp(scores - np.where(np.isneginf(top), 0.0, top))
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1.0, total)


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
    weights = _softmax(scores, None)
    if source_keep is not None:
        weights = weights * source_keep[0]
    return weights @ values, weights


def alignment(weights: np.ndarray) -> np.ndarray:
    return weights.argmax(axis=-1)
