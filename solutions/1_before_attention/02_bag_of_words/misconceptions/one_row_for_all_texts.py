"""All rows are one and the same list, which holds the words of all texts.

[[0] * V] * N repeats the same inner list N times. Make a list for each text, or use np.zeros((N, V)).
"""

import numpy as np


def unigram_counts(documents, vocabulary):
    counts = [[0] * len(vocabulary)] * len(documents)
    for n, document in enumerate(documents):
        for word in document.split():
            if word in vocabulary:
                counts[n][vocabulary.index(word)] += 1
    return np.array(counts)
