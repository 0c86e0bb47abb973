# wrong: empty rows are picked with a boolean index of the mask's own shape, which fails for masks that broadcast, such as (batch, 1, key).
import numpy as np


def attention(queries, keys, values, keep=None):
    scores = np.einsum("...id,...jd->...ij", queries, keys)
    scores = scores / np.sqrt(keys.shape[-1])
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
        nothing = ~keep.any(axis=-1)
        scores[nothing] = 0
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    if keep is not None:
        weights[nothing] = 0
    return weights @ values, weights
