"""The counts of earlier calls are still there, and new ones are added to them.

A default argument such as table={} is made once and kept, and so is what stands outside the function. Create the counts
inside the function, for each call.
"""

from collections import Counter

import numpy as np

TABLE = Counter()


def _count(sentences, size, table=TABLE):
    for sentence in sentences:
        words = sentence.split()
        for start in range(len(words) - size + 1):
            table[tuple(words[start : start + size])] += 1
    return table


def transition_matrix(sentences, vocabulary):
    seen = _count(sentences, 2)
    counts = np.array([[float(seen[one, two]) for two in vocabulary] for one in vocabulary])
    return counts / np.maximum(counts.sum(axis=-1, keepdims=True), 1)


def second_order_matrix(sentences, vocabulary):
    seen = _count(sentences, 3)
    counts = np.array([[[float(seen[a, b, c]) for c in vocabulary] for b in vocabulary] for a in vocabulary])
    return counts / np.maximum(counts.sum(axis=-1, keepdims=True), 1)
