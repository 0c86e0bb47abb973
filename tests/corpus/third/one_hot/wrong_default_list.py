# wrong: the list of seen words is a default argument, so the second call of vocabulary still holds the words of the first.
from typing import List

import numpy as np


def _collect(text: str, found: List[str] = []) -> List[str]:
    for token in text.lower().split():
        if token not in found:
            found.append(token)
    return found


def vocabulary(sentences: List[str]) -> List[str]:
    """All sentences are put one after the other, then scanned once."""
    return list(_collect("\n".join(sentences)))


def one_hot(words: List[str], vocabulary: List[str]) -> np.ndarray:
    column = {word: v for v, word in enumerate(vocabulary)}
    unit = np.vstack([np.eye(len(vocabulary)), np.zeros((1, len(vocabulary)))])
    unknown = len(vocabulary)
    return unit[[column.get(word, unknown) for word in words]]


def decode(rows: np.ndarray, vocabulary: List[str]) -> List[str]:
    answer = []
    for row in np.asarray(rows):
        pairs = zip(row.tolist(), vocabulary)
        answer.append(max(pairs, key=lambda pair: pair[0])[1])
    return answer


def lookup(rows: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    return np.einsum("nv,vc->nc", rows, matrix)


def similarity(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.einsum("ik,jk->ij", a, b)
