# wrong: two mistakes: one_hot returns True and False in place of numbers, and similarity is the cosine, which forgets lengths.
import numpy as np


def vocabulary(sentences):
    return list(dict.fromkeys(w for s in sentences for w in s.lower().split()))


def one_hot(words, vocabulary):
    return np.array(words)[:, None] == np.array(vocabulary)[None, :]


def decode(rows, vocabulary):
    return [vocabulary[i] for i in rows.argmax(axis=1)]


def lookup(rows, matrix):
    return rows @ matrix


def similarity(a, b):
    length_a = np.linalg.norm(a, axis=1, keepdims=True)
    length_b = np.linalg.norm(b, axis=1, keepdims=True)
    product = a @ b.T
    lengths = length_a @ length_b.T
    return np.divide(product, lengths, out=np.zeros(product.shape), where=lengths > 0)
