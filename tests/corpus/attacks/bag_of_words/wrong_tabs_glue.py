# wrong: unigram_counts cuts at blanks and line feeds only; shows for two words with a tab between them
import re

import numpy as np


def unigram_counts(documents, vocabulary):
    texts = [re.split(r"[ \n]+", document) for document in documents]
    return np.array([[text.count(word) for word in vocabulary] for text in texts])


def bigram_counts(documents, vocabulary):
    number = {word: place for place, word in enumerate(vocabulary)}
    counts = np.zeros((len(documents), len(vocabulary), len(vocabulary)), dtype=int)
    for n, document in enumerate(documents):
        words = document.split()
        for first, second in zip(words, words[1:]):
            if first in number and second in number:
                counts[n, number[first], number[second]] += 1
    return counts


def idf(counts):
    texts = np.count_nonzero(counts, axis=0)
    return np.array([np.log(len(counts) / df) if df else 0.0 for df in texts])


def tf_idf(counts, rarity):
    lengths = counts.sum(axis=1, keepdims=True)
    return counts / np.where(lengths == 0, 1, lengths) * rarity
