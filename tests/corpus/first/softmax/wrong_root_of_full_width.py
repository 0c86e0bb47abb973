# wrong: dot_product_variance: scaled=True divides every sum by the root of the full width, not of its own d (all but the last)
import numpy as np
import torch


def to(x):
    return torch.tensor(np.array(x, dtype=np.float64, order="C"))


def softmax(scores, axis=-1):
    return torch.log_softmax(to(scores), dim=axis).exp().numpy()


def softmax_with_temperature(scores, temperature, axis=-1):
    return torch.softmax(to(scores) / float(temperature), dim=axis).numpy()


def dot_product_variance(queries, keys, scaled=False):
    q, k = to(queries), to(keys)
    sums = (q * k).cumsum(dim=1)
    if scaled:
        sums = sums / q.shape[1] ** 0.5
    return sums.var(dim=0, unbiased=False).numpy()


def scaled_scores(queries, keys):
    q, k = to(queries), to(keys)
    return (torch.matmul(q, k.transpose(-2, -1)) / q.size(-1) ** 0.5).numpy()
