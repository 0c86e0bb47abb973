# wrong: both counts cut the text at single spaces; with two spaces a pair is lost, with a tab or a new line words are not seen
from collections import Counter

import numpy as np


def _pairs(words):
    return zip(words, words[1:])


def _words(text):
    return text.split(" ")


def unigram_counts(documents, vocabulary):
    bags = [Counter(_words(text)) for text in documents]
    return np.array([[bag[word] for word in vocabulary] for bag in bags]).reshape(len(bags), len(vocabulary))


def bigram_counts(documents, vocabulary):
    bags = [Counter(_pairs(_words(text))) for text in documents]
    return np.array([[[bag[a, b] for b in vocabulary] for a in vocabulary] for bag in bags]).reshape(
        len(bags), len(vocabulary), len(vocabulary))


def idf(counts):
    present = np.asarray(counts) != 0
    df = present.sum(axis=0).astype(float)
    share = np.divide(df, len(present), out=np.ones_like(df), where=df > 0)
    return -np.log(share)


def tf_idf(counts, rarity):
    c = np.array(counts, dtype=np.float32)
    total = np.broadcast_to(c.sum(axis=1)[:, None], c.shape)
    shares = np.divide(c, total, out=np.zeros_like(c), where=total > 0)
    return shares @ np.diag(np.asarray(rarity, dtype=np.float32))
