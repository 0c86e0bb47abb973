"""A right solution of `softmax`, with torch where the reference uses numpy."""

import numpy as np
import torch


def softmax(scores, axis=-1):
    return torch.softmax(torch.as_tensor(scores, dtype=torch.float64), dim=axis)


def softmax_with_temperature(scores, temperature, axis=-1):
    return softmax(np.asarray(scores) / temperature, axis)


def dot_product_variance(queries, keys, scaled=False):
    products = torch.cumsum(torch.as_tensor(queries * keys), dim=1)
    variance = products.var(dim=0, unbiased=False)
    return variance / torch.arange(1, len(variance) + 1) if scaled else variance


def scaled_scores(queries, keys):
    return queries @ np.swapaxes(keys, -1, -2) / np.sqrt(queries.shape[-1])
