# right: PyTorch with bincount over pair numbers; an extra number V collects the unknown words and is cut off.
import numpy as np
import torch


def _numbers(text, vocabulary):
    known = {word: v for v, word in enumerate(vocabulary)}
    return torch.tensor([known.get(word, len(vocabulary)) for word in text.split()], dtype=torch.long)


def unigram_counts(documents, vocabulary):
    size = len(vocabulary) + 1
    out = torch.zeros(len(documents), size)
    for n, text in enumerate(documents):
        out[n] = torch.bincount(_numbers(text, vocabulary), minlength=size)
    return out[:, :-1].numpy()


def bigram_counts(documents, vocabulary):
    size = len(vocabulary) + 1
    out = torch.zeros(len(documents), size, size)
    for n, text in enumerate(documents):
        ids = _numbers(text, vocabulary)
        out[n] = torch.bincount(ids[:-1] * size + ids[1:], minlength=size * size).reshape(size, size)
    return out[:, :-1, :-1].numpy()


def idf(counts):
    c = torch.tensor(np.array(counts, dtype=np.float64))
    df = (c > 0).sum(dim=0).double()
    return torch.where(df > 0, (len(c) / df.clamp(min=1)).log(), torch.zeros_like(df)).numpy()


def tf_idf(counts, rarity):
    c = torch.tensor(np.array(counts, dtype=np.float64))
    r = torch.tensor(np.array(rarity, dtype=np.float64))
    return (c / c.sum(dim=1, keepdim=True).clamp(min=1) * r).numpy()
