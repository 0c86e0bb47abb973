# wrong: two mistakes: idf adds 1 to df, which changes all words, and tf_idf multiplies plain counts in place of shares.
import numpy as np


def unigram_counts(documents: list[str], vocabulary: list[str]) -> np.ndarray:
    index = {word: i for i, word in enumerate(vocabulary)}
    counts = np.zeros((len(documents), len(vocabulary)))
    for n, doc in enumerate(documents):
        for word in doc.split():
            i = index.get(word)
            if i is not None:
                counts[n, i] += 1
    return counts


def bigram_counts(documents: list[str], vocabulary: list[str]) -> np.ndarray:
    index = {word: i for i, word in enumerate(vocabulary)}
    counts = np.zeros((len(documents), len(vocabulary), len(vocabulary)))
    for n, doc in enumerate(documents):
        words = doc.split()
        for a, b in zip(words[:-1], words[1:]):
            if a in index and b in index:
                counts[n, index[a], index[b]] += 1
    return counts


def idf(counts: np.ndarray) -> np.ndarray:
    df = (counts > 0).sum(axis=0)
    return np.log(counts.shape[0] / (df + 1))


def tf_idf(counts: np.ndarray, rarity: np.ndarray) -> np.ndarray:
    return counts * rarity
