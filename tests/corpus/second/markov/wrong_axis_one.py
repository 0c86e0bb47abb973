# wrong: _chain sums over axis 1 for both orders; the second-order rows do not add to 1 if a word is preceded or followed variously
import numpy as np


def _chain(sentences, vocabulary, order):
    number = {word: v for v, word in enumerate(vocabulary)}
    counts = np.zeros((len(vocabulary),) * (order + 1))
    for sentence in sentences:
        ids = [number[word] for word in sentence.split()]
        for k in range(len(ids) - order):
            counts[tuple(ids[k:k + order + 1])] += 1
    total = counts.sum(axis=1, keepdims=True)
    return np.divide(counts, total, out=np.zeros_like(counts), where=total > 0)


def transition_matrix(sentences, vocabulary):
    return _chain(sentences, vocabulary, 1)


def second_order_matrix(sentences, vocabulary):
    return _chain(sentences, vocabulary, 2)


def next_word(matrix, text, vocabulary):
    order = matrix.ndim - 1
    ids = [vocabulary.index(word) for word in text.split()[-order:]]
    return matrix[tuple(ids)]
