# wrong: similarity converts a to the number type of b; fractions in a are cut off when b holds integers
import numpy as np
import torch


def _t(x):
    return torch.tensor(np.array(x), dtype=torch.float64)


def vocabulary(sentences):
    seen = {}
    for word in " ".join(sentences).lower().split():
        seen.setdefault(word, len(seen))
    return sorted(seen, key=seen.get)


def one_hot(words, vocabulary):
    where = {w: i for i, w in enumerate(vocabulary)}
    extra = len(vocabulary)
    eye = np.eye(extra + 1, extra)
    return eye[[where.get(w, extra) for w in words]]


def decode(rows, vocabulary):
    return [vocabulary[int(i)] for i in _t(rows).argmax(dim=-1)]


def lookup(rows, matrix):
    return torch.einsum("nv,vc->nc", _t(rows), _t(matrix)).numpy()


def similarity(a, b):
    second = torch.tensor(np.array(b))
    first = torch.tensor(np.array(a)).to(second.dtype)
    return (first @ second.T).numpy()
