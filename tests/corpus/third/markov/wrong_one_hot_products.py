# wrong: next_word multiplies one-hot vectors with @, which takes the middle axis first, so in second order previous and current are exchanged.
import numpy as np


def _hot(word, vocabulary):
    return np.array([1.0 if word == v else 0.0 for v in vocabulary])


def transition_matrix(sentences, vocabulary):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        words = sentence.split()
        for current, following in zip(words, words[1:]):
            counts += np.outer(_hot(current, vocabulary), _hot(following, vocabulary))
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)


def second_order_matrix(sentences, vocabulary):
    V = len(vocabulary)
    counts = np.zeros((V, V, V))
    for sentence in sentences:
        hots = [_hot(w, vocabulary) for w in sentence.split()]
        for a, b, c in zip(hots, hots[1:], hots[2:]):
            counts += a[:, None, None] * b[None, :, None] * c[None, None, :]
    return counts / np.maximum(counts.sum(axis=2, keepdims=True), 1)


def next_word(matrix, text, vocabulary):
    order = matrix.ndim - 1
    answer = matrix
    for word in text.split()[-order:]:
        answer = _hot(word, vocabulary) @ answer
    return answer
