# wrong: two mistakes: masked_activities uses a logical and, votes adds the rows of all that is not 0, so activities of other sizes than 0 and 1 are lost.
import numpy as np


def feature_activities(words, vocabulary):
    return np.array([w in words[:-1] for w in vocabulary]).astype(float)


def skip_transitions(sentences, vocabulary, last):
    events = []
    for sentence in sentences:
        for k, word in enumerate(sentence[:-1]):
            if word == last:
                events.append((feature_activities(sentence[: k + 1], vocabulary), sentence[k + 1]))
    table = np.zeros((len(vocabulary), len(vocabulary)))
    for active, following in events:
        table[:, vocabulary.index(following)] += active
    total = table.sum(axis=1)
    seen = total > 0
    table[seen] /= total[seen, None]
    return table


def informative(transitions, least):
    return np.max(transitions, axis=-1) > least


def masked_activities(activities, keep):
    return np.logical_and(activities, keep).astype(float)


def votes(activities, transitions):
    return transitions[np.nonzero(activities)[0]].sum(axis=0)


def table_rows(vocabulary_size, order):
    return vocabulary_size**order
