# wrong: low_rank_attention multiplies the padding by 0: nan or inf in padded keys or values spreads to all outputs
from collections.abc import Callable

import numpy as np
import math


def _softmax(x: np.ndarray) -> np.ndarray:
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


def low_rank_attention(
    queries: np.ndarray,
    keys: np.ndarray,
    values: np.ndarray,
    E: np.ndarray,
    F: np.ndarray,
    keep: np.ndarray | None = None,
    multiply: Callable[[np.ndarray, np.ndarray], np.ndarray] = np.matmul,
) -> tuple[np.ndarray, np.ndarray]:
    if keep is not None:
        mask = np.expand_dims(keep, -1).astype(float)
        keys, values = keys * mask, values * mask
    slot_keys, slot_values = multiply(E, keys), multiply(F, values)
    weights = _softmax(multiply(queries, np.swapaxes(slot_keys, -1, -2)) / math.sqrt(keys.shape[-1]))
    return multiply(weights, slot_values), weights


def effective_weights(weights: np.ndarray, F: np.ndarray) -> np.ndarray:
    return weights @ F


def dense_multiplications(length: int, d_k: int, d_v: int) -> int:
    return length * length * (d_k + d_v)


def low_rank_multiplications(length: int, rank: int, d_k: int, d_v: int) -> int:
    return 2 * length * rank * (d_k + d_v)
