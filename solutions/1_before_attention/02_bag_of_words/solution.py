"""Bags of words: texts as counts of words, of pairs of words, and as TF-IDF weights."""

from itertools import pairwise

import numpy as np


def unigram_counts(documents: list[str], vocabulary: list[str]) -> np.ndarray:
    """Throw the words of each text into a bag and count.  Returns (document, V)."""
    column = {word: v for v, word in enumerate(vocabulary)}
    counts = np.zeros((len(documents), len(vocabulary)))
    for n, document in enumerate(documents):
        for word in document.split():
            if word in column:
                counts[n, column[word]] += 1
    return counts


def bigram_counts(documents: list[str], vocabulary: list[str]) -> np.ndarray:
    """The same with pairs of neighbours: V² columns, here as a V × V table.  Returns (document, V, V)."""
    column = {word: v for v, word in enumerate(vocabulary)}
    counts = np.zeros((len(documents), len(vocabulary), len(vocabulary)))
    for n, document in enumerate(documents):
        # Pairs first, then the question whether both are known: an unknown word keeps its neighbours apart.
        for first, second in pairwise(document.split()):
            if first in column and second in column:
                counts[n, column[first], column[second]] += 1
    return counts


def idf(counts: np.ndarray) -> np.ndarray:
    """ln(N / df): 0 for a word of every text, ln N for a word of one text only.  Returns (V,)."""
    df = (counts > 0).sum(axis=0)  # (V,) texts with the word, however often it is there
    found = df > 0
    weights = np.zeros(len(df))
    weights[found] = np.log(len(counts) / df[found])  # a word of no text stays at 0
    return weights


def tf_idf(counts: np.ndarray, rarity: np.ndarray) -> np.ndarray:
    """How much of the text is this word, and how rare is it elsewhere?  rarity: (V,), from idf."""
    length = counts.sum(axis=1, keepdims=True)  # (document, 1)
    tf = counts / np.maximum(length, 1)  # shares; an empty text is 0 / 1
    return tf * rarity  # (document, V)
