# wrong: votes adds the rows of the active features without their activities, wrong for activities other than 0 and 1.
import numpy as np


def feature_activities(words, vocabulary):
    active = np.zeros(len(vocabulary), dtype=int)
    for f, word in enumerate(vocabulary):
        if word in words[:-1]:
            active[f] = 1
    return active


def skip_transitions(sentences, vocabulary, last):
    V = len(vocabulary)
    counts = np.zeros((V, V))
    for sentence in sentences:
        for t in range(len(sentence) - 1):
            if sentence[t] != last:
                continue
            n = vocabulary.index(sentence[t + 1])
            for word in set(sentence[:t]):
                counts[vocabulary.index(word), n] += 1
    for w in range(V):
        if counts[w].sum() > 0:
            counts[w] = counts[w] / counts[w].sum()
    return counts


def informative(transitions, least):
    return (np.asarray(transitions) > least).any(-1)


def masked_activities(activities, keep):
    return np.where(keep, activities, 0)


def votes(activities, transitions):
    active = np.flatnonzero(activities)
    return transitions[active].sum(axis=0)


def table_rows(vocabulary_size, order):
    return int(vocabulary_size) ** int(order)
