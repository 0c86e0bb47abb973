# wrong: both counts are uint8 and start again at 0 after 255; shows when a word or a pair stands more than 255 times in a text
import numpy as np
import torch


def unigram_counts(documents, vocabulary):
    index = {word: i for i, word in enumerate(vocabulary)}
    out = np.zeros((len(documents), len(vocabulary)), dtype=np.uint8)
    for n, text in enumerate(documents):
        ids = [index[word] for word in text.split() if word in index]
        np.add.at(out, (n, ids), 1)
    return out


def bigram_counts(documents, vocabulary):
    index = {word: i for i, word in enumerate(vocabulary)}
    V = len(vocabulary)
    out = torch.zeros(len(documents), V, V, dtype=torch.uint8)
    for n, text in enumerate(documents):
        words = text.split()
        for first, second in zip(words[:-1], words[1:]):
            if first in index and second in index:
                out[n, index[first], index[second]] += 1
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
    total = c.sum(dim=1, keepdim=True)
    tf = torch.where(total > 0, c / total.clamp(min=1), torch.zeros_like(c))
    return (tf * torch.tensor(np.asarray(rarity), dtype=torch.float64)).numpy()
