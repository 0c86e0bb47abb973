"""A feature votes for every later word of the sentence, not only for the next one.

The skips lie between the two words of the feature. The word it votes for comes right after `last`:
sentence[place + 1].
"""

import numpy as np


def skip_transitions(sentences, vocabulary, last):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        for place, word in enumerate(sentence[:-1]):
            if word == last:
                for earlier in set(sentence[:place]):
                    for later in sentence[place + 1 :]:
                        counts[vocabulary.index(earlier), vocabulary.index(later)] += 1
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
