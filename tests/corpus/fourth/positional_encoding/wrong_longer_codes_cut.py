# wrong: format gives more than bits digits from 2^bits on, and the first bits of them are kept instead of the last
import numpy as np
import torch


def _t(x):
    return torch.tensor(np.array(x)).double()


def positional_encoding(length, d_model):
    i = torch.arange((d_model + 1) // 2, dtype=torch.float64)
    angles = torch.arange(length, dtype=torch.float64)[:, None] / 10000 ** (2 * i / d_model)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model].numpy()


def add_positions(embeddings, table):
    words = embeddings.shape[-2]
    return (_t(embeddings) + _t(table)[:words]).numpy()


def shift_matrix(k, d_model):
    w = 10000 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model) * k
    blocks = [torch.tensor([[torch.cos(a), -torch.sin(a)], [torch.sin(a), torch.cos(a)]]).double() for a in w]
    return torch.block_diag(*blocks)[:d_model, :d_model].numpy()


def binary_code(length, bits):
    texts = [bin(n)[2:].zfill(bits)[:bits] for n in range(length)]
    return np.array([[int(c) for c in t] for t in texts])


def code_distances(codes):
    c = _t(codes)
    return (c.unsqueeze(1) - c.unsqueeze(0)).norm(dim=-1).numpy()
