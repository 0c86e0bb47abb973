# wrong: similarity only turns b over if a @ b is refused, so for m = d (b square) it multiplies with the columns of b.
import numpy as np


def _words(sentences):
    for sentence in sentences:
        yield from sentence.lower().split()


def vocabulary(sentences):
    vocab = {}
    for word in _words(sentences):
        if word not in vocab:
            vocab[word] = len(vocab)
    return sorted(vocab, key=vocab.get)


def one_hot(words, vocabulary):
    return np.array([[float(w == v) for v in vocabulary] for w in words]).reshape(len(words), len(vocabulary))


def decode(rows, vocabulary):
    order = np.argsort(rows, axis=1)
    return [vocabulary[o[-1]] for o in order]


def _product(left, right):
    """Matrix product; the second one is turned over if it does not fit."""
    try:
        return np.matmul(left, right)
    except ValueError:
        return np.matmul(left, right.T)


def lookup(rows, matrix):
    return _product(rows, matrix)


def similarity(a, b):
    return _product(a, b)
