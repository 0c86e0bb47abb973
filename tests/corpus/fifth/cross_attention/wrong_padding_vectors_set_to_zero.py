# wrong: padded encoder vectors become zeros in place of being hidden: their score 0 still gets weight.
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
    if source_keep is not None:
        encoder_states = encoder_states * source_keep[:, :, None]
    queries, keys, values = decoder_states @ W_q, encoder_states @ W_k, encoder_states @ W_v
    scores = np.einsum("btd,bsd->bts", queries, keys) / np.sqrt(queries.shape[-1])
    weights = _softmax(scores, None)
    if source_keep is not None:
        weights = weights * source_keep.any(axis=1)[:, None, None]
    return weights @ values, weights


def alignment(weights: np.ndarray) -> np.ndarray:
    return weights.argmax(axis=-1)
