# wrong: an odd d_model is made even first and the extra column cut off, so the exponent is 2i / (d_model + 1); shows for odd d_model from 3 on.
import numpy as np


def _frequencies(d_model):
    if d_model % 2 == 1:
        d_model = d_model + 1
    i = np.arange(d_model // 2)
    return 1 / 10000 ** (2 * i / d_model)


def positional_encoding(length, d_model):
    w = _frequencies(d_model)
    angles = np.arange(length).reshape(-1, 1) * w.reshape(1, -1)
    table = np.empty((length, 2 * w.size))
    table[:, ::2], table[:, 1::2] = np.sin(angles), np.cos(angles)
    return table[:, :d_model]


def add_positions(embeddings, table):
    return embeddings + table[0 : embeddings.shape[-2], :]


def shift_matrix(k, d_model):
    w = _frequencies(d_model)
    full = np.zeros((2 * w.size, 2 * w.size))
    for i in range(w.size):
        a = k * w[i]
        full[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]
    return full[:d_model, :d_model]


def binary_code(length, bits):
    numbers = np.arange(length) % (2**bits)
    return np.stack([(numbers >> b) & 1 for b in range(bits)][::-1], axis=1)


def code_distances(codes):
    diff = codes[:, None, :].astype(np.float64) - codes[None, :, :]
    return np.sqrt(np.einsum("abf,abf->ab", diff, diff))
