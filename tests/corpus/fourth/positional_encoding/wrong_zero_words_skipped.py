# wrong: add_positions takes words of zeros for padding and leaves them without a position
import numpy as np
import torch


def _t(x):
    return torch.tensor(np.array(x)).double()


def positional_encoding(length, d_model):
    i = torch.arange((d_model + 1) // 2, dtype=torch.float64)
    angles = torch.arange(length, dtype=torch.float64)[:, None] / 10000 ** (2 * i / d_model)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model].numpy()


def add_positions(embeddings, table):
    words = np.asarray(embeddings, dtype=float)
    real = np.any(words != 0, axis=-1, keepdims=True)
    return np.where(real, words + table[: words.shape[-2]], words)


def shift_matrix(k, d_model):
    w = 10000 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model) * k
    blocks = [torch.tensor([[torch.cos(a), -torch.sin(a)], [torch.sin(a), torch.cos(a)]]).double() for a in w]
    return torch.block_diag(*blocks)[:d_model, :d_model].numpy()


def binary_code(length, bits):
    return np.array([[int(b) for b in format(n % 2**bits, f"0{bits}b")] for n in range(length)])


def code_distances(codes):
    c = _t(codes)
    return (c.unsqueeze(1) - c.unsqueeze(0)).norm(dim=-1).numpy()
