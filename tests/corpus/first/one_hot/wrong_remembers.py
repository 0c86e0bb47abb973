# wrong: one_hot keeps a module-wide table of numbers; shows when it is called again with another vocabulary
import numpy as np
import torch
import torch.nn.functional as F


def vocabulary(sentences):
    seen = {}
    for s in sentences:
        for w in s.split():
            seen.setdefault(w.lower(), len(seen))
    return sorted(seen, key=seen.get)


NUMBER = {}


def one_hot(words, vocabulary):
    for i, word in enumerate(vocabulary):
        NUMBER.setdefault(word, i)
    out = np.zeros((len(words), len(vocabulary)))
    for n, word in enumerate(words):
        i = NUMBER.get(word)
        if i is not None and i < len(vocabulary):
            out[n, i] = 1
    return out


def decode(rows, vocabulary):
    best = torch.as_tensor(np.array(rows, dtype=float)).max(dim=1).indices.tolist()
    return [vocabulary[i] for i in best]


def lookup(rows, matrix):
    r = torch.as_tensor(np.array(rows, dtype=float))
    m = torch.as_tensor(np.array(matrix, dtype=float))
    return torch.mm(r, m).numpy()


def similarity(a, b):
    a = torch.as_tensor(np.array(a, dtype=float))
    b = torch.as_tensor(np.array(b, dtype=float))
    return F.linear(a, b).numpy()
