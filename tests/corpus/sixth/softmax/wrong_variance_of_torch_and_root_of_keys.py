# wrong: the variance is divided by one less than the number of pairs, as torch does, and scaled_scores divides by the root of the number of keys; it shows on few pairs, and when keys are not as many as they are wide.
import math

import numpy as np
import torch


def softmax(scores, axis=-1):
    return torch.softmax(torch.tensor(np.array(scores, dtype=float)), dim=axis).numpy()


def softmax_with_temperature(scores, temperature, axis=-1):
    rows = np.moveaxis(np.array(scores, dtype=float), axis, -1)
    best = rows.max(axis=-1)[..., None]
    e = np.exp((rows - best) / temperature)
    return np.moveaxis(e / e.sum(axis=-1)[..., None], -1, axis)


def dot_product_variance(queries, keys, scaled=False):
    sums = torch.cumsum(torch.tensor(queries * keys), dim=1)
    if scaled:
        sums = sums / torch.arange(1, sums.shape[1] + 1).sqrt()
    return sums.var(dim=0).numpy()


def scaled_scores(queries, keys):
    return np.einsum("...qd,...kd->...qk", queries, keys) / math.sqrt(keys.shape[-2])
