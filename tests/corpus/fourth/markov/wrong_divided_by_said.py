# wrong: each row is divided by how often the word is said, which is too much for a word that also ends a sentence
import numpy as np


def transition_matrix(sentences, vocabulary):
    size = len(vocabulary)
    counts = np.zeros((size, size))
    said = np.zeros(size)
    for sentence in sentences:
        numbers = [vocabulary.index(w) for w in sentence.split()]
        for n in numbers:
            said[n] += 1
        for a, b in zip(numbers[:-1], numbers[1:]):
            counts[a, b] += 1
    return counts / np.maximum(said, 1)[:, None]


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
