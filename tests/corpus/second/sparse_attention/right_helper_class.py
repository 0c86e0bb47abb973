# right: a class that lists the neighbours of every query, window from eye diagonals, a running log of the sum
import numpy as np

class Neighbours:
    def __init__(self, keep):
        self.lists = [[j for j, k in enumerate(row) if k] for row in keep]

    def pairs(self):
        return sum(len(n) for n in self.lists)

    def __iter__(self):
        return iter(self.lists)


def window_pattern(length, radius):
    mask = np.zeros((length, length), dtype=bool)
    reach = min(radius, max(length - 1, 0))
    for shift in range(-reach, reach + 1):
        mask |= np.eye(length, k=shift, dtype=bool)
    return mask


def global_pattern(length, tokens):
    mask = np.zeros((length, length), dtype=bool)
    for t in tokens:
        mask[t, :] = True
        mask[:, t] = True
    return mask


def random_pattern(length, chosen):
    mask = np.zeros((length, length), dtype=bool)
    for i, row in enumerate(chosen):
        for j in row:
            mask[i, j] = True
    return mask


def union(patterns):
    return sum(np.asarray(p, dtype=int) for p in patterns) > 0


def sparse_attention(queries, keys, values, keep, compare):
    out = np.zeros((len(queries), values.shape[1]), dtype=np.float64)
    for i, seen in enumerate(Neighbours(keep)):
        if not seen:
            continue
        scores = np.array(compare(queries[i], keys[seen]), dtype=np.float64)
        log_total = np.logaddexp.reduce(scores)
        for j, s in zip(seen, scores):
            out[i] += np.exp(s - log_total) * values[j]
    return out


def multiplications(keep, d_k, d_v):
    return Neighbours(keep).pairs() * (d_k + d_v)
