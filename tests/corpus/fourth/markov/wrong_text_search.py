# wrong: steps are counted as text with str.count, so "he at" is also found in "the attic", and overlapping repeats are missed
import numpy as np


def transition_matrix(sentences, vocabulary):
    size = len(vocabulary)
    counts = np.zeros((size, size))
    for i, first in enumerate(vocabulary):
        for j, second in enumerate(vocabulary):
            counts[i, j] = sum(s.count(first + " " + second) for s in sentences)
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)


def second_order_matrix(sentences, vocabulary):
    size = len(vocabulary)
    counts = [[[0] * size for _ in range(size)] for _ in range(size)]
    for sentence in sentences:
        numbers = [vocabulary.index(w) for w in sentence.split()]
        for k in range(2, len(numbers)):
            counts[numbers[k - 2]][numbers[k - 1]][numbers[k]] += 1
    return np.array([[[c / max(sum(row), 1) for c in row] for row in page] for page in counts])


def next_word(matrix, text, vocabulary):
    words = text.split()
    row = np.asarray(matrix)
    for word in words[len(words) - row.ndim + 1:]:
        row = row[vocabulary.index(word)]
    return np.array(row)
