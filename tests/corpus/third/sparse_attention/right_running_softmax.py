# right: neighbour lists instead of masks inside, a running (online) softmax over small blocks of keys, logical_or.reduce.
import numpy as np

BLOCK = 3


class Running:
    """A weighted mean with weights exp(score), fed block by block; the largest score so far is taken out."""

    def __init__(self, width):
        self.top = -np.inf
        self.total = 0.0
        self.mix = np.zeros(width)

    def feed(self, scores, values):
        top = max(self.top, scores.max())
        shrink = np.exp(self.top - top) if self.total else 0.0
        parts = np.exp(scores - top)
        self.total = self.total * shrink + parts.sum()
        self.mix = self.mix * shrink + parts @ values
        self.top = top

    def mean(self):
        return self.mix / self.total if self.total else self.mix


def _from_lists(length, lists):
    keep = np.zeros((length, length), dtype=bool)
    for row, columns in zip(keep, lists):
        for column in columns:
            row[column] = True
    return keep


def window_pattern(length, radius):
    return _from_lists(length, [range(max(0, i - radius), min(length, i + radius + 1)) for i in range(length)])


def global_pattern(length, tokens):
    return _from_lists(length, [range(length) if i in tokens else tokens for i in range(length)])


def random_pattern(length, chosen):
    return _from_lists(length, chosen)


def union(patterns):
    return np.logical_or.reduce(patterns)


def sparse_attention(queries, keys, values, keep, compare):
    values = np.asarray(values, dtype=np.float64)
    outputs = np.empty((queries.shape[0], values.shape[1]))
    for i in range(queries.shape[0]):
        (seen,) = keep[i].nonzero()
        running = Running(values.shape[1])
        for start in range(0, len(seen), BLOCK):
            block = seen[start : start + BLOCK]
            running.feed(np.asarray(compare(queries[i], keys[block]), dtype=np.float64), values[block])
        outputs[i] = running.mean()
    return outputs


def multiplications(keep, d_k, d_v):
    return sum(int(row.sum()) for row in keep) * (d_k + d_v)
