# wrong: second_order_matrix gives each seen pair the first-order row of its second word; shows when what follows depends on both
import numpy as np


def _chain(sentences, vocabulary, order):
    V = len(vocabulary)
    number = {word: i for i, word in enumerate(vocabulary)}
    counts = np.zeros((V,) * (order + 1))
    for sentence in sentences:
        ids = np.array([number[word] for word in sentence.split()], dtype=int)
        steps = max(len(ids) - order, 0)
        np.add.at(counts, tuple(ids[k : k + steps] for k in range(order + 1)), 1)
    return counts / np.maximum(counts.sum(axis=-1, keepdims=True), 1)


def transition_matrix(sentences: list[str], vocabulary: list[str]) -> np.ndarray:
    return _chain(sentences, vocabulary, 1)


def second_order_matrix(sentences: list[str], vocabulary: list[str]) -> np.ndarray:
    number = {word: i for i, word in enumerate(vocabulary)}
    first = transition_matrix(sentences, vocabulary)
    V = len(vocabulary)
    P = np.zeros((V, V, V))
    for sentence in sentences:
        ids = [number[word] for word in sentence.split()]
        for h, i, _ in zip(ids, ids[1:], ids[2:]):
            P[h, i] = first[i]
    return P


def next_word(matrix: np.ndarray, text: str, vocabulary: list[str]) -> np.ndarray:
    V = len(vocabulary)
    rows = np.asarray(matrix).reshape(-1, V)
    place = 0
    number = dict(zip(vocabulary, range(V)))
    for word in text.split():
        place = (place * V + number.get(word, 0)) % len(rows)
    return rows[place].copy()
