# wrong: a word found in no text gets a huge idf (infinity turned into the largest float) instead of 0.
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
    df = (np.asarray(counts) != 0).sum(0)
    with np.errstate(divide="ignore"):
        return np.nan_to_num(np.log(len(counts) / df))


def tf_idf(counts, rarity):
    counts = np.asarray(counts, dtype=float)
    total = counts.sum(axis=1, keepdims=True)
    share = np.divide(counts, total, out=np.zeros_like(counts), where=total > 0)
    return share * rarity
