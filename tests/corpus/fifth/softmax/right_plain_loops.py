# right: Python loops over rows, with Python numbers (whole numbers stay exact).
"""Softmax with loops."""

import math

import numpy as np


def _row(row, temperature):
    top = max(row)
    exps = [math.exp((x - top) / temperature) for x in row]
    total = math.fsum(exps)
    return [e / total for e in exps]


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    return softmax_with_temperature(scores, 1, axis)


def softmax_with_temperature(scores: np.ndarray, temperature: float, axis: int = -1) -> np.ndarray:
    temperature = float(temperature)
    scores = np.asarray(scores)
    if scores.ndim == 0:
        return np.ones(())
    moved = np.moveaxis(scores, axis, -1)
    result = np.empty(moved.shape, dtype=np.float64)
    for where in np.ndindex(*moved.shape[:-1]):
        result[where] = _row(moved[where].tolist(), temperature)
    return np.moveaxis(result, -1, axis)


def dot_product_variance(queries: np.ndarray, keys: np.ndarray, scaled: bool = False) -> np.ndarray:
    pairs, dims = queries.shape
    result = np.zeros(dims)
    running = [0.0] * pairs
    for d in range(dims):
        for n in range(pairs):
            running[n] += float(queries[n, d]) * float(keys[n, d])
        sample = [r / math.sqrt(d + 1) for r in running] if scaled else running
        mean = math.fsum(sample) / pairs
        result[d] = math.fsum((s - mean) ** 2 for s in sample) / pairs
    return result


def scaled_scores(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    root = math.sqrt(queries.shape[-1])
    lead = queries.shape[:-2]
    out = np.empty((*lead, queries.shape[-2], keys.shape[-2]))
    for where in np.ndindex(*lead):
        for i, q in enumerate(queries[where]):
            for j, k in enumerate(keys[where]):
                out[where + (i, j)] = sum(float(a) * float(b) for a, b in zip(q, k)) / root
    return out
