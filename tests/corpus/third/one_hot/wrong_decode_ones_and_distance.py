# wrong: two mistakes: decode looks for the entry that is 1 and so fails for scores, and similarity is the negative distance.
import numpy as np


def vocabulary(sentences):
    all_words = np.array([w for s in sentences for w in s.lower().split()])
    unique, first = np.unique(all_words, return_index=True)
    return [str(w) for w in unique[np.argsort(first)]]


def one_hot(words, vocabulary):
    words = np.array(words, dtype=str).reshape(-1, 1)
    columns = np.array(vocabulary, dtype=str).reshape(1, -1)
    return (words == columns).astype(int)


def decode(rows, vocabulary):
    decoded = []
    for row in rows:
        position = np.where(row == 1)[0]
        decoded.append(vocabulary[position[0]] if len(position) else vocabulary[0])
    return decoded


def lookup(rows, matrix):
    return rows.dot(matrix)


def similarity(a, b):
    difference = a[:, None, :] - b[None, :, :]
    return -np.sqrt((difference**2).sum(axis=2))
