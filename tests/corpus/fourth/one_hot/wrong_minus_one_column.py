# wrong: a word that is not in the vocabulary is looked for with -1 as answer and lands in the last column
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
    table = np.zeros((len(words), len(vocabulary)))
    table[np.arange(len(words)), [where.get(w, -1) for w in words]] = 1
    return table


def decode(rows, vocabulary):
    return [vocabulary[int(i)] for i in _t(rows).argmax(dim=-1)]


def lookup(rows, matrix):
    return torch.einsum("nv,vc->nc", _t(rows), _t(matrix)).numpy()


def similarity(a, b):
    return torch.einsum("nk,mk->nm", _t(a), _t(b)).numpy()
