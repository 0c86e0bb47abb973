# wrong: tf_idf fills rows of zeros in the caller's counts with ones to avoid 0/0; shows for a text without counted words
import numpy as np
import torch


def _ids(text, vocabulary):
    known = dict(zip(vocabulary, range(len(vocabulary))))
    return torch.tensor([known.get(w, len(vocabulary)) for w in text.split()], dtype=torch.long)


def unigram_counts(documents, vocabulary):
    V = len(vocabulary)
    rows = [torch.bincount(_ids(text, vocabulary), minlength=V + 1)[:V] for text in documents]
    return torch.stack(rows).numpy() if rows else np.zeros((0, V), dtype=int)


def bigram_counts(documents, vocabulary):
    V = len(vocabulary)
    tables = []
    for text in documents:
        ids = _ids(text, vocabulary)
        pairs = ids[:-1] * (V + 1) + ids[1:]
        table = torch.bincount(pairs, minlength=(V + 1) ** 2).reshape(V + 1, V + 1)
        tables.append(table[:V, :V])
    return torch.stack(tables).numpy() if tables else np.zeros((0, V, V), dtype=int)


def idf(counts):
    c = torch.as_tensor(np.array(counts))
    df = (c > 0).sum(dim=0).double()
    return torch.where(df > 0, torch.log(c.shape[0] / df.clamp(min=1)), torch.zeros_like(df)).numpy()


def tf_idf(counts, rarity):
    empty = counts.sum(axis=1) == 0
    counts[empty] = 1
    weights = counts / counts.sum(axis=1, keepdims=True) * rarity
    weights[empty] = 0
    return weights
