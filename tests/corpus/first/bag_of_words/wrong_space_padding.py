# wrong: unigram_counts counts ' word ' in the padded text; shows for a word directly repeated, which shares its space
from collections import Counter

import numpy as np


def unigram_counts(documents: list[str], vocabulary: list[str]) -> np.ndarray:
    out = np.zeros((len(documents), len(vocabulary)), dtype=int)
    for n, text in enumerate(documents):
        text = " " + " ".join(text.split()) + " "
        for v, word in enumerate(vocabulary):
            out[n, v] = text.count(" " + word + " ")
    return out


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
