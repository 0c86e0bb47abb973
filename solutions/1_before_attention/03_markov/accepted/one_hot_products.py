"""One-hot rows of each sentence, shifted against themselves and multiplied with einsum."""

import numpy as np


def _rows(sentence, vocabulary):
    return np.equal.outer(np.array(sentence.split()), np.array(vocabulary)).astype(float)


def _shares(counts):
    total = counts.sum(axis=-1, keepdims=True)
    return counts / np.where(total == 0, 1, total)


def transition_matrix(sentences, vocabulary):
    texts = [_rows(sentence, vocabulary) for sentence in sentences]
    return _shares(sum(rows[:-1].T @ rows[1:] for rows in texts))


def second_order_matrix(sentences, vocabulary):
    texts = [_rows(sentence, vocabulary) for sentence in sentences if len(sentence.split()) > 2]
    return _shares(sum(np.einsum("na,nb,nc->abc", rows[:-2], rows[1:-1], rows[2:]) for rows in texts))


def next_word(matrix, text, vocabulary):
    rows = _rows(text, vocabulary)
    if matrix.ndim == 2:
        return rows[-1] @ matrix
    return np.einsum("a,b,abc->c", rows[-2], rows[-1], matrix)
