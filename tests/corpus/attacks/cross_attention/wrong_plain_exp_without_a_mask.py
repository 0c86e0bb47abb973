# wrong: exp of the scores themselves if there is no source_keep: scores of 2000 give NaN.
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
    queries = decoder_states @ W_q
    keys = encoder_states @ W_k
    values = encoder_states @ W_v
    d_k = queries.shape[-1]
    scores = queries @ np.swapaxes(keys, -1, -2) / np.sqrt(d_k)
    if source_keep is None:
        weights = np.exp(scores)
        weights = weights / weights.sum(axis=-1, keepdims=True)
        return (weights @ values, weights)
    if source_keep is not None:
        scores = np.where(source_keep[:, None, :], scores, -np.inf)
    if source_keep is None:
        weights = np.exp(scores)
        weights = weights / weights.sum(axis=-1, keepdims=True)
        return (weights @ values, weights)
    peak = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=-1, keepdims=True)
    weights = weights / np.where(total == 0, 1, total)
    return (weights @ values, weights)


def alignment(weights: np.ndarray) -> np.ndarray:
    """The source word that each target word looks at most.  (batch, target, source) -> (batch, target)."""
    return weights.argmax(axis=-1)
