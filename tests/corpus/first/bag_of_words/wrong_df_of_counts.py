# wrong: idf adds up the counts instead of the texts that hold the word; shows when a word stands twice in a text
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
    c = torch.as_tensor(np.array(counts)).double()
    df = c.sum(dim=0)
    return torch.where(df > 0, torch.log(c.shape[0] / df.clamp(min=1)), torch.zeros_like(df)).numpy()


def tf_idf(counts, rarity):
    c = torch.as_tensor(np.array(counts, dtype=float))
    total = c.sum(dim=1, keepdim=True).clamp(min=1)
    return (c / total * torch.as_tensor(np.array(rarity, dtype=float))).numpy()
