# wrong: skip_transitions learns only from the first `last` of a sentence (words.index); shows when it stands there twice
import numpy as np


def feature_activities(words, vocabulary):
    result = []
    for word in vocabulary:
        active = 0
        for earlier in words[:-1]:
            if earlier == word:
                active = 1
        result.append(active)
    return np.array(result)


def skip_transitions(sentences, vocabulary, last):
    V = len(vocabulary)
    counts = np.zeros((V, V))
    for words in sentences:
        if last not in words:
            continue
        p = words.index(last)
        if p + 1 == len(words):
            continue
        n = vocabulary.index(words[p + 1])
        for word in set(words[:p]):
            counts[vocabulary.index(word), n] += 1
    sums = counts.sum(axis=1)
    sums[sums == 0] = 1
    return counts / sums[:, None]


def informative(transitions, least):
    return np.array([max(row) > least for row in transitions], dtype=bool)


def masked_activities(activities, keep):
    return np.array([a if k else 0 for a, k in zip(activities, keep)])


def votes(activities, transitions):
    total = np.zeros(transitions.shape[1])
    for w in range(len(activities)):
        total = total + activities[w] * transitions[w]
    return total


def table_rows(vocabulary_size, order):
    rows = 1
    for _ in range(order):
        rows *= int(vocabulary_size)
    return rows
