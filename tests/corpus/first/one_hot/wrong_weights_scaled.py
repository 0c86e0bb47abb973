# wrong: lookup divides each row by its sum, a mean not a weighted sum; shows for weights that do not add up to 1
import numpy as np


def vocabulary(sentences: list[str]) -> list[str]:
    return list(dict.fromkeys(" ".join(sentences).lower().split()))


def one_hot(words: list[str], vocabulary: list[str]) -> np.ndarray:
    size = len(vocabulary)
    table = np.eye(size + 1, size, dtype=int)
    number = {word: i for i, word in enumerate(vocabulary)}
    ids = np.array([number.get(word, size) for word in words], dtype=int)
    return table[ids]


def decode(rows: np.ndarray, vocabulary: list[str]) -> list[str]:
    return [vocabulary[i] for i in np.argmax(rows, axis=1)]


def lookup(rows: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    total = rows.sum(axis=1, keepdims=True)
    weights = np.divide(rows, total, out=np.zeros(rows.shape), where=total != 0)
    return weights @ matrix


def similarity(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.einsum("ik,jk->ij", a, b)
