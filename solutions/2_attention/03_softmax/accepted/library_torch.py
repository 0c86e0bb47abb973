"""Built on torch.softmax, torch.var and torch's matrix product."""

import torch


def softmax(scores, axis=-1):
    return torch.softmax(torch.as_tensor(scores).double(), dim=axis)


def softmax_with_temperature(scores, temperature, axis=-1):
    return torch.nn.functional.softmax(torch.as_tensor(scores).double() / temperature, dim=axis)


def dot_product_variance(queries, keys, scaled=False):
    dots = (torch.as_tensor(queries) * torch.as_tensor(keys)).cumsum(dim=-1)
    if scaled:
        dots = dots / torch.arange(1, dots.shape[-1] + 1).sqrt()
    return dots.var(dim=0, correction=0)


def scaled_scores(queries, keys):
    queries, keys = torch.as_tensor(queries), torch.as_tensor(keys)
    return queries @ keys.transpose(-2, -1) / queries.size(-1) ** 0.5
