# right: torch inside, float32, gather; a class that holds one pair of tables
import numpy as np
import torch


def _t(a):
    return torch.as_tensor(np.array(a), dtype=torch.float32)


class Table:
    """rows of one table, looked up by a square of row numbers"""

    def __init__(self, rows, index):
        self.rows = _t(rows)
        self.index = torch.as_tensor(np.array(index), dtype=torch.int64)

    def dot(self, q):
        every = q @ self.rows.T
        where = self.index.expand(*every.shape[:-2], *self.index.shape)
        return every.gather(-1, where)

    def mix(self, w):
        summed = torch.zeros(*w.shape[:-1], len(self.rows))
        summed = summed.scatter_add(-1, self.index.expand(w.shape), w)
        return summed @ self.rows


def relative_index(length: int, max_distance: int) -> np.ndarray:
    r = torch.arange(length)
    return ((r[None] - r[:, None]).clamp(-max_distance, max_distance) + max_distance).numpy()


def relative_scores(queries, keys, key_table, index):
    q, k = _t(queries), _t(keys)
    return ((q @ k.mT + Table(key_table, index).dot(q)) * q.shape[-1] ** -0.5).numpy()


def relative_values(weights, values, value_table, index):
    w = _t(weights)
    return (w @ _t(values) + Table(value_table, index).mix(w)).numpy()


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    index = relative_index(queries.shape[-2], (len(key_table) - 1) // 2)
    scores = _t(relative_scores(queries, keys, key_table, index))
    if keep is not None:
        scores = scores.masked_fill(~torch.as_tensor(np.array(keep)), float("-inf"))
    weights = scores.softmax(-1).nan_to_num(0.0).numpy()
    return relative_values(weights, values, value_table, index), weights
