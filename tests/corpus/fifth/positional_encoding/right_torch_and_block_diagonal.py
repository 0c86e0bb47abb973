# right: torch for waves and rotation blocks, numpy strings for binary, extended precision for distances.
"""Positional encoding with torch."""

import numpy as np
import torch


def positional_encoding(length, d_model):
    column = torch.arange(d_model, dtype=torch.float64)
    even = 2 * torch.div(column, 2, rounding_mode="floor")
    angles = torch.arange(length, dtype=torch.float64)[:, None] / 10000 ** (even / d_model)
    return torch.where(column % 2 == 0, angles.sin(), angles.cos()).numpy()


def add_positions(embeddings, table):
    words = torch.tensor(np.array(embeddings, dtype=float))
    places = torch.tensor(np.array(table, dtype=float))
    return (words + places.narrow(0, 0, words.shape[-2])).numpy()


def shift_matrix(k, d_model):
    blocks = []
    for c in range(0, d_model, 2):
        a = torch.tensor(k / 10000 ** (c / d_model), dtype=torch.float64)
        blocks.append(torch.stack([a.cos(), -a.sin(), a.sin(), a.cos()]).view(2, 2))
    return torch.block_diag(*blocks)[:d_model, :d_model].numpy()


def binary_code(length, bits):
    rows = [[int(c) for c in f"{n % 2**bits:0{bits}b}"] for n in range(length)]
    return np.array(rows, dtype=np.int64).reshape(length, bits)


def code_distances(codes):
    x = codes.astype(np.longdouble)
    result = np.empty((len(x), len(x)))
    for i in range(len(x)):
        result[i] = np.sqrt(((x - x[i]) ** 2).sum(axis=1))
    return result
