"""Plain lists, one number at a time."""

import math


def positional_encoding(length, d_model):
    table = []
    for pos in range(length):
        row = []
        for column in range(d_model):
            angle = pos / 10000 ** (2 * (column // 2) / d_model)
            row.append(math.cos(angle) if column % 2 else math.sin(angle))
        table.append(row)
    return table


def add_positions(embeddings, table):
    if embeddings.ndim == 3:
        return [add_positions(sentence, table) for sentence in embeddings]
    return [[float(e + p) for e, p in zip(word, place, strict=True)] for word, place in zip(embeddings, table)]  # noqa: B905


def shift_matrix(k, d_model):
    matrix = [[0.0] * d_model for _ in range(d_model)]
    for column in range(d_model):
        turn = k / 10000 ** (2 * (column // 2) / d_model)
        matrix[column][column] = math.cos(turn)
        if column % 2:
            matrix[column - 1][column] = -math.sin(turn)
            matrix[column][column - 1] = math.sin(turn)
    return matrix


def binary_code(length, bits):
    return [[int(digit) for digit in format(pos % 2**bits, f"0{bits}b")] for pos in range(length)]


def code_distances(codes):
    return [[math.dist(p, q) for q in codes] for p in codes]
