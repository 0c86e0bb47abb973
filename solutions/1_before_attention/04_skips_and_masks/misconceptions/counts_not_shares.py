"""The table holds counts, not shares.

Divide each row by its sum: the votes of one feature then add up to 1, however often it was seen.
"""

import numpy as np


def skip_transitions(sentences, vocabulary, last):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        for place, word in enumerate(sentence[:-1]):
            if word == last:
                for earlier in set(sentence[:place]):
                    counts[vocabulary.index(earlier), vocabulary.index(sentence[place + 1])] += 1
    return counts
