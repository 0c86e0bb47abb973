"""One-hot vectors: words as numbers, rows of a matrix by a product, similarity by a dot product."""

import numpy as np


def vocabulary(sentences: list[str]) -> list[str]:
    """All words of the sentences, each once, in the order in which they first appear.

    Words are separated by white space, in lower case: "Show" and "show" are one word.
    """
    raise NotImplementedError


def one_hot(words: list[str], vocabulary: list[str]) -> np.ndarray:
    """One row for each word: 1 in the column of that word, 0 elsewhere.

    words: spelled as in the vocabulary; may repeat.  vocabulary: V different words.
    Returns (word, V). A word that is not in the vocabulary has a row of zeros.
    """
    raise NotImplementedError


def decode(rows: np.ndarray, vocabulary: list[str]) -> list[str]:
    """The way back: for each row the word whose column holds the largest number.

    rows: (word, V), one-hot or any scores.  Returns one word for each row. If several columns share the largest number,
    any of their words is right.
    """
    raise NotImplementedError


def lookup(rows: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    """Select rows of a matrix with a matrix product.

    rows: (word, V), one-hot or any weights.  matrix: (V, d).  One may hold integers while the other holds floats.
    Returns (word, d): for a one-hot row the row of that word in the matrix, otherwise the weighted sum of rows.
    """
    raise NotImplementedError


def similarity(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The dot product of every row of a with every row of b.

    a: (n, d).  b: (m, d).  One may hold integers while the other holds floats.
    Returns (n, m): entry [i, j] is Σ_k a[i, k] · b[j, k].
    """
    raise NotImplementedError
