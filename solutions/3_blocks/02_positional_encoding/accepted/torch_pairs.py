"""Torch tensors, sines and cosines written into the even and odd columns."""

import math

import torch


def positional_encoding(length, d_model):
    position = torch.arange(length, dtype=torch.float64).unsqueeze(1)
    speed = torch.exp(torch.arange(0, d_model, 2, dtype=torch.float64) * (-math.log(10000.0) / d_model))
    table = torch.zeros(length, d_model, dtype=torch.float64)
    table[:, 0::2] = torch.sin(position * speed)
    table[:, 1::2] = torch.cos(position * speed)[:, : d_model // 2]
    return table


def add_positions(embeddings, table):
    embeddings, table = torch.as_tensor(embeddings.copy()), torch.as_tensor(table.copy())
    return embeddings + table[: embeddings.size(-2)]


def shift_matrix(k, d_model):
    speed = torch.exp(torch.arange(0, d_model, 2, dtype=torch.float64) * (-math.log(10000.0) / d_model))
    cos, sin = torch.cos(k * speed), torch.sin(k * speed)
    blocks = torch.stack([torch.stack([cos, -sin], dim=-1), torch.stack([sin, cos], dim=-1)], dim=-2)
    return torch.block_diag(*blocks)[:d_model, :d_model]


def binary_code(length, bits):
    return (torch.arange(length).unsqueeze(1) >> torch.arange(bits - 1, -1, -1)) & 1


def code_distances(codes):
    codes = torch.as_tensor(codes.astype(float))
    return (codes.unsqueeze(1) - codes.unsqueeze(0)).norm(dim=-1)
