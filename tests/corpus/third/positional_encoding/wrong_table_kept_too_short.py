# wrong: the table is kept for each d_model and never made longer, so a longer sentence after a shorter one gets too few rows.
import numpy as np

_tables = {}


def _make(length, d_model):
    table = np.zeros((length, d_model))
    pos = np.arange(length)[:, None]
    div = np.exp(np.arange(0, d_model, 2) * (-np.log(10000.0) / d_model))
    table[:, 0::2] = np.sin(pos * div)
    table[:, 1::2] = np.cos(pos * div[: d_model // 2])
    return table


def positional_encoding(length, d_model):
    # computed once and reused for every sentence
    if d_model not in _tables:
        _tables[d_model] = _make(length, d_model)
    return _tables[d_model][:length].copy()


def add_positions(embeddings, table):
    return embeddings + table[: embeddings.shape[-2]]


def shift_matrix(k, d_model):
    div = np.exp(np.arange(0, d_model, 2) * (-np.log(10000.0) / d_model))
    matrix = np.zeros((d_model, d_model))
    for i, w in enumerate(div):
        c, s = np.cos(w * k), np.sin(w * k)
        matrix[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = np.array([[c, -s], [s, c]])[: d_model - 2 * i, : d_model - 2 * i]
    return matrix


def binary_code(length, bits):
    result = []
    for p in range(length):
        p = p % 2**bits
        result.append([p // 2**b % 2 for b in range(bits - 1, -1, -1)])
    return np.array(result)


def code_distances(codes):
    x = np.asarray(codes, float)
    total = np.zeros((len(x), len(x)))
    for f in range(x.shape[1]):
        total += (x[:, f][:, None] - x[:, f][None, :]) ** 2
    return np.sqrt(total)
