# wrong: bigram_counts drops unknown words before pairing; the words on both sides of an unknown word become a pair
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
    number = {word: i for i, word in enumerate(vocabulary)}
    V = len(vocabulary)
    out = np.zeros((len(documents), V, V), dtype=int)
    for n, text in enumerate(documents):
        ids = [number[word] for word in text.split() if word in number]
        np.add.at(out[n], (ids[:-1], ids[1:]), 1)
    return out


def idf(counts):
    c = torch.tensor(np.asarray(counts), dtype=torch.float64)
    df = (c > 0).sum(dim=0).double()
    result = torch.zeros_like(df)
    seen = df > 0
    result[seen] = torch.log(c.shape[0] / df[seen])
    return result.numpy()


def tf_idf(counts, rarity):
    c = torch.tensor(np.asarray(counts), dtype=torch.float64)
    total = c.sum(dim=1, keepdim=True)
    tf = torch.where(total > 0, c / total.clamp(min=1), torch.zeros_like(c))
    return (tf * torch.tensor(np.asarray(rarity), dtype=torch.float64)).numpy()
