# right: collections.Counter for each text in a small class; tf-idf as a product with diagonal matrices.
from collections import Counter

import numpy as np


class _Text:
    def __init__(self, text):
        words = text.split()
        self.words = Counter(words)
        self.pairs = Counter(zip(words, words[1:]))


def unigram_counts(documents, vocabulary):
    texts = [_Text(d) for d in documents]
    rows = [[t.words[w] for w in vocabulary] for t in texts]
    return np.array(rows, dtype=np.float32).reshape(len(texts), len(vocabulary))


def bigram_counts(documents, vocabulary):
    out = np.zeros((len(documents), len(vocabulary), len(vocabulary)), dtype=np.int32)
    column = {w: v for v, w in enumerate(vocabulary)}
    for n, d in enumerate(documents):
        for (a, b), times in _Text(d).pairs.items():
            if a in column and b in column:
                out[n, column[a], column[b]] = times
    return out


def idf(counts):
    N = counts.shape[0]
    df = np.count_nonzero(counts, axis=0)
    return np.array([np.log(N / d) if d else 0.0 for d in df])


def tf_idf(counts, rarity):
    totals = np.array([sum(row) or 1 for row in counts.tolist()], dtype=float)
    return np.diag(1 / totals) @ counts @ np.diag(rarity)
