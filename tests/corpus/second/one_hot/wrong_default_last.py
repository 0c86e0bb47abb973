# wrong: one_hot gives an unknown word the index -1, so its 1 lands in the last column; shows for words not in the vocabulary
import numpy as np
import torch


def vocabulary(sentences):
    order = {}
    for sentence in sentences:
        for word in sentence.split():
            order.setdefault(word.lower(), len(order))
    return sorted(order, key=order.get)


def one_hot(words, vocabulary):
    word_to_ix = {word: i for i, word in enumerate(vocabulary)}
    ids = [word_to_ix.get(word, -1) for word in words]
    return np.eye(len(vocabulary))[np.array(ids, dtype=int)]


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
