"""Library operators: polar for the pairs, block_diag for the matrix, cdist for the distances."""

import torch


def positional_encoding(length, d_model):
    speed = torch.pow(10000.0, -torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    angle = torch.outer(torch.arange(length, dtype=torch.float64), speed)
    return torch.view_as_real(torch.polar(torch.ones_like(angle), angle)).flip(-1).flatten(1)[:, :d_model]


def add_positions(embeddings, table):
    places = torch.arange(embeddings.shape[-2])
    return torch.as_tensor(embeddings.copy()) + torch.nn.functional.embedding(places, torch.as_tensor(table.copy()))


def shift_matrix(k, d_model):
    turns = k * torch.pow(10000.0, -torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    generator = torch.tensor([[0.0, -1.0], [1.0, 0.0]], dtype=torch.float64)
    return torch.block_diag(*(torch.linalg.matrix_exp(turn * generator) for turn in turns))[:d_model, :d_model]


def binary_code(length, bits):
    places = 2 ** torch.arange(bits).flip(0)
    return torch.arange(length)[:, None].bitwise_and(places).ne(0).long()


def code_distances(codes):
    codes = torch.as_tensor(codes.astype(float))
    return torch.cdist(codes, codes, compute_mode="donot_use_mm_for_euclid_dist")
