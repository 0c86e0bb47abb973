# wrong: bigram_counts and unigram_counts count in 8 bits; shows for a word or pair that stands more than 255 times in a text
import numpy as np
import torch


def _ids(text, vocabulary):
    known = dict(zip(vocabulary, range(len(vocabulary))))
    return torch.tensor([known.get(w, len(vocabulary)) for w in text.split()], dtype=torch.long)


def unigram_counts(documents, vocabulary):
    V = len(vocabulary)
    out = np.zeros((len(documents), V + 1), dtype=np.uint8)
    for n, text in enumerate(documents):
        np.add.at(out[n], _ids(text, vocabulary).numpy(), 1)
    return out[:, :V]


def bigram_counts(documents, vocabulary):
    V = len(vocabulary)
    out = np.zeros((len(documents), V + 1, V + 1), dtype=np.uint8)
    for n, text in enumerate(documents):
        ids = _ids(text, vocabulary).numpy()
        np.add.at(out[n], (ids[:-1], ids[1:]), 1)
    return out[:, :V, :V]


def idf(counts):
    c = torch.as_tensor(np.array(counts))
    df = (c > 0).sum(dim=0).double()
    return torch.where(df > 0, torch.log(c.shape[0] / df.clamp(min=1)), torch.zeros_like(df)).numpy()


def tf_idf(counts, rarity):
    c = torch.as_tensor(np.array(counts, dtype=float))
    total = c.sum(dim=1, keepdim=True).clamp(min=1)
    return (c / total * torch.as_tensor(np.array(rarity, dtype=float))).numpy()
