# wrong: steps are counted with sentence.count("a b"), which finds "he man" inside "the man" and sees "no no no" as one step only.
import numpy as np


def _table(sentences, vocabulary, groups):
    counts = []
    for group in groups:
        wanted = " ".join(group)
        counts.append(sum(" ".join(s.split()).count(wanted) for s in sentences))
    return np.array(counts, dtype=float)


def _rows_to_one(counts):
    total = counts.sum(-1)
    return counts / np.where(total > 0, total, 1)[..., None]


def transition_matrix(sentences, vocabulary):
    V = len(vocabulary)
    groups = [(a, b) for a in vocabulary for b in vocabulary]
    return _rows_to_one(_table(sentences, vocabulary, groups).reshape(V, V))


def second_order_matrix(sentences, vocabulary):
    V = len(vocabulary)
    groups = [(a, b, c) for a in vocabulary for b in vocabulary for c in vocabulary]
    return _rows_to_one(_table(sentences, vocabulary, groups).reshape(V, V, V))


def next_word(matrix, text, vocabulary):
    order = {2: 1, 3: 2}[matrix.ndim]
    index = tuple(map(vocabulary.index, text.split()[-order:]))
    return np.array(matrix[index])
