# right: gaps below the largest score, exact for whole numbers, then exp(-gap - log sum); matmul on the rest.
"""Softmax, its temperature, and why attention divides by √d_k."""

import numpy as np


def _gap(scores, axis):
    """How far every score lies below the largest of its row."""
    scores = np.asarray(scores)
    top = scores.max(axis=axis, keepdims=True)
    if scores.dtype.kind in "iu":
        return (top.astype(np.uint64) - scores.astype(np.uint64)).astype(float)
    return 2.0 * (top.astype(float) / 2 - scores.astype(float) / 2)


def _normalise(minus, axis):
    log_total = np.log(np.exp(minus).sum(axis=axis, keepdims=True))
    return np.exp(minus - log_total)


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    return _normalise(-_gap(scores, axis), axis)


def softmax_with_temperature(scores: np.ndarray, temperature: float, axis: int = -1) -> np.ndarray:
    return _normalise(-_gap(scores, axis) / temperature, axis)


def dot_product_variance(queries: np.ndarray, keys: np.ndarray, scaled: bool = False) -> np.ndarray:
    product = queries.astype(float) * keys
    first = np.triu(np.ones((product.shape[1], product.shape[1])))
    dots = product @ first
    centred = dots - dots.mean(axis=0)
    variance = np.mean(centred * centred, axis=0)
    return variance / first.sum(axis=0) if scaled else variance


def scaled_scores(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    return (queries / np.sqrt(queries.shape[-1])) @ np.swapaxes(keys, -1, -2)
