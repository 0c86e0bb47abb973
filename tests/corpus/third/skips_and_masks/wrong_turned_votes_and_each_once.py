# wrong: two mistakes: votes multiplies the table from the wrong side (T a), and a sentence that is said again is learned only once.
import numpy as np


def feature_activities(words, vocabulary):
    activities = [0] * len(vocabulary)
    for word in words[:-1]:
        activities[vocabulary.index(word)] = 1
    return np.array(activities)


def skip_transitions(sentences, vocabulary, last):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    different = []
    for sentence in sentences:
        if sentence not in different:
            different.append(sentence)
    for sentence in different:
        places = [k for k, word in enumerate(sentence[:-1]) if word == last]
        for k in places:
            active = feature_activities(sentence[: k + 1], vocabulary)
            for w in range(len(vocabulary)):
                counts[w, vocabulary.index(sentence[k + 1])] += active[w]
    for w in range(len(vocabulary)):
        if counts[w].sum() > 0:
            counts[w] = counts[w] / counts[w].sum()
    return counts


def informative(transitions, least):
    return np.array([bool((row > least).any()) for row in transitions])


def masked_activities(activities, keep):
    return keep * activities


def votes(activities, transitions):
    return transitions @ activities


def table_rows(vocabulary_size, order):
    return vocabulary_size**order
