"""Single-precision tensors, softmax from amax and exp, variances from a loop over slices."""

import math

import torch


def softmax(scores, axis=-1):
    scores = torch.as_tensor(scores).to(torch.float32)
    exponentials = (scores - scores.amax(dim=axis, keepdim=True)).exp()
    return exponentials / exponentials.sum(dim=axis, keepdim=True)


def softmax_with_temperature(scores, temperature, axis=-1):
    return softmax(torch.as_tensor(scores).to(torch.float32) / temperature, axis)


def dot_product_variance(queries, keys, scaled=False):
    queries, keys = torch.as_tensor(queries).float(), torch.as_tensor(keys).float()
    variances = []
    for d in range(1, queries.shape[1] + 1):
        dots = (queries[:, :d] * keys[:, :d]).sum(dim=1) / (math.sqrt(d) if scaled else 1.0)
        variances.append(torch.mean((dots - dots.mean()) ** 2))
    return torch.stack(variances)


def scaled_scores(queries, keys):
    queries, keys = torch.as_tensor(queries).float(), torch.as_tensor(keys).float()
    return torch.matmul(queries / math.sqrt(queries.shape[-1]), keys.mT)
