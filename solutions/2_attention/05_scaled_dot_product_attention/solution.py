"""Scaled dot-product attention: softmax(Q Kᵀ / √d_k) V.  In the mask True means keep, False means hide.

The steps that torch.nn.functional.scaled_dot_product_attention does in one call, written out.
"""

import numpy as np


def attention(
    queries: np.ndarray, keys: np.ndarray, values: np.ndarray, keep: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Mix the values for every query.  (..., query, d_k), (..., key, d_k), (..., key, d_v) -> outputs, weights."""
    # 1. Compare: the dot product of every query with every key, over the root of their width.
    d_k = queries.shape[-1]
    scores = queries @ np.swapaxes(keys, -1, -2) / np.sqrt(d_k)  # (..., query, key)

    # 2. Hide: exp(-inf) = 0.
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)

    # 3. Normalise over the keys. The largest score of a row is subtracted first, so that exp cannot overflow;
    #    a row with nothing to see has no largest score, and stays zeros.
    peak = scores.max(axis=-1, keepdims=True)  # (..., query, 1)
    weights = np.exp(scores - np.where(np.isneginf(peak), 0, peak))  # (..., query, key)
    total = weights.sum(axis=-1, keepdims=True)  # (..., query, 1)
    weights = weights / np.where(total == 0, 1, total)

    # 4. Mix: row i of the outputs is Σ_j weights[i, j] · values[j].
    outputs = weights @ values  # (..., query, d_v)
    return outputs, weights
