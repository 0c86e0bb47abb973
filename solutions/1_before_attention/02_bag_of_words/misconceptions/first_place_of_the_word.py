"""The next word is looked up with words.index, which always finds the first occurrence of a word.

If a word comes again, its first neighbour is counted once more. Go through the text by position, or use
pairwise(words).
"""

import numpy as np


def bigram_counts(documents, vocabulary):
    counts = np.zeros((len(documents), len(vocabulary), len(vocabulary)))
    for n, document in enumerate(documents):
        words = document.split()
        for first in words[:-1]:
            second = words[words.index(first) + 1]
            if first in vocabulary and second in vocabulary:
                counts[n, vocabulary.index(first), vocabulary.index(second)] += 1
    return counts
