# right: torch operators, results turned back into numpy
import numpy as np
import torch
import torch.nn.functional as F


def vocabulary(sentences):
    seen = {}
    for s in sentences:
        for w in s.split():
            seen.setdefault(w.lower(), len(seen))
    return sorted(seen, key=seen.get)


def one_hot(words, vocabulary):
    V = len(vocabulary)
    ids = [vocabulary.index(w) if w in vocabulary else V for w in words]
    full = F.one_hot(torch.tensor(ids, dtype=torch.long), num_classes=V + 1)
    return full[:, :V].double().numpy()


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
