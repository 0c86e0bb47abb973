# wrong: pairs are searched as text between blanks; hits that share a word (a a a, or a b a b) are found only once.
import numpy as np
from collections import Counter


def unigram_counts(documents, vocabulary):
    bags = [Counter(text.split()) for text in documents]
    return np.array([[bag[word] for word in vocabulary] for bag in bags]).reshape(len(bags), len(vocabulary))


def bigram_counts(documents, vocabulary):
    table = np.zeros((len(documents), len(vocabulary), len(vocabulary)), int)
    for n, text in enumerate(documents):
        line = " " + " ".join(text.split()) + " "
        for i, first in enumerate(vocabulary):
            for j, second in enumerate(vocabulary):
                table[n, i, j] = line.count(f" {first} {second} ")
    return table


def idf(counts):
    df = np.count_nonzero(counts, axis=0)
    rare = np.zeros(df.shape)
    seen = df > 0
    rare[seen] = np.log(len(counts)) - np.log(df[seen])
    return rare


def tf_idf(counts, rarity):
    total = np.sum(counts, axis=1)
    total = np.where(total == 0, 1, total)
    return np.einsum("nv,n,v->nv", counts, 1 / total, rarity)
