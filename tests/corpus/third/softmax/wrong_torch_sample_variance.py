# wrong: torch.var divides by the number of pairs less one by default; every entry of dot_product_variance is too large by n/(n-1), and with a single pair it is NaN instead of 0.
import numpy as np
import torch


def _t(a):
    return torch.tensor(np.array(a, dtype=np.float64))


def softmax(scores, axis=-1):
    return torch.softmax(_t(scores), dim=axis).numpy()


def softmax_with_temperature(scores, temperature, axis=-1):
    x = _t(scores)
    x = x - x.amax(dim=axis, keepdim=True)
    return torch.softmax(x / temperature, dim=axis).numpy()


def dot_product_variance(queries, keys, scaled=False):
    dots = torch.cumsum(_t(queries) * _t(keys), dim=1)
    if scaled:
        widths = torch.arange(1, dots.shape[1] + 1, dtype=torch.float64)
        dots = dots / torch.sqrt(widths)
    return torch.var(dots, dim=0).numpy()


def scaled_scores(queries, keys):
    q, k = _t(queries), _t(keys)
    return (q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5).numpy()
