# wrong: combine keeps where either mask keeps, and additive writes -1e9 instead of -inf
import numpy as np


def look_ahead_mask(length):
    mask = np.zeros((length, length), dtype=bool)
    for query in range(length):
        mask[query, : query + 1] = True
    return mask


def padding_mask(ids, pad):
    rows = [[[int(token) != pad for token in sentence]] for sentence in ids]
    return np.array(rows, dtype=bool)


def combine(look_ahead, padding):
    return np.stack([look_ahead | sentence for sentence in padding])


def additive(mask):
    return (1.0 - np.asarray(mask, dtype=float)) * -1e9


def masked_softmax(scores, keep):
    keep = np.broadcast_to(keep, scores.shape)
    weights = np.zeros(scores.shape)
    for place in np.ndindex(scores.shape[:-1]):
        seen = keep[place]
        if seen.any():
            visible = scores[place][seen].astype(np.float64)
            e = np.exp(visible - visible.max())
            weights[place][seen] = e / e.sum()
    return weights
