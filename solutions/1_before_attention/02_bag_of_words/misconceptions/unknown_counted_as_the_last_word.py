"""Unknown words are counted as the vocabulary's last word.

A search that returns −1 for "not found" is a trap: index −1 is the last column. Count only if the word is in the
vocabulary.
"""

import numpy as np


def unigram_counts(documents, vocabulary):
    column = {word: v for v, word in enumerate(vocabulary)}
    counts = np.zeros((len(documents), len(vocabulary)))
    for n, document in enumerate(documents):
        for word in document.split():
            counts[n, column.get(word, -1)] += 1
    return counts
