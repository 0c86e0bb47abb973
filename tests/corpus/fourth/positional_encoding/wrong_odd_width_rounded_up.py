# wrong: for an odd d_model the exponent is divided by d_model + 1
import numpy as np
import torch


def _t(x):
    return torch.tensor(np.array(x)).double()


def positional_encoding(length, d_model):
    even = d_model + d_model % 2
    pos = torch.arange(length).double().unsqueeze(1)
    angles = pos * torch.exp(-np.log(10000.0) * torch.arange(0, even, 2) / even)
    table = torch.empty(length, even, dtype=torch.float64)
    table[:, ::2], table[:, 1::2] = torch.sin(angles), torch.cos(angles)
    return table[:, :d_model].numpy()


def add_positions(embeddings, table):
    words = embeddings.shape[-2]
    return (_t(embeddings) + _t(table)[:words]).numpy()


def shift_matrix(k, d_model):
    w = 10000 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model) * k
    blocks = [torch.tensor([[torch.cos(a), -torch.sin(a)], [torch.sin(a), torch.cos(a)]]).double() for a in w]
    return torch.block_diag(*blocks)[:d_model, :d_model].numpy()


def binary_code(length, bits):
    return np.array([[int(b) for b in format(n % 2**bits, f"0{bits}b")] for n in range(length)])


def code_distances(codes):
    c = _t(codes)
    return (c.unsqueeze(1) - c.unsqueeze(0)).norm(dim=-1).numpy()
