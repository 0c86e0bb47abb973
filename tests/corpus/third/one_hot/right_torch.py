# right: PyTorch in double precision inside, copied from the caller's arrays and returned as numpy arrays.
import numpy as np
import torch


def _t(array):
    return torch.tensor(np.array(array, dtype=np.float64))


def vocabulary(sentences):
    seen, words = set(), []
    for sentence in sentences:
        for word in sentence.split():
            word = word.lower()
            if word not in seen:
                seen.add(word)
                words.append(word)
    return words


def one_hot(words, vocabulary):
    size = len(vocabulary)
    ids = torch.tensor([vocabulary.index(w) if w in vocabulary else size for w in words], dtype=torch.long)
    # One column more for all unknown words; it is cut off again.
    return torch.nn.functional.one_hot(ids, size + 1)[:, :size].numpy()


def decode(rows, vocabulary):
    return [vocabulary[k] for k in _t(rows).max(dim=1).indices.tolist()]


def lookup(rows, matrix):
    return (_t(rows) @ _t(matrix)).numpy()


def similarity(a, b):
    return torch.nn.functional.linear(_t(a), _t(b)).numpy()
