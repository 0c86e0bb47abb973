# wrong: dot_product_variance: divides by pairs - 1, and the variance by the root of d (scaled=True); scaled_scores: by d_k
import numpy as np
import torch


def to(x):
    return torch.tensor(np.array(x, dtype=np.float64, order="C"))


def softmax(scores, axis=-1):
    return torch.log_softmax(to(scores), dim=axis).exp().numpy()


def softmax_with_temperature(scores, temperature, axis=-1):
    return torch.softmax(to(scores) / float(temperature), dim=axis).numpy()


def dot_product_variance(queries, keys, scaled=False):
    running = torch.cumsum(to(queries) * to(keys), dim=1)
    variance = running.var(dim=0)
    if scaled:
        d = torch.arange(1, running.shape[1] + 1)
        variance = variance / torch.sqrt(d)
    return variance.numpy()


def scaled_scores(queries, keys):
    q, k = to(queries), to(keys)
    return (q @ k.mT / k.shape[-1]).numpy()
