# wrong: words are split at single blanks, so a double space or a tab gives empty or glued words
import numpy as np
import torch


def _t(x):
    return torch.tensor(np.array(x), dtype=torch.float64)


def vocabulary(sentences):
    seen = {}
    for sentence in sentences:
        for word in sentence.lower().split(" "):
            seen.setdefault(word, len(seen))
    return list(seen)


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
    return torch.einsum("nk,mk->nm", _t(a), _t(b)).numpy()
