# wrong: one_hot asks whether the word is contained in the vocabulary's word, so the unknown "at" has a 1 for "cat", and "cat" also one for "catalogue".
import torch


def vocabulary(sentences):
    tokens = " ".join(sentences).lower().split()
    return list(dict.fromkeys(tokens))


def one_hot(words, vocabulary):
    x = torch.zeros(len(words), len(vocabulary))
    for i, w in enumerate(words):
        for j, v in enumerate(vocabulary):
            if w in v:
                x[i, j] = 1
    return x.numpy()


def decode(rows, vocabulary):
    t = torch.tensor(rows.tolist(), dtype=torch.float64)
    return [vocabulary[k] for k in t.argmax(dim=1).tolist()]


def _double(a):
    return torch.tensor(a.tolist(), dtype=torch.float64)


def lookup(rows, matrix):
    return torch.mm(_double(rows), _double(matrix)).numpy()


def similarity(a, b):
    return torch.mm(_double(a), _double(b).t()).numpy()
