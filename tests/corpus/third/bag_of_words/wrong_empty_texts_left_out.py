# wrong: idf leaves texts without any counted word out of N, so all idf values are too small if there is such a text.
import torch


def _tensor(array):
    return torch.tensor(array.tolist(), dtype=torch.float64)


def unigram_counts(documents, vocabulary):
    out = torch.zeros(len(documents), len(vocabulary), dtype=torch.float64)
    place = {w: i for i, w in enumerate(vocabulary)}
    for n, d in enumerate(documents):
        for w in d.split():
            if w in place:
                out[n, place[w]] += 1
    return out.numpy()


def bigram_counts(documents, vocabulary):
    out = torch.zeros(len(documents), len(vocabulary), len(vocabulary), dtype=torch.float64)
    place = {w: i for i, w in enumerate(vocabulary)}
    for n, d in enumerate(documents):
        numbers = [place.get(w) for w in d.split()]
        for i, j in zip(numbers[:-1], numbers[1:]):
            if None not in (i, j):
                out[n, i, j] += 1
    return out.numpy()


def idf(counts):
    c = _tensor(counts)
    c = c[c.sum(dim=1) > 0]  # empty texts say nothing
    df = (c > 0).sum(dim=0)
    rarity = torch.log(c.shape[0] / df.clamp(min=1).double())
    return torch.where(df > 0, rarity, torch.zeros_like(rarity)).numpy()


def tf_idf(counts, rarity):
    c = _tensor(counts)
    share = c / c.sum(dim=1, keepdim=True).clamp(min=1)
    return (share * _tensor(rarity)).numpy()
