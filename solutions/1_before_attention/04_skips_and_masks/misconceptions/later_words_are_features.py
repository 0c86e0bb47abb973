"""Words after the last one are taken as features too.

When the next word is predicted, nothing after `last` is known yet. Only sentence[:place] makes features.
"""

import numpy as np


def skip_transitions(sentences, vocabulary, last):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        for place, word in enumerate(sentence[:-1]):
            if word == last:
                for other in set(sentence[:place] + sentence[place + 1 :]):
                    counts[vocabulary.index(other), vocabulary.index(sentence[place + 1])] += 1
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
