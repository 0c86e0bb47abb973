"""Cross-attention: the decoder asks, the encoder answers.  In the mask True means keep, False means hide."""

import numpy as np


def cross_attention(
    decoder_states: np.ndarray,
    encoder_states: np.ndarray,
    W_q: np.ndarray,
    W_k: np.ndarray,
    W_v: np.ndarray,
    source_keep: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """(batch, target, d_model), (batch, source, d_model) -> (batch, target, d_v), (batch, target, source)."""
    # Who asks, and who is asked: this is all that tells cross-attention from self-attention.
    queries = decoder_states @ W_q  # (batch, target, d_k): one for each target word
    keys = encoder_states @ W_k  # (batch, source, d_k)
    values = encoder_states @ W_v  # (batch, source, d_v)

    d_k = queries.shape[-1]
    scores = queries @ np.swapaxes(keys, -1, -2) / np.sqrt(d_k)  # (batch, target, source)

    # Padding of the source is hidden from every target word. No look-ahead mask: the whole source is known.
    if source_keep is not None:
        scores = np.where(source_keep[:, None, :], scores, -np.inf)

    # A softmax over the source words; where all of them are padding, zeros.
    peak = scores.max(axis=-1, keepdims=True)  # (batch, target, 1)
    weights = np.exp(scores - np.where(np.isneginf(peak), 0, peak))  # (batch, target, source)
    total = weights.sum(axis=-1, keepdims=True)  # (batch, target, 1)
    weights = weights / np.where(total == 0, 1, total)

    return weights @ values, weights  # as many outputs as queries


def alignment(weights: np.ndarray) -> np.ndarray:
    """The source word that each target word looks at most.  (batch, target, source) -> (batch, target)."""
    return weights.argmax(axis=-1)
