# wrong: dot_product_variance uses torch.var with its default, dividing by pairs - 1; visible for all inputs, most for few pairs
import numpy as np
import torch


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    x = np.array(scores, dtype=float)
    x -= np.max(x, axis=axis, keepdims=True)
    np.exp(x, out=x)
    x /= np.sum(x, axis=axis, keepdims=True)
    return x


def softmax_with_temperature(scores: np.ndarray, temperature: float, axis: int = -1) -> np.ndarray:
    x = np.array(scores, dtype=float)
    x = (x - x.max(axis=axis, keepdims=True)) / temperature
    return softmax(x, axis)


def dot_product_variance(queries, keys, scaled=False):
    q = torch.tensor(np.asarray(queries), dtype=torch.float64)
    k = torch.tensor(np.asarray(keys), dtype=torch.float64)
    dots = torch.cumsum(q * k, dim=1)
    if scaled:
        d = torch.arange(1, dots.shape[1] + 1, dtype=torch.float64)
        dots = dots / torch.sqrt(d)
    return dots.var(dim=0).numpy()


def scaled_scores(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    d_k = keys.shape[-1]
    return np.einsum("...qd,...kd->...qk", queries, keys) / d_k**0.5
