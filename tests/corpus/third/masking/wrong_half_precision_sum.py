# wrong: the exponentials are added up one by one in the type of the scores; in float16 the sum stops at 2048, so a row of 4096 equal scores gets weights that add up to 2.
import numpy as np


class MaskedSoftmax:
    """Column by column, which needs little memory."""

    def __init__(self, scores, keep):
        self.scores = scores
        self.keep = np.broadcast_to(keep, scores.shape)

    def top(self):
        best = np.where(self.keep, self.scores, -np.inf).max(axis=-1)
        return np.where(self.keep.any(axis=-1), best, 0).astype(self.scores.dtype)

    def weights(self):
        top = self.top()
        out = np.zeros_like(self.scores)
        total = np.zeros_like(top)
        for j in range(self.scores.shape[-1]):
            seen = self.keep[..., j]
            out[..., j] = np.where(seen, np.exp(np.where(seen, self.scores[..., j] - top, 0)), 0)
            total += out[..., j]
        total = np.where(total == 0, np.ones_like(total), total)
        return out / total[..., None]


def look_ahead_mask(length):
    return np.tri(length, dtype=bool)


def padding_mask(ids, pad):
    return np.array([[[token != pad for token in sentence]] for sentence in ids], dtype=bool)


def combine(look_ahead, padding):
    return np.stack([look_ahead & p for p in padding])


def additive(mask):
    return np.where(mask, 0.0, float("-inf"))


def masked_softmax(scores, keep):
    return MaskedSoftmax(scores, keep).weights()
