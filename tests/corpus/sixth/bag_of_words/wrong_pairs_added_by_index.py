# wrong: pairs are counted with an index and +=, which adds 1 only once for a pair that repeats in a text; it shows on 'the cat the cat'.
import numpy as np


def unigram_counts(documents, vocabulary):
    ids = {word: v for v, word in enumerate(vocabulary)}
    counts = np.zeros((len(documents), len(vocabulary)))
    for n, text in enumerate(documents):
        for word in text.split():
            if word in ids:
                counts[n, ids[word]] += 1
    return counts


def bigram_counts(documents, vocabulary):
    ids = {word: v for v, word in enumerate(vocabulary)}
    counts = np.zeros((len(documents), len(vocabulary), len(vocabulary)))
    for n, text in enumerate(documents):
        numbers = [ids.get(word, -1) for word in text.split()]
        pairs = [(a, b) for a, b in zip(numbers, numbers[1:]) if a >= 0 and b >= 0]
        if pairs:
            first, second = np.array(pairs).T
            counts[n, first, second] += 1
    return counts


def idf(counts):
    df = (np.asarray(counts) > 0).sum(axis=0)
    return np.where(df > 0, np.log(len(counts) / np.maximum(df, 1)), 0.0)


def tf_idf(counts, rarity):
    total = np.asarray(counts).sum(axis=1, keepdims=True)
    return counts / np.maximum(total, 1) * rarity
