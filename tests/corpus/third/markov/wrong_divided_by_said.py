# wrong: each row is divided by how often the word (or pair) is said, also at the end of a sentence, so a row with a step that sometimes ends adds to less than 1.
import numpy as np


def transition_matrix(sentences, vocabulary):
    ids = {w: i for i, w in enumerate(vocabulary)}
    V = len(vocabulary)
    counts = np.zeros((V, V))
    said = np.zeros(V)
    for sentence in sentences:
        words = sentence.split()
        for w in words:
            said[ids[w]] += 1
        for a, b in zip(words, words[1:]):
            counts[ids[a], ids[b]] += 1
    return counts / np.maximum(said, 1)[:, None]


def second_order_matrix(sentences, vocabulary):
    ids = {w: i for i, w in enumerate(vocabulary)}
    V = len(vocabulary)
    counts = np.zeros((V, V, V))
    said = np.zeros((V, V))
    for sentence in sentences:
        words = sentence.split()
        for a, b in zip(words, words[1:]):
            said[ids[a], ids[b]] += 1
        for a, b, c in zip(words, words[1:], words[2:]):
            counts[ids[a], ids[b], ids[c]] += 1
    return counts / np.maximum(said, 1)[:, :, None]


def next_word(matrix, text, vocabulary):
    words = text.split()
    if matrix.ndim == 2:
        return matrix[vocabulary.index(words[-1])]
    return matrix[vocabulary.index(words[-2]), vocabulary.index(words[-1])]
