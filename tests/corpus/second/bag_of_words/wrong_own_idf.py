# wrong: tf_idf works out the idf from its own counts and ignores rarity; shows when rarity comes from another collection
import numpy as np
import torch


def _ids(text, vocabulary):
    V = len(vocabulary)
    number = dict(zip(vocabulary, range(V)))
    return torch.tensor([number.get(word, V) for word in text.split()], dtype=torch.long)


def unigram_counts(documents, vocabulary):
    V = len(vocabulary)
    out = torch.zeros(len(documents), V, dtype=torch.long)
    for n, text in enumerate(documents):
        out[n] = torch.bincount(_ids(text, vocabulary), minlength=V + 1)[:V]
    return out.numpy()


def bigram_counts(documents, vocabulary):
    V = len(vocabulary)
    W = V + 1
    out = torch.zeros(len(documents), V, V, dtype=torch.long)
    for n, text in enumerate(documents):
        ids = _ids(text, vocabulary)
        pairs = ids[:-1] * W + ids[1:]
        out[n] = torch.bincount(pairs, minlength=W * W).reshape(W, W)[:V, :V]
    return out.numpy()


def idf(counts):
    c = torch.tensor(np.asarray(counts), dtype=torch.float64)
    df = (c > 0).sum(dim=0).double()
    result = torch.zeros_like(df)
    seen = df > 0
    result[seen] = torch.log(c.shape[0] / df[seen])
    return result.numpy()


def tf_idf(counts, rarity):
    c = torch.tensor(np.asarray(counts), dtype=torch.float64)
    tf = c / c.sum(dim=1, keepdim=True).clamp(min=1)
    return tf.numpy() * idf(counts)
