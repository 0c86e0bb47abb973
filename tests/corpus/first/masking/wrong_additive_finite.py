# wrong: additive puts -1e9 where the mask hides, not -inf; shows in every mask with a hidden place
import numpy as np


def look_ahead_mask(length):
    rows = []
    for i in range(length):
        rows.append([True] * (i + 1) + [False] * (length - i - 1))
    return np.array(rows, dtype=bool).reshape(length, length)


def padding_mask(ids, pad):
    return np.array(ids != pad, dtype=bool)[:, None]


def combine(look_ahead, padding):
    return np.stack([look_ahead & p for p in padding])


def additive(mask):
    return (1.0 - np.asarray(mask, dtype=np.float64)) * -1e9


def masked_softmax(scores, keep):
    scores = np.asarray(scores, dtype=np.float64)
    visible = np.broadcast_to(keep, scores.shape)
    weights = np.zeros(scores.shape)
    for idx in np.ndindex(*scores.shape[:-1]):
        seen = visible[idx]
        if seen.any():
            e = np.exp(scores[idx][seen] - scores[idx][seen].max())
            weights[idx][seen] = e / e.sum()
    return weights
