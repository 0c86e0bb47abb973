# wrong: padding_mask counts the real tokens and keeps that many from the left, which is right for padding on the right only; shows for a sentence padded on the left.
import numpy as np


def look_ahead_mask(length: int) -> np.ndarray:
    positions = np.arange(length)
    return positions[None, :] <= positions[:, None]


def padding_mask(ids: np.ndarray, pad: int) -> np.ndarray:
    lengths = (ids != pad).sum(axis=1)
    positions = np.arange(ids.shape[1])
    return (positions[None, :] < lengths[:, None])[:, None, :]


def combine(look_ahead: np.ndarray, padding: np.ndarray) -> np.ndarray:
    return np.logical_and(look_ahead, padding)


def additive(mask: np.ndarray) -> np.ndarray:
    result = np.zeros(mask.shape)
    result[~mask] = -np.inf
    return result


def masked_softmax(scores: np.ndarray, keep: np.ndarray) -> np.ndarray:
    scores = np.asarray(scores, dtype=np.float64)
    keep = np.broadcast_to(keep, scores.shape)
    masked = scores + additive(keep)
    largest = np.max(masked, axis=-1, keepdims=True)
    largest = np.where(keep.any(axis=-1, keepdims=True), largest, 0)
    exps = np.exp(masked - largest)
    sums = exps.sum(axis=-1, keepdims=True)
    return np.divide(exps, sums, out=np.zeros_like(exps), where=sums != 0)
