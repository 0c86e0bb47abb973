# wrong: texts are cut at single blanks only, so words next to a tab, a newline or a double blank are lost or not paired.
import numpy as np


def tokens(text):
    return text.split(" ")


def unigram_counts(documents, vocabulary):
    return np.stack([[tokens(text).count(word) for word in vocabulary] for text in documents])


def bigram_counts(documents, vocabulary):
    V = len(vocabulary)
    result = np.zeros((len(documents), V, V), dtype=int)
    for n, text in enumerate(documents):
        words = tokens(text)
        for before, after in zip(words, words[1:]):
            if before in vocabulary and after in vocabulary:
                result[n, vocabulary.index(before), vocabulary.index(after)] += 1
    return result


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
