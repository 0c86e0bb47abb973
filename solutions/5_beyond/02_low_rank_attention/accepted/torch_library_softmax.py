"""torch tensors, masked_fill and the library's softmax."""

import torch


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=torch.matmul):
    queries, keys, values, E, F = (torch.as_tensor(x) for x in (queries, keys, values, E, F))
    if keep is not None:
        hidden = ~torch.as_tensor(keep).unsqueeze(-1)
        keys, values = keys.masked_fill(hidden, 0), values.masked_fill(hidden, 0)
    scores = multiply(queries, multiply(E, keys).mT) * queries.shape[-1] ** -0.5
    weights = scores.softmax(-1)
    return multiply(weights, multiply(F, values)), weights


def effective_weights(weights, F):
    return torch.einsum("...qr,rt->...qt", torch.as_tensor(weights), torch.as_tensor(F))


def dense_multiplications(length, d_k, d_v):
    return length**2 * (d_k + d_v)


def low_rank_multiplications(length, rank, d_k, d_v):
    return 2 * length * rank * (d_k + d_v)
