# right: torch operators in float64
import numpy as np
import torch


def softmax(scores, axis=-1):
    x = torch.tensor(np.asarray(scores), dtype=torch.float64)
    return torch.softmax(x, dim=axis).numpy()


def softmax_with_temperature(scores, temperature, axis=-1):
    x = torch.tensor(np.asarray(scores), dtype=torch.float64)
    x = x - x.amax(dim=axis, keepdim=True)
    return torch.softmax(x / temperature, dim=axis).numpy()


def dot_product_variance(queries, keys, scaled=False):
    q = torch.tensor(np.asarray(queries), dtype=torch.float64)
    k = torch.tensor(np.asarray(keys), dtype=torch.float64)
    dots = torch.cumsum(q * k, dim=1)
    if scaled:
        dots = dots / torch.arange(1, dots.shape[1] + 1, dtype=torch.float64).sqrt()
    return torch.var(dots, dim=0, unbiased=False).numpy()


def scaled_scores(queries, keys):
    q = torch.tensor(np.asarray(queries), dtype=torch.float64)
    k = torch.tensor(np.asarray(keys), dtype=torch.float64)
    return (torch.matmul(q, k.mT) * k.shape[-1] ** -0.5).numpy()
