# wrong: two mistakes: idf adds 1 to every df, and the share is taken of the distinct words instead of all words of the text.
import numpy as np
from collections import Counter


def unigram_counts(documents, vocabulary):
    bags = [Counter(text.split()) for text in documents]
    return np.array([[bag[word] for word in vocabulary] for bag in bags]).reshape(len(bags), len(vocabulary))


def bigram_counts(documents, vocabulary):
    rows = []
    for text in documents:
        words = text.split()
        pairs = Counter(zip(words, words[1:]))
        rows.append([[pairs[a, b] for b in vocabulary] for a in vocabulary])
    return np.array(rows)


def idf(counts):
    return np.log(len(counts) / (1 + (np.asarray(counts) > 0).sum(axis=0)))


def tf_idf(counts, rarity):
    counts = np.asarray(counts)
    length = np.maximum((counts > 0).sum(axis=1), 1)
    return counts / length[:, None] * rarity[None, :]
