# wrong: one_hot uses `in` on strings, so 'at' also finds 'cat'; shows for words that are part of a vocabulary word
import numpy as np


def vocabulary(sentences: list[str]) -> list[str]:
    return list(dict.fromkeys(" ".join(sentences).lower().split()))


def one_hot(words: list[str], vocabulary: list[str]) -> np.ndarray:
    return np.array([[1 if word in entry else 0 for entry in vocabulary] for word in words]).reshape(
        len(words), len(vocabulary)
    )


def decode(rows: np.ndarray, vocabulary: list[str]) -> list[str]:
    return [vocabulary[i] for i in np.argmax(rows, axis=1)]


def lookup(rows: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    return np.einsum("nv,vd->nd", rows, matrix)


def similarity(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.einsum("ik,jk->ij", a, b)
