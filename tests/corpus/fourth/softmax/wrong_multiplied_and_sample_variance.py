# wrong: the temperature multiplies the scores, and the variance divides by one less than the number of pairs
import numpy as np
import torch


def softmax(scores, axis=-1):
    return torch.softmax(torch.tensor(np.array(scores), dtype=torch.float64), dim=axis).numpy()


def softmax_with_temperature(scores, temperature, axis=-1):
    x = torch.tensor(np.array(scores), dtype=torch.float64)
    return torch.softmax(x * temperature, dim=axis).numpy()


def dot_product_variance(queries, keys, scaled=False):
    sums = torch.cumsum(torch.tensor(queries * keys), dim=1)
    if scaled:
        sums = sums / torch.arange(1, sums.shape[1] + 1).sqrt()
    return sums.var(dim=0).numpy()


def scaled_scores(queries, keys):
    q, k = torch.tensor(np.array(queries)), torch.tensor(np.array(keys))
    return (q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5).numpy()
