# wrong: softmax_with_temperature does not hand its axis on to softmax and always works along the last one
import numpy as np
import torch


def softmax(scores, axis=-1):
    return torch.softmax(torch.tensor(np.array(scores), dtype=torch.float64), dim=axis).numpy()


def softmax_with_temperature(scores, temperature, axis=-1):
    x = np.asarray(scores, dtype=float)
    return softmax((x - x.max(axis=axis, keepdims=True)) / temperature)


def dot_product_variance(queries, keys, scaled=False):
    sums = torch.cumsum(torch.tensor(np.array(queries * keys)), dim=1)
    if scaled:
        sums = sums / torch.arange(1, sums.shape[1] + 1).sqrt()
    return torch.var(sums, dim=0, correction=0).numpy()


def scaled_scores(queries, keys):
    q, k = torch.tensor(np.array(queries)), torch.tensor(np.array(keys))
    return (q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5).numpy()
