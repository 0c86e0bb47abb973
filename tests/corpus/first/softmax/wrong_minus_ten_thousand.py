# wrong: softmax: -inf is replaced by -1e4, which gets weight (or all of it) if the other scores of the row are below -9000
"""Softmax, its temperature, and why attention divides by √d_k."""

import numpy as np
import torch


def to(x):
    return torch.tensor(np.array(x, dtype=np.float64, order="C"))


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    """Weights that are positive and add to 1 along `axis`: exp(x_i) / Σ_j exp(x_j).

    scores: any shape, whole or real numbers; single entries may be -inf (weight 0)
    returns: real numbers, the shape of scores; scores itself stays as it was
    """
    x = to(scores)
    x = x.masked_fill(torch.isinf(x), -1e4)
    return torch.softmax(x, dim=axis).numpy()


def softmax_with_temperature(scores: np.ndarray, temperature: float, axis: int = -1) -> np.ndarray:
    """Softmax of the scores divided by `temperature`: below 1 sharper, above 1 flatter.

    scores: any shape; temperature: a number above 0
    returns: the shape of scores
    """
    return torch.softmax(to(scores) / float(temperature), dim=axis).numpy()


def dot_product_variance(queries: np.ndarray, keys: np.ndarray, scaled: bool = False) -> np.ndarray:
    """How the variance of q·k grows with the number of dimensions, measured on pairs of vectors.

    queries, keys: (pair, dimension); row n of queries meets row n of keys
    returns: (dimension,); entry d - 1 is the variance over the pairs (mean squared distance from
        the mean, divided by the number of pairs) of q·k taken over the first d dimensions only.
        With scaled=True: of that same q·k divided by √d.
    """
    running = torch.cumsum(to(queries) * to(keys), dim=1)
    variance = torch.var(running, dim=0, unbiased=False)
    if scaled:
        variance = variance / torch.arange(1, running.shape[1] + 1)
    return variance.numpy()


def scaled_scores(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """The scores that attention hands to softmax: Q Kᵀ / √d_k.

    queries: (..., query, d_k); keys: (..., key, d_k); the leading axes, if any, are equal
    returns: (..., query, key)
    """
    q, k = to(queries), to(keys)
    return (torch.matmul(q, k.transpose(-2, -1)) / q.size(-1) ** 0.5).numpy()
