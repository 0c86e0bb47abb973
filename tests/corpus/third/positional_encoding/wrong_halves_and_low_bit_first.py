# wrong: all sines stand in the left half and all cosines in the right, and binary_code writes the lowest bit first.
import numpy as np
import torch


def _omega(d_model):
    return 1.0 / 10000 ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)


def positional_encoding(length, d_model):
    angle = torch.outer(torch.arange(length, dtype=torch.float64), _omega(d_model))
    table = torch.cat([torch.sin(angle), torch.cos(angle)], dim=1)
    return table[:, :d_model].numpy()


def add_positions(embeddings, table):
    length = embeddings.shape[-2]
    return embeddings + table[:length]


def shift_matrix(k, d_model):
    w = _omega(d_model) * k
    n = len(w)
    M = torch.zeros(2 * n, 2 * n, dtype=torch.float64)
    M[0::2, 0::2] = torch.diag(torch.cos(w))
    M[1::2, 1::2] = torch.diag(torch.cos(w))
    M[1::2, 0::2] = torch.diag(torch.sin(w))
    M[0::2, 1::2] = -torch.diag(torch.sin(w))
    return M[:d_model, :d_model].numpy()


def binary_code(length, bits):
    rows = []
    for pos in range(length):
        rows.append([(pos // 2**b) % 2 for b in range(bits)])
    return np.array(rows)


def code_distances(codes):
    c = torch.tensor(np.array(codes, dtype=float))
    return (c.unsqueeze(0) - c.unsqueeze(1)).norm(dim=-1).numpy()
