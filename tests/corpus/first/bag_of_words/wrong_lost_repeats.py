# wrong: bigram_counts adds 1 through an index array, which adds once per pair; shows when a pair is repeated in a text
from collections import Counter

import numpy as np


def unigram_counts(documents: list[str], vocabulary: list[str]) -> np.ndarray:
    bags = [Counter(text.split()) for text in documents]
    return np.array([[bag[word] for word in vocabulary] for bag in bags], dtype=int).reshape(
        len(documents), len(vocabulary)
    )


def bigram_counts(documents: list[str], vocabulary: list[str]) -> np.ndarray:
    place = {word: i for i, word in enumerate(vocabulary)}
    V = len(vocabulary)
    out = np.zeros((len(documents), V + 1, V + 1), dtype=int)
    for n, text in enumerate(documents):
        ids = np.array([place.get(word, V) for word in text.split()], dtype=int)
        out[n, ids[:-1], ids[1:]] += 1
    return out[:, :V, :V]


def idf(counts: np.ndarray) -> np.ndarray:
    df = np.count_nonzero(counts, axis=0)
    result = np.zeros(df.shape)
    seen = df > 0
    result[seen] = np.log(len(counts) / df[seen])
    return result


def tf_idf(counts: np.ndarray, rarity: np.ndarray) -> np.ndarray:
    total = counts.sum(axis=1, keepdims=True)
    tf = np.divide(counts, total, out=np.zeros(counts.shape), where=total > 0)
    return tf * rarity
