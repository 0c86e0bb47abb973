# right: torch's softmax in double precision, moveaxis, loops over the dimensions.
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
    pairs, width = queries.shape
    result = np.zeros(width)
    for d in range(1, width + 1):
        products = np.array([np.dot(queries[n, :d], keys[n, :d]) for n in range(pairs)])
        if scaled:
            products = products / math.sqrt(d)
        result[d - 1] = np.mean((products - products.mean()) ** 2)
    return result


def scaled_scores(queries, keys):
    return np.einsum("...qd,...kd->...qk", queries, keys) / math.sqrt(keys.shape[-1])
