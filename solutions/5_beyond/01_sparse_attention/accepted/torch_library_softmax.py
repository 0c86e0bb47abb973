"""torch tensors and the library's softmax."""

import torch


def window_pattern(length, radius):
    ones = torch.ones(length, length, dtype=torch.bool)
    return ones.tril(radius) & ones.triu(-radius)


def global_pattern(length, tokens):
    is_global = torch.zeros(length, dtype=torch.bool)
    is_global[tokens] = True
    return is_global[:, None] | is_global


def random_pattern(length, chosen):
    return torch.zeros(length, length, dtype=torch.bool).scatter_(1, torch.as_tensor(chosen), True)


def union(patterns):
    return torch.stack([torch.as_tensor(pattern) for pattern in patterns]).any(dim=0)


def sparse_attention(queries, keys, values, keep, compare):
    queries, keys, values = (torch.as_tensor(array).double() for array in (queries, keys, values))
    keep = torch.as_tensor(keep)
    rows = []
    for query, visible in zip(queries, keep, strict=True):
        rows.append(torch.softmax(compare(query, keys[visible]), dim=0) @ values[visible])
    return torch.stack(rows)


def multiplications(keep, d_k, d_v):
    return torch.count_nonzero(torch.as_tensor(keep)).item() * (d_k + d_v)
