"""Scaled dot-product attention.  In the mask True means keep, False means hide."""

import numpy as np


def attention(
    queries: np.ndarray, keys: np.ndarray, values: np.ndarray, keep: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """For every query a mix of the values: softmax(Q Kᵀ / √d_k) V.

    queries: (..., query, d_k)    keys: (..., key, d_k)    values: (..., key, d_v)
        all of them finite floats
    keep: bool, broadcasts to (..., query, key) as it is; True where a query may see a key; None: all keys are visible
    returns (outputs, weights): outputs (..., query, d_v) and weights (..., query, key)

    "..." stands for any leading axes, such as batch or batch and head, or for none. A query that may see no
    key gets zeros, in its weights and in its output. The caller's arrays are left as they are.
    """
    raise NotImplementedError
