# right: torch; cosine as a sine a quarter turn ahead, shift as block_diag of rotations, torch.cdist without matrix products
"""Positional encoding: a fixed vector for every place in the sentence, added to the word that stands there."""

import math

import numpy as np
import torch


def positional_encoding(length, d_model):
    columns = torch.arange(d_model, dtype=torch.float64)
    speed = torch.pow(10000.0, -(columns - columns % 2) / d_model)
    phase = (columns % 2) * math.pi / 2
    return torch.sin(torch.arange(length, dtype=torch.float64)[:, None] * speed + phase).numpy()


def add_positions(embeddings, table):
    words = torch.from_numpy(np.array(embeddings))
    places = torch.from_numpy(np.array(table))
    return torch.add(words, places.narrow(0, 0, words.size(-2))).numpy()


class Turn:
    def __init__(self, angle):
        self.angle = angle

    def matrix(self):
        c, s = math.cos(self.angle), math.sin(self.angle)
        return torch.tensor([[c, -s], [s, c]], dtype=torch.float64)


def shift_matrix(k, d_model):
    turns = [Turn(k / 10000 ** (j / d_model)) for j in range(0, d_model, 2)]
    full = torch.block_diag(*(turn.matrix() for turn in turns))
    return full[:d_model, :d_model].numpy()


def binary_code(length, bits):
    n = torch.arange(length)
    columns = [torch.div(n, 2 ** b, rounding_mode="floor") % 2 for b in reversed(range(bits))]
    return torch.stack(columns, dim=1).numpy()


def code_distances(codes):
    t = torch.from_numpy(np.array(codes, dtype=np.float64))
    return torch.cdist(t, t, compute_mode="donot_use_mm_for_euclid_dist").numpy()
