# wrong: transition_matrix joins the sentences and counts "a b" as letters: steps between sentences, parts of words, repeats
import numpy as np


def _chain(sentences, vocabulary, order):
    number = {word: v for v, word in enumerate(vocabulary)}
    counts = np.zeros((len(vocabulary),) * (order + 1))
    for sentence in sentences:
        ids = np.array([number[word] for word in sentence.split()], dtype=int)
        n = len(ids) - order
        if n > 0:
            np.add.at(counts, tuple(ids[k:k + n] for k in range(order + 1)), 1)
    return counts / np.maximum(counts.sum(axis=-1, keepdims=True), 1)


def transition_matrix(sentences, vocabulary):
    corpus = " ".join(sentences)
    counts = np.array([[corpus.count(a + " " + b) for b in vocabulary] for a in vocabulary], dtype=float)
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)


def second_order_matrix(sentences, vocabulary):
    return _chain(sentences, vocabulary, 2)


def next_word(matrix, text, vocabulary):
    order = matrix.ndim - 1
    ids = [vocabulary.index(word) for word in text.split()[-order:]]
    return matrix[tuple(ids)]
