# wrong: bigram_counts cuts at blanks only and drops empty words; shows for a pair with a tab or a line break in it
import numpy as np


def unigram_counts(documents, vocabulary):
    return np.array([[document.split().count(word) for word in vocabulary] for document in documents])


def bigram_counts(documents, vocabulary):
    counts = np.zeros((len(documents), len(vocabulary), len(vocabulary)))
    for n, document in enumerate(documents):
        words = [word for word in document.split(" ") if word]
        for first, second in zip(words, words[1:]):
            if first in vocabulary and second in vocabulary:
                counts[n, vocabulary.index(first), vocabulary.index(second)] += 1
    return counts


def idf(counts):
    texts = np.count_nonzero(counts, axis=0)
    return np.array([np.log(len(counts) / df) if df else 0.0 for df in texts])


def tf_idf(counts, rarity):
    lengths = counts.sum(axis=1, keepdims=True)
    return counts / np.where(lengths == 0, 1, lengths) * rarity
