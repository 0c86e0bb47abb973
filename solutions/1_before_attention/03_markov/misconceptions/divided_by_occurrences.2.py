import numpy as np


def _windows(sentence, size):
    words = sentence.split()
    return [tuple(words[start : start + size]) for start in range(len(words) - size + 1)]


def _counts(sentences, vocabulary, size):
    counts = np.zeros((len(vocabulary),) * size)
    for sentence in sentences:
        for window in _windows(sentence, size):
            counts[tuple(vocabulary.index(word) for word in window)] += 1
    return counts


def _chain(sentences, vocabulary, size):
    said = np.maximum(_counts(sentences, vocabulary, size - 1), 1)
    return _counts(sentences, vocabulary, size) / said[..., None]


def transition_matrix(sentences, vocabulary):
    return _chain(sentences, vocabulary, 2)


def second_order_matrix(sentences, vocabulary):
    return _chain(sentences, vocabulary, 3)
