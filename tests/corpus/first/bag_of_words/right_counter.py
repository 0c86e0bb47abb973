# right: collections.Counter for words and pairs, np.divide with where
from collections import Counter

import numpy as np


def unigram_counts(documents: list[str], vocabulary: list[str]) -> np.ndarray:
    bags = [Counter(text.split()) for text in documents]
    return np.array([[bag[word] for word in vocabulary] for bag in bags], dtype=int).reshape(
        len(documents), len(vocabulary)
    )


def bigram_counts(documents: list[str], vocabulary: list[str]) -> np.ndarray:
    place = {word: i for i, word in enumerate(vocabulary)}
    out = np.zeros((len(documents), len(place), len(place)), dtype=int)
    for n, text in enumerate(documents):
        words = text.split()
        for (a, b), times in Counter(zip(words, words[1:])).items():
            if a in place and b in place:
                out[n, place[a], place[b]] = times
    return out


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
