# wrong: scaled_scores takes the number of keys for d_k, and divides the queries in place
import numpy as np
import torch


def softmax(scores, axis=-1):
    return torch.softmax(torch.tensor(np.array(scores), dtype=torch.float64), dim=axis).numpy()


def softmax_with_temperature(scores, temperature, axis=-1):
    x = torch.tensor(np.array(scores), dtype=torch.float64)
    x = (x - x.amax(axis, keepdim=True)) / temperature
    return torch.softmax(x, dim=axis).numpy()


def dot_product_variance(queries, keys, scaled=False):
    sums = torch.cumsum(torch.tensor(np.array(queries * keys)), dim=1)
    if scaled:
        sums = sums / torch.arange(1, sums.shape[1] + 1).sqrt()
    return torch.var(sums, dim=0, correction=0).numpy()


def scaled_scores(queries, keys):
    if np.issubdtype(queries.dtype, np.floating):
        queries /= np.sqrt(keys.shape[-2])
    return np.einsum("...id,...jd->...ij", queries, keys)
