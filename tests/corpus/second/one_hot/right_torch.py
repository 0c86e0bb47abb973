# right: torch: embedding table made of an identity with a row of zeros for strangers, matmul and einsum in double
import numpy as np
import torch


def vocabulary(sentences):
    order = {}
    for sentence in sentences:
        for word in sentence.split():
            order.setdefault(word.lower(), len(order))
    return sorted(order, key=order.get)


def one_hot(words, vocabulary):
    V = len(vocabulary)
    place = {word: v for v, word in enumerate(vocabulary)}
    table = torch.cat([torch.eye(V), torch.zeros(1, V)])
    ids = torch.tensor([place.get(word, V) for word in words], dtype=torch.long)
    return table[ids].numpy()


def decode(rows, vocabulary):
    best = torch.from_numpy(np.array(rows, dtype=np.float64)).max(dim=1).indices
    return [vocabulary[k] for k in best.tolist()]


def lookup(rows, matrix):
    rows = torch.tensor(np.asarray(rows), dtype=torch.float64)
    matrix = torch.tensor(np.asarray(matrix), dtype=torch.float64)
    return torch.matmul(rows, matrix).numpy()


def similarity(a, b):
    a = torch.tensor(np.asarray(a), dtype=torch.float64)
    b = torch.tensor(np.asarray(b), dtype=torch.float64)
    return torch.einsum("ik,jk->ij", a, b).numpy()
