"""A feature's shares are divided by all the times it was active, ends of sentences included.

Where `last` ends its sentence no word follows, and nothing is learned. Divide by the sum of the row, so that the shares
add up to 1.
"""

import numpy as np


def skip_transitions(sentences, vocabulary, last):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    active = np.zeros((len(vocabulary), 1))
    for sentence in sentences:
        for place, word in enumerate(sentence):
            if word == last:
                for earlier in set(sentence[:place]):
                    active[vocabulary.index(earlier)] += 1
                    if place + 1 < len(sentence):
                        counts[vocabulary.index(earlier), vocabulary.index(sentence[place + 1])] += 1
    return counts / np.maximum(active, 1)
