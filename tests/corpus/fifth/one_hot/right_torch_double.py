# right: PyTorch in double precision, back to numpy at the end.
import numpy as np
import torch


def _t(array):
    return torch.from_numpy(np.array(array, dtype=np.float64))


def vocabulary(sentences):
    seen = {}
    for sentence in sentences:
        for word in sentence.lower().split():
            seen.setdefault(word, len(seen))
    return list(seen)


def one_hot(words, vocabulary):
    index = {word: v for v, word in enumerate(vocabulary)}
    V = len(vocabulary)
    ids = torch.tensor([index.get(word, V) for word in words], dtype=torch.long)
    table = torch.cat([torch.eye(V, dtype=torch.float64), torch.zeros(1, V, dtype=torch.float64)])
    return table[ids].numpy()


def decode(rows, vocabulary):
    return [vocabulary[j] for j in torch.argmax(_t(rows), dim=1).tolist()]


def lookup(rows, matrix):
    return torch.matmul(_t(rows), _t(matrix)).numpy()


def similarity(a, b):
    return torch.nn.functional.linear(_t(a), _t(b)).numpy()
