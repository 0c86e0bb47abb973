# wrong: torch.tensor refuses arrays that run backwards in memory, such as a table handed over as [::-1]; taken for right at first
import torch

BASE = 10000.0


def _angles(pos, d_model):
    i = torch.arange((d_model + 1) // 2, dtype=torch.float64)
    return torch.outer(torch.as_tensor(pos, dtype=torch.float64), BASE ** (-2 * i / d_model))


def positional_encoding(length, d_model):
    angles = _angles(torch.arange(length), d_model)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def add_positions(embeddings, table):
    embeddings, table = torch.tensor(embeddings), torch.tensor(table)
    return embeddings + table.narrow(0, 0, embeddings.size(-2))


def shift_matrix(k, d_model):
    blocks = []
    for angle in _angles([k], d_model)[0]:
        s, c = torch.sin(angle), torch.cos(angle)
        blocks.append(torch.stack([torch.stack([c, -s]), torch.stack([s, c])]))
    return torch.block_diag(*blocks)[:d_model, :d_model]


def binary_code(length, bits):
    codes = torch.empty(length, bits, dtype=torch.int64)
    rest = torch.arange(length)
    for column in reversed(range(bits)):
        codes[:, column] = rest % 2
        rest = rest // 2
    return codes


def code_distances(codes):
    codes = torch.tensor(codes, dtype=torch.float64)
    return torch.cdist(codes, codes, compute_mode="donot_use_mm_for_euclid_dist")
