# right: torch in float64: log_softmax and exp, var(unbiased=False), matmul of transposed keys
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
    variance = torch.var(running, dim=0, unbiased=False)
    if scaled:
        variance = variance / torch.arange(1, running.shape[1] + 1)
    return variance.numpy()

def scaled_scores(queries, keys):
    q, k = to(queries), to(keys)
    return (torch.matmul(q, k.transpose(-2, -1)) / q.size(-1) ** 0.5).numpy()
