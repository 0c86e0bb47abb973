"""One-hot vectors: words as numbers, rows of a matrix by a product, similarity by a dot product."""

import numpy as np


def vocabulary(sentences: list[str]) -> list[str]:
    """Each word once, in the order of first appearance."""
    words = [word for sentence in sentences for word in sentence.lower().split()]
    return list(dict.fromkeys(words))  # a dict keeps its keys in the order they came; a set does not


def one_hot(words: list[str], vocabulary: list[str]) -> np.ndarray:
    """Ask of each word and each column: is it this one?  Returns (word, V)."""
    is_this_one = np.array(words)[:, None] == np.array(vocabulary)[None, :]  # (word, 1) against (1, V)
    return is_this_one.astype(float)  # an unknown word is none of them: its row is all zeros


def decode(rows: np.ndarray, vocabulary: list[str]) -> list[str]:
    """The word in the column of each row's largest entry.  rows: (word, V)."""
    return [vocabulary[column] for column in np.argmax(rows, axis=-1)]


def lookup(rows: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    """The zeros of a one-hot row silence every row of the matrix but one."""
    return rows @ matrix  # (word, V) (V, d) → (word, d)


def similarity(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Every row of a, dot every row of b."""
    return a @ b.T  # (n, d) (d, m) → (n, m)
